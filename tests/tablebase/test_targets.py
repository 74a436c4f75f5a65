"""Tables of both metrics: which are needed, planned and built together."""

import csv
from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.tablebase import targets
from millmate.tablebase.by_game import of
from millmate.tablebase.metric import WITH_CURSED_WINS, Metric
from millmate.tablebase.names import parse
from millmate.tablebase.plan import UnsupportedMaterialError, cursed, metrics_for
from millmate.tablebase.progress import BuildProgress, BuildStopped

KINDS = ("cursed_wins", "blessed_losses")
BOTH = tuple(Metric)
DTZ50 = Path(__file__).parents[1] / "data" / "dtz50.csv"


def titles(names: str, directory: Path, metrics: tuple[Metric, ...] = BOTH) -> list[str]:
    wanted = [parse(name) for name in names.split()]
    return [table.title for table in targets.plan(wanted, directory, metrics).tables]


def test_the_endings_with_cursed_wins_are_those_of_the_published_statistics() -> None:
    with DTZ50.open() as file:
        rows = list(csv.DictReader(file))
    counts = [f"{side}_{kind}" for side in ("white", "black") for kind in KINDS]
    found = {row["material"] for row in rows if any(int(row[name]) for name in counts)}
    assert found == WITH_CURSED_WINS


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("KBBvKN", "KBBvKN"),
        ("KRPvKR", "KRBvKR"),
        ("KRBNvKR", "KRBvKR"),
        ("KQvKR", None),
        ("KQQRNvK", None),
        ("morris:3-3", None),
    ],
)
def test_both_metrics_are_needed_where_a_cursed_win_is_in_the_table_or_below_it(
    name: str, ending: str | None
) -> None:
    target = parse(name)
    assert of(target).metrics_for(target) == (BOTH if ending else (Metric.DTM,))
    if Metric.DTZ in of(target).metrics:
        found = cursed(Material.parse(name))
        assert (str(found) if found else None) == ending


def test_the_endings_below_a_whole_game_are_not_looked_for(tmp_path: Path) -> None:
    game = Material.parse("KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP")
    assert metrics_for(game) == (Metric.DTM,)
    for metrics in (BOTH, (Metric.DTZ,)):
        with pytest.raises(UnsupportedMaterialError, match="has 32 pieces"):
            targets.plan([game], tmp_path, metrics)


def test_a_plan_of_both_metrics_lists_both_sets_of_tables(tmp_path: Path) -> None:
    names = ["KBvK", "KNvK", "KQvK", "KRvK", "KPvK"]
    zeroing = [f"{name} (DTZ50)" for name in names]
    assert titles("KPvK morris:3-3", tmp_path) == [*names, *zeroing, "morris:3-3"]
    assert titles("KPvK", tmp_path, (Metric.DTZ,)) == zeroing


def test_of_six_men_the_smaller_tables_have_distances_to_zeroing(tmp_path: Path) -> None:
    planned = titles("KRBNvKR", tmp_path)
    assert {"KRBNvKR", "KRBvKR", "KRBvKR (DTZ50)"} < set(planned)
    assert "KRBNvKR (DTZ50)" not in planned
    with pytest.raises(UnsupportedMaterialError, match="KRBNvKR has no table of distances to zero"):
        titles("KRBNvKR", tmp_path, (Metric.DTZ,))


def test_both_metrics_are_built_with_one_progress(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    infos = targets.build([Material.parse("KRvK")], tmp_path, told.append, BOTH)
    assert [(targets.title(info), info.longest["white"]) for info in infos] == [
        ("KRvK", 16),
        ("KRvK (DTZ50)", 31),
    ]
    assert [now.title for now in told if now.stage == "done"] == ["KRvK", "KRvK (DTZ50)"]
    fractions = [now.fraction for now in told]
    assert fractions == sorted(fractions)
    assert (fractions[-1], told[-1].finished, told[-1].tables) == (1.0, 2, 2)
    assert {now.under_way for now in told} == {(), ("KRvK",), ("KRvK (DTZ50)",)}
    assert (tmp_path / "dtz" / "KRvK.table").is_file()


def test_a_stopped_build_of_both_metrics_names_what_it_has_finished(tmp_path: Path) -> None:
    told: list[BuildProgress] = []

    def stopped() -> bool:
        return any(now.metric is Metric.DTZ for now in told)

    with pytest.raises(BuildStopped) as error:
        targets.build([Material.parse("KRvK")], tmp_path, told.append, BOTH, stopped=stopped)
    assert error.value.finished == ("KRvK",)
    assert all(name == "KRvK (DTZ50)" for name, *_ in error.value.kept)


def test_a_part_of_a_build_is_told_as_a_share_of_the_whole(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    parts = targets._parts([Material.parse("KRvK")], tmp_path, BOTH)
    half = BuildProgress("KRvK", 1, 1, "solve", fraction=0.5, seconds_left=10)
    for number, part in enumerate(parts):
        targets._report(told.append, targets._whole(parts), number, part)(half)
    first, second = (part.plan.seconds for part in parts)
    whole = first + second
    assert [(now.table, now.tables) for now in told] == [(1, 2), (2, 2)]
    assert [now.fraction * whole for now in told] == pytest.approx([first / 2, first + second / 2])
    # The second part is expected to go on at the pace of the first.
    assert [now.seconds_left for now in told] == pytest.approx([10 + 20 * second / first, 10])
