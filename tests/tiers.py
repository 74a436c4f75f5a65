"""Two tiers: by default every law is tested once, with `-m thorough` in all its combinations."""

from collections.abc import Iterable
from typing import Any

import hypothesis
import pytest

thorough = pytest.mark.thorough


def first(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`, of which all but the first `count` are thorough."""
    every = list(cases)
    return every[:count] + [_thorough(case) for case in every[count:]]


def only(cases: Iterable[Any], *wanted: Any) -> list[Any]:
    """Return cases for `parametrize`, of which all but those `wanted` are thorough."""
    return [case if case in wanted else _thorough(case) for case in cases]


def examples(number: int) -> hypothesis.settings:
    """Return settings for so many examples where others have a hundred, in any tier."""
    return hypothesis.settings(
        max_examples=max(1, number * hypothesis.settings.default.max_examples // 100)
    )


def _thorough(case: Any) -> Any:
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, thorough])
    values = case if type(case) is tuple else (case,)  # a named one is one value
    return pytest.param(*values, marks=thorough)
