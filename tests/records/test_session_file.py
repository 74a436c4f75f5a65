"""A window's sitting as a file: one a window, damaged ones set aside."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.records.session_file import (
    SessionSlot,
    SessionSnapshot,
    TabSnapshot,
    from_json,
    to_json,
)

texts = st.text(max_size=20)
_TAB = {
    "panel": st.integers(0, 5),
    "kind": texts,
    "editing": st.booleans(),
    "positions": st.dictionaries(texts, texts, max_size=3),
    "pgn": texts,
    "place": st.lists(st.integers(0, 9), max_size=5).map(tuple),
    "specs": st.tuples(texts, texts),
    "live": st.booleans(),
    "kept": st.booleans(),
    "flipped": st.booleans(),
    "title": texts,
}
sittings = st.builds(
    SessionSnapshot,
    page_name=texts,
    others=st.lists(st.builds(TabSnapshot, **_TAB), min_size=1, max_size=3).map(tuple),
    tab=st.integers(0, 1),
    closed=st.booleans(),
    **_TAB,
)


@given(sittings)
def test_a_sitting_is_read_as_it_was_written(sitting: SessionSnapshot) -> None:
    assert from_json(to_json(sitting)) == sitting


@pytest.mark.parametrize(
    "text",
    ["", "[1]", '{"page_name": 1}', '{"place": ["x"]}', '{"specs": ["a"]}',
     '{"positions": {"a": 1}}', '{"live": 1}', '{"tab": 1}', '{"others": [1]}', '{"others": 1}',
     '{"others": [{"place": [-1]}]}', '{"others": [{"panel": 2000000}]}'],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_damage(text: str) -> None:
    assert from_json(text) is None


def test_what_a_later_version_adds_is_passed_over() -> None:
    text = '{"panel": 1, "weather": "fine", "others": [{"kind": "morris", "weather": "fine"}]}'
    assert from_json(text) == SessionSnapshot(panel=1, others=(TabSnapshot(kind="morris"),))


def test_every_window_has_a_place_of_its_own(tmp_path: Path) -> None:
    first, second = SessionSlot(tmp_path), SessionSlot(tmp_path)
    assert first.path != second.path
    first.write(SessionSnapshot(panel=1))
    assert second.read() is None
    first.release()
    third = SessionSlot(tmp_path)
    assert third.read() == SessionSnapshot(panel=1)
    third.release()
    second.release()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{"])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "0.json").write_bytes(content)
    place = SessionSlot(tmp_path)
    assert place.read() is None
    assert (tmp_path / "0.json.damaged").read_bytes() == content
    place.release()
