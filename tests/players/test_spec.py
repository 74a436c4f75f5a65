"""Specs: one word for a player, understood everywhere in the same way."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.players.human import HumanPlayer
from millmate.players.random import RandomPlayer
from millmate.players.searching import SearchingPlayer
from millmate.players.spec import KINDS, PlayerSpec, SpecError, build_player, describe
from millmate.players.table import TablePlayer


@pytest.mark.parametrize(
    ("text", "spec", "words"),
    [
        ("human", PlayerSpec("human"), "Human"),
        ("random", PlayerSpec("random"), "Random"),
        ("table", PlayerSpec("table"), "Perfect (table)"),
        ("minimax:depth=2", PlayerSpec("minimax", (("depth", "2"),)), "Minimax, depth 2"),
        ("minimax", PlayerSpec("minimax", (("depth", "3"),)), "Minimax, depth 3"),
        ("minimax:", PlayerSpec("minimax", (("depth", "3"),)), "Minimax, depth 3"),
        (" Minimax : depth = 06 ", PlayerSpec("minimax", (("depth", "6"),)), "Minimax, depth 6"),
    ],
)
def test_what_a_text_means(text: str, spec: PlayerSpec, words: str) -> None:
    assert PlayerSpec.parse(text) == spec
    assert describe(spec) == words


@pytest.mark.parametrize(
    ("text", "offending", "valid"),
    [
        ("", "''", "human, random, minimax or table"),
        ("stockfish", "'stockfish'", "human, random, minimax or table"),
        ("human:depth=3", "'depth=3'", "it has none"),
        ("minimax:deep=3", "'deep=3'", "it has depth"),
        ("minimax:3", "'3'", "it has depth"),
        ("minimax:depth", "'depth'", "from 1 to 6"),
        ("minimax:depth=0", "'depth=0'", "from 1 to 6"),
        ("minimax:depth=7", "'depth=7'", "from 1 to 6"),
        ("minimax:depth=-1", "'depth=-1'", "from 1 to 6"),
        ("minimax:depth=2.5", "'depth=2.5'", "from 1 to 6"),
        ("minimax:depth=²", "'depth=²'", "from 1 to 6"),
        ("minimax:depth=3,seconds=1", "'seconds=1'", "it has depth"),
    ],
)
def test_what_is_no_player_is_named_beside_what_is_valid(
    text: str, offending: str, valid: str
) -> None:
    with pytest.raises(SpecError) as error:
        PlayerSpec.parse(text)
    assert offending in str(error.value)
    assert valid in str(error.value)


@given(st.one_of(st.sampled_from(KINDS), st.integers(1, 6).map(lambda n: f"minimax:depth={n}")))
def test_a_spec_s_text_means_the_spec(text: str) -> None:
    spec = PlayerSpec.parse(text)
    assert PlayerSpec.parse(str(spec)) == spec
    assert str(PlayerSpec.parse(str(spec))) == str(spec)


@given(st.text(max_size=40))
def test_any_text_is_a_spec_or_a_spec_error(text: str) -> None:
    try:
        spec = PlayerSpec.parse(text)
    except SpecError:
        return
    assert spec.kind in KINDS


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("human", HumanPlayer),
        ("random", RandomPlayer),
        ("minimax:depth=1", SearchingPlayer),
        ("table", TablePlayer),
    ],
)
def test_players_are_built_under_the_name_people_read(
    text: str, kind: type, tmp_path: Path
) -> None:
    spec = PlayerSpec.parse(text)
    player = build_player(spec, tables=tmp_path / "none yet", seed=1)
    assert isinstance(player, kind)
    assert player.name == describe(spec)
    assert player.is_human == (text == "human")
    player.close()
