"""Files of the versions before positions named their games are read as they were meant."""

import json
from pathlib import Path

from tests.gui.windows import session_of, visit

from millmate.games.catalogue import Position, game, parse
from millmate.play.rush.run import RushHistory
from millmate.play.trainer.drill import topic_of
from millmate.play.trainer.journal import TrainingJournal
from millmate.records.session_file import SessionSlot, from_json

OLD = Path(__file__).parents[3] / "data" / "old"
TWELVE = Position(game("morris:twelve"), "WBBB..../WWW...../........ w 0 0 0 13")


def test_a_session_has_the_variant_beside_its_positions(qtbot):
    last = from_json((OLD / "session.json").read_text())
    slot = SessionSlot()
    slot.write(last)
    slot.release()
    with visit(qtbot) as v:
        keeping = session_of(v.window)
        keeping.start()
        assert v.window.workspace.position == TWELVE
        v.do("next_tab")
        aside = v.window.workspace.position
        assert aside.game is game("morris:no-flying,quiet=100")
        assert aside.text == last.others[0].positions["morris"]
        keeping.end()


def test_settings_have_the_variant_beside_the_start(qtbot):
    with visit(qtbot, **json.loads((OLD / "settings.json").read_text())) as v:
        model = next(view for view in v.window.views if view.kind == "morris").editor.model
        assert Position(model.rules, model.fen) == TWELVE


def test_journals_of_training_and_of_puzzle_rush_are_whole():
    kept = TrainingJournal(OLD).read()
    assert (len(kept.results), kept.damaged) == (2, 0)
    assert [topic_of(parse(each.start)) for each in kept.results] == ["KQvK", "morris:3-3"]
    rush = RushHistory(OLD).read()
    assert [(each.game, each.score) for each in rush.results] == [("morris", 12)]
    assert not rush.unread
