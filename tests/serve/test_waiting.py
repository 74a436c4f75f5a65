"""Single positions that are asked for at the same time are answered together, each its own way."""

import asyncio

from millmate.serve import app as module
from millmate.serve.app import Waiting
from millmate.serve.formats import position
from millmate.serve.standard import answer
from millmate.serve.tables import Tables

ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
DRAWN = "k7/8/8/8/8/8/1r6/K7 w - - 0 1"
MISSING = "8/8/8/3kp3/8/8/8/KQR5 w - - 0 1"


def asked(tables: Tables, fens: list[str]) -> list[object]:
    """Ask for all at the same time; return answers and errors."""

    async def all_of_them() -> list[object]:
        here = Waiting(tables)
        return await asyncio.gather(*map(here.answer, fens), return_exceptions=True)

    return asyncio.run(all_of_them())


def test_each_gets_its_own_answer_or_error(rule50_tables, monkeypatch):
    monkeypatch.setattr(module, "_TOGETHER", 3)
    tables = Tables(rule50_tables)
    fens = [ROOK, "nonsense", DRAWN, MISSING] * 3
    found = asked(tables, fens)
    for fen, each in zip(fens, found, strict=True):
        if fen in (ROOK, DRAWN):
            assert each == answer(tables, position(fen)[0]).fields()
    assert [type(each).__name__ for each in found[1::2]] == [
        "PositionError",
        "MissingTableError",
    ] * 3


def test_a_fault_of_ours_is_told_to_each_and_the_next_ones_are_answered(rule50_tables, monkeypatch):
    tables, right = Tables(rule50_tables), module.answers

    def wrong(*arguments, **named):
        monkeypatch.setattr(module, "answers", right)
        raise ZeroDivisionError

    monkeypatch.setattr(module, "answers", wrong)
    monkeypatch.setattr(module, "_TOGETHER", 2)
    found = asked(tables, [ROOK, DRAWN, ROOK])
    assert [type(each) for each in found] == [ZeroDivisionError, ZeroDivisionError, dict]


def test_a_client_that_goes_away_does_not_disturb_the_others(rule50_tables):
    tables = Tables(rule50_tables)

    async def one_goes() -> object:
        here = Waiting(tables)
        gone, stays = (asyncio.create_task(here.answer(fen)) for fen in (ROOK, DRAWN))
        await asyncio.sleep(0)
        gone.cancel()
        return await stays

    assert asyncio.run(one_goes()) == answer(tables, position(DRAWN)[0]).fields()
