"""Specs: one word for a player, understood everywhere in the same way."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.players.build import build_player
from millmate.players.player import HumanPlayer, RandomPlayer
from millmate.players.search_player import SearchPlayer
from millmate.players.spec import KINDS, PlayerSpec, SpecError, describe, limited
from millmate.players.table import TablePlayer

ALL = "human, random, minimax, incremental, memo, alphabeta, iterative, strong or table"


@pytest.mark.parametrize(
    ("text", "spec", "words"),
    [
        ("human", PlayerSpec("human"), "Human"),
        ("random", PlayerSpec("random"), "Random"),
        ("table", PlayerSpec("table"), "Perfect (table)"),
        ("table:rule50=on", PlayerSpec("table"), "Perfect (table)"),
        (
            "table:rule50=off",
            PlayerSpec("table", (("rule50", "off"),)),
            "Perfect (table), without the fifty-move rule",
        ),
        (
            "table:style=problems",
            PlayerSpec("table", (("style", "problems"),)),
            "Perfect (table), sets problems",
        ),
        ("minimax:depth=2", PlayerSpec("minimax", (("depth", "2"),)), "Minimax, depth 2"),
        ("minimax", PlayerSpec("minimax", (("depth", "3"),)), "Minimax, depth 3"),
        ("minimax:", PlayerSpec("minimax", (("depth", "3"),)), "Minimax, depth 3"),
        (" Minimax : depth = 06 ", PlayerSpec("minimax", (("depth", "6"),)), "Minimax, depth 6"),
        (
            "minimax:seconds=.50,choice=random",
            PlayerSpec("minimax", (("seconds", "0.5"),)),
            "Minimax, 0.5 s",
        ),
        (
            "alphabeta:depth=5,memo=No",
            PlayerSpec("alphabeta", (("depth", "5"), ("memo", "no"))),
            "Alpha-beta, depth 5, without memo",
        ),
        (
            "alphabeta",
            PlayerSpec("alphabeta", (("depth", "4"), ("memo", "yes"))),
            "Alpha-beta, depth 4, with memo",
        ),
        ("iterative", PlayerSpec("iterative", (("seconds", "1"),)), "Iterative deepening, 1 s"),
        (
            "iterative:choice=first,weights=3/3/2/1,nodes=900,depth=7",
            PlayerSpec(
                "iterative",
                (("depth", "7"), ("nodes", "900"), ("choice", "first"), ("weights", "3/3/2/1")),
            ),
            "Iterative deepening, depth 7, 900 nodes, the first of equals, weights 3/3/2/1",
        ),
    ],
)
def test_what_a_text_means(text: str, spec: PlayerSpec, words: str) -> None:
    assert PlayerSpec.parse(text) == spec
    assert describe(spec) == words


@pytest.mark.parametrize(
    ("text", "offending", "valid"),
    [
        ("", "''", ALL),
        ("stockfish", "'stockfish'", ALL),
        ("human:depth=3", "'depth=3'", "it has none"),
        ("minimax:deep=3", "'deep=3'", "it has depth"),
        ("minimax:3", "'3'", "it has depth"),
        ("minimax:depth", "'depth'", "from 1 to 6"),
        ("minimax:depth=0", "'depth=0'", "from 1 to 6"),
        ("minimax:depth=7", "'depth=7'", "from 1 to 6"),
        ("minimax:depth=-1", "'depth=-1'", "from 1 to 6"),
        ("minimax:depth=2.5", "'depth=2.5'", "from 1 to 6"),
        ("minimax:depth=²", "'depth=²'", "from 1 to 6"),
        ("minimax:depth=3,memo=yes", "'memo=yes'", "it has depth, seconds, nodes, choice or"),
        ("iterative:depth=101", "'depth=101'", "from 1 to 100"),
        ("iterative:seconds=0", "'seconds=0'", "seconds from 0.01 to 3600"),
        ("iterative:seconds=1e3", "'seconds=1e3'", "seconds from 0.01 to 3600"),
        ("iterative:seconds=.", "'seconds=.'", "seconds from 0.01 to 3600"),
        ("memo:nodes=0", "'nodes=0'", "from 1 to 1000000000"),
        ("alphabeta:memo=maybe", "'memo=maybe'", "yes or no"),
        ("alphabeta:choice=last", "'choice=last'", "random or first"),
        ("minimax:weights=1/2/3", "'weights=1/2/3'", "four numbers up to 99 for morris"),
        ("minimax:weights=1/2/3/100", "'weights=1/2/3/100'", "four numbers up to 99 for morris"),
        ("minimax:weights=1/1/1/1/10000", "'weights=1/1/1/1/10000'", "five up to 9999 for chess"),
        ("minimax:weights=1/2/x/4", "'weights=1/2/x/4'", "four numbers up to 99 for morris"),
    ],
)
def test_what_is_no_player_is_named_beside_what_is_valid(
    text: str, offending: str, valid: str
) -> None:
    with pytest.raises(SpecError) as error:
        PlayerSpec.parse(text)
    assert offending in str(error.value)
    assert valid in str(error.value)


@given(
    st.one_of(
        st.sampled_from(KINDS),
        st.integers(1, 6).map(lambda n: f"minimax:depth={n}"),
        st.integers(1, 360_000).map(lambda n: f"iterative:seconds={n / 100}"),
        st.lists(st.integers(0, 99), min_size=4, max_size=5).map(
            lambda numbers: f"memo:weights={'/'.join(map(str, numbers))},nodes={numbers[0] + 1}"
        ),
    )
)
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
        ("minimax:depth=1", SearchPlayer),
        ("iterative:seconds=0.1", SearchPlayer),
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


class TestOtherLimits:
    """A spec is searched with other limits than its own: only those given then count."""

    @pytest.mark.parametrize(
        ("text", "limits", "limited_to"),
        [
            ("minimax:depth=3", {"seconds": "2"}, "minimax:seconds=2"),
            ("alphabeta:memo=no", {"nodes": "99"}, "alphabeta:nodes=99,memo=no"),
            ("iterative", {"depth": "4"}, "iterative:depth=4"),
        ],
    )
    def test_they_replace_all_of_its_own(
        self, text: str, limits: dict[str, str], limited_to: str
    ) -> None:
        assert str(limited(PlayerSpec.parse(text), limits)) == limited_to

    def test_who_does_not_search_has_none(self) -> None:
        with pytest.raises(SpecError, match="'random' is not a search"):
            limited(PlayerSpec.parse("random"), {"depth": "3"})
