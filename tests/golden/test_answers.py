"""The answers of every door to some 450 positions are those that were written down."""

import os
import shutil
from pathlib import Path

import pytest
from tests.golden import make

pytestmark = pytest.mark.filterwarnings("ignore:Missing fields", "ignore:Text after the position")

_SHOWN = 20  # differences
_WRITES = "MILLMATE_WRITE_ANSWERS"  # set: the whole test writes the answers down


@pytest.fixture(scope="module")
def directory(
    tables: Path,
    rule50_tables: Path,
    morris_tables: Path,
    exact_positions: Path,
    bounded_positions: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Return a directory with most tables that the tests share."""
    found = tmp_path_factory.mktemp("golden")
    for source in (tables, rule50_tables, morris_tables):
        for table in source.iterdir():
            if not (found / table.name).exists():
                (found / table.name).symlink_to(table)
    for source in (exact_positions, bounded_positions):
        shutil.copytree(source / "positions", found / "positions", dirs_exist_ok=True)
    return found


@pytest.mark.parametrize("share", [8, pytest.param(1, marks=pytest.mark.thorough)])
def test_every_door_gives_the_answers_of_before(
    directory: Path, tmp_path: Path, share: int
) -> None:
    """One position of each `share` is asked."""
    foreign = make.foreign_tables(directory, tmp_path / "foreign")
    if os.environ.get(_WRITES) and share == 1:
        make.write(make.answers(directory, make.questions(), foreign))
    before = make.read()
    asked = [each for each in make.asked_in(before) if make.one_in(share, each.text)]
    chosen = set(asked)
    before = {key: said for key, said in before.items() if make.question(key) in chosen}
    now = make.answers(directory, asked, foreign)
    different = [key for key in sorted({*before, *now}) if before.get(key) != now.get(key)]
    told = [f"{key}\n- {before.get(key)}\n+ {now.get(key)}" for key in different[:_SHOWN]]
    assert not different, f"{len(different)} answers differ:\n" + "\n".join(told)
