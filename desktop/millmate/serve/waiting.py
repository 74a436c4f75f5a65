"""Answer single positions together if they are requested at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import chess
from starlette.concurrency import run_in_threadpool

from millmate.serve.positions import position, remarked
from millmate.serve.tables import Tables
from millmate.serve.together import Fields, answers

_TOGETHER = 32  # positions: with more, the first one would wait too long


class Waiting:
    """Answers positions; those that arrive during a lookup wait for the next turn."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._asked: list[tuple[chess.Board, asyncio.Future[Fields]]] = []
        self._turns: asyncio.Task[None] | None = None

    async def answer(self, fen: str) -> Fields:
        """Return the values of a position and of its moves.

        Raises:
            InputError: `fen` is not a valid position.
            MissingTableError, TableError: As `standard.answer`.
        """
        board, remarks = position(fen)  # an invalid one must not disturb others
        found = asyncio.get_running_loop().create_future()
        self._asked.append((board, found))
        if self._turns is None:
            self._turns = asyncio.create_task(self._take_turns())
        return remarked(await found, remarks)

    async def _take_turns(self) -> None:
        try:
            while self._asked:
                turn = self._asked[:_TOGETHER]
                del self._asked[:_TOGETHER]
                await self._take_turn(turn)
        finally:
            self._turns = None

    async def _take_turn(self, turn: list[tuple[chess.Board, asyncio.Future[Fields]]]) -> None:
        found: Sequence[Fields | Exception]
        try:
            found = await run_in_threadpool(self._answers, [board for board, _ in turn])
        except Exception as error:  # an internal error, reported to each client
            found = [error] * len(turn)
        for (_, future), each in zip(turn, found, strict=True):
            if future.done():  # because the client has left
                continue
            if isinstance(each, Exception):
                future.set_exception(each)
            else:
                future.set_result(each)

    def _answers(self, boards: list[chess.Board]) -> list[Fields | Exception]:
        self._tables.look_again()
        return list(answers(self._tables, boards, moves=True))
