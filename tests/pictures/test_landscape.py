"""Landscapes: the lines between regions, the colours of distances, and the squares of a wave."""

import re
from itertools import pairwise

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gui.boards.test_theme import contrast

from millmate.games.morris.points import PLAIN
from millmate.games.morris.positions import board_from_text
from millmate.gui.boards.theme import THEMES
from millmate.pictures.diagrams import diagram
from millmate.pictures.landscape import CHESS_PAIRS, RAMPS, Landscape
from millmate.pictures.value_marks import PlaceValue

GROUNDS = sorted({ground for both in THEMES.values() for each in both
                  for ground in (each.light, each.dark, each.board)})  # fmt: skip


def valued(wdl: int, plies: int) -> PlaceValue:
    return PlaceValue(wdl, (plies + 1) // 2, "", plies) if wdl else PlaceValue(0)


values = st.builds(valued, st.sampled_from((1, 0, -1)), st.integers(0, 60))
maps = st.dictionaries(st.integers(0, 63), values)
points = st.dictionaries(st.integers(0, 23), values)


def drawn(paths: str) -> int:
    """Return the number of contour lines in a diagram."""
    found = re.findall(r'<path d="([^"]+)" stroke="#1c2421"', paths)
    assert len(found) <= 1
    return sum(path.count("M") for path in found)


@given(maps)
def test_a_line_is_between_neighbours_exactly_if_results_differ(found):
    borders = set(Landscape(0, found).borders(CHESS_PAIRS))
    for one in chess.SQUARES:
        for other in range(one + 1, 64):
            neighbours = abs((one >> 3) - (other >> 3)) + abs((one & 7) - (other & 7)) == 1
            known = one in found and other in found
            differ = neighbours and known and found[one].wdl != found[other].wdl
            assert ((one, other) in borders) is differ


@given(points)
def test_on_a_morris_board_neighbours_are_joined_by_a_line(found):
    borders = Landscape(0, found).borders(PLAIN.segments)
    assert all(found[one].wdl != found[other].wdl for one, other in borders)
    left = [pair for pair in PLAIN.segments if pair not in borders]
    known = [pair for pair in left if found.keys() >= {*pair}]
    assert all(found[one].wdl == found[other].wdl for one, other in known)
    board = board_from_text("......../......../........ w 0 0 0 1")
    assert drawn(diagram(board, landscape=Landscape(0, found))) == len(borders)


@given(maps, st.booleans())
def test_the_farther_the_end_the_lighter_the_colour(found, dim):
    shades = Landscape(0, found).colours(lambda at: "#000000", dim=dim)
    for wdl in RAMPS:
        places = sorted((at for at in shades if found[at].wdl == wdl), key=by_moves(found))
        greens = [int(shades[at][0][3:5], 16) for at in places]
        assert greens == sorted(greens)
    assert shades.keys() == {at for at in found if found[at].wdl}


def by_moves(found):
    return lambda at: found[at].moves


def test_the_whole_ramp_is_used_and_one_move_is_one_step_at_most():
    far = {at: valued(1, 2 * at + 1) for at in range(60)}
    assert len(set(Landscape(0, far).colours(lambda at: "#ffffff").values())) == 5
    near = [colour for colour, _ in
            Landscape(0, {at: valued(-1, 2 * at) for at in range(10, 13)})
            .colours(lambda at: "#ffffff").values()]  # fmt: skip
    assert len(set(near)) == 3
    steps = Landscape(0, {0: valued(1, 9), 1: PlaceValue(1)}).colours(lambda at: RAMPS[1][0])
    assert steps[0] != steps[1]  # a distance that is not known is not a near one


@pytest.mark.parametrize("dim", [False, True])
@pytest.mark.parametrize("ground", GROUNDS)
def test_figures_can_be_read_on_every_colour(ground, dim):
    found = {at: valued((1, -1)[at % 2], 2 * at) for at in range(64)}
    pairs = Landscape(0, found).colours(lambda at: ground, dim=dim).values()
    assert len(set(pairs)) == 10
    assert min(contrast(*pair) for pair in pairs) >= 4.5


@given(maps)
def test_every_won_or_lost_region_has_one_sign(found):
    shown = Landscape(0, found)
    signs, unseen = shown.signs(()), {at for at in found if found[at].wdl}
    for at, wdl in signs.items():
        assert found[at].wdl == wdl
        region, grown = set[int](), {at}
        while grown != region:
            region = set(grown)
            grown |= {b for a, b in CHESS_PAIRS if a in grown and b in found
                      and found[b].wdl == wdl}  # fmt: skip
            grown |= {a for a, b in CHESS_PAIRS if b in grown and a in found
                      and found[a].wdl == wdl}  # fmt: skip
        assert region <= unseen, "no other sign is in it"
        assert region.isdisjoint(signs.keys() - {at})
        unseen -= region
    assert not unseen


@given(maps, st.integers(0, 70))
def test_a_wave_shows_the_squares_whose_end_is_not_farther(found, limit):
    shown = Landscape(0, found, limit=limit)
    lit = {at for at, value in shown.shown.items() if value.wdl}
    assert lit == {at for at, value in found.items() if value.wdl and (value.plies or 0) <= limit}
    assert shown.colours(lambda at: "#ffffff").keys() == lit
    assert shown.shown.keys() == found.keys()


@given(maps)
def test_at_its_end_a_wave_shows_the_whole_map(found):
    whole = Landscape(0, found)
    waved = Landscape(0, found, limit=whole.most)
    assert waved.colours(lambda at: "#000000") == whole.colours(lambda at: "#000000")


def test_a_colour_stays_the_same_while_the_wave_moves_on():
    found = {at: valued(1, at) for at in range(1, 64)}
    whole = Landscape(0, found).colours(lambda at: "#ffffff")
    for limit, after in pairwise(range(0, 64, 7)):
        part = Landscape(0, found, limit=after).colours(lambda at: "#ffffff")
        assert part.items() <= whole.items()
        assert len(part) > limit


def test_a_diagram_has_the_lines_and_figures_of_its_landscape():
    board = chess.Board("8/8/8/8/8/2k5/8/K7 w - - 0 1")
    found = {chess.A1: valued(0, 0), chess.B1: valued(1, 7), chess.D1: valued(-1, 4)}
    shown = Landscape(chess.A1, found)
    svg = diagram(board, landscape=shown)
    assert drawn(svg) == len(shown.borders(CHESS_PAIRS)) == 1
    assert sorted(re.findall(r'font-weight="600">(\d+)<', svg)) == ["2", "4"]
    assert svg.count('fill-opacity="0.45"') == 64 - len(found) - 1  # the other king's square
    wave = diagram(board, landscape=Landscape(chess.A1, found, limit=5))
    assert re.findall(r'font-weight="600">(\d+)<', wave) == ["2"]
