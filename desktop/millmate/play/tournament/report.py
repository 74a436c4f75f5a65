"""The reports of a tournament, derived from its games."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from pathlib import Path

from millmate.files import write_atomically
from millmate.formatting import MINUS, dative, duration, plural, signed
from millmate.games.catalogue import USUAL
from millmate.games.outcome import BLACK, WHITE, Termination
from millmate.language import in_english, tr, visible
from millmate.play.elo import Tally
from millmate.play.tournament.game import GameResult, Seat, Slip, notation
from millmate.play.tournament.knockout import Bout, Knockout
from millmate.play.tournament.pairing import Results
from millmate.play.tournament.plan import Adjudication, Format, Limits, OpeningPlan, TournamentPlan
from millmate.play.tournament.schedule import pairing_system
from millmate.play.tournament.standings import Endings, Line, Standings, standings
from millmate.records.pgn import to_pgn
from millmate.spreadsheets import csv_text

REPORT, GAMES_PGN, GAMES_CSV, STANDINGS_CSV = (
    "report.txt",
    "games.pgn",
    "games.csv",
    "standings.csv",
)
ROUNDS = "rounds"
NAMES = (REPORT, GAMES_PGN, GAMES_CSV, STANDINGS_CSV, ROUNDS)  # of all reports
_MOST_SLIPS = 100  # in a report
_BEFORE = {1: "was winning", 0: "had a draw", -1: "was losing"}
_AFTER = {1: "wins", 0: "draws", -1: "loses"}
_ROUNDS = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}  # by how many come after


def write_all(directory: Path, plan: TournamentPlan, results: Results) -> None:
    """Write every report into `directory`, each atomically.

    Raises:
        OSError: The directory cannot be written.
    """
    table = standings(plan, results)
    games = [result for _, result in sorted(results.items())]
    pgn = "\n".join(to_pgn(result.record(plan.name, plan.limits.clock)) for result in games)
    for name, text in (
        (REPORT, report(plan, results)),
        (GAMES_PGN, pgn),
        (GAMES_CSV, games_csv(games)),
        (STANDINGS_CSV, standings_csv(table)),
    ):
        write_atomically(directory / name, visible(text).encode())
    for number in sorted({result.round for result in games}):
        write_round(directory, plan, results, number)


def write_round(directory: Path, plan: TournamentPlan, results: Results, number: int) -> None:
    """Write the report of a round into `directory`.

    Raises:
        OSError: The directory cannot be written.
    """
    place = directory / ROUNDS
    place.mkdir(exist_ok=True)
    text = round_report(plan, results, number)
    write_atomically(place / f"round-{number:03}.txt", visible(text).encode())


@in_english()
def report(plan: TournamentPlan, results: Results) -> str:
    """Return the whole report: standings, crosstable, endings, slips and failures."""
    table = standings(plan, results)
    parts = [_title(plan, table), bracket_text(plan, results)]
    parts += [standings_text(table), crosstable(table)]
    parts += [test_words(plan, table), endings_text(table), _slips(results)]
    parts += ["\n".join(time_losses(results))]
    parts += ["\n".join(sentence for sentence, _ in failures(results))]
    return "\n\n".join(filter(None, parts)) + "\n"


@in_english()
def round_report(plan: TournamentPlan, results: Results, number: int) -> str:
    games = [result for _, result in sorted(results.items()) if result.round == number]
    width = max((len(game.white.name) for game in games), default=0)
    other = max((len(game.black.name) for game in games), default=0)
    lines = [f"{plan.name}, round {number}", ""]
    for game in games:
        names = f"{game.white.name:<{width}} – {game.black.name:<{other}}"
        lines.append(
            f"{game.number:>5}  {names}  {_score(game):>7}  {game.termination} "
            f"({plural(len(game.moves), 'ply')}, {duration(game.seconds)})"
        )
        lines += [f"       {game.trouble}"] if game.trouble else []
    return "\n".join(lines) + "\n"


@in_english()
def standings_text(table: Standings) -> str:
    """Return the standings: places, points, ratings, and results by colour."""
    rows = [["", "", "points", "games", "elo", "±", "sup.", "as White", "as Black"]]
    for line in table.lines:
        rows.append(
            [
                f"{line.place}.",
                line.name,
                f"{line.points:g}",
                str(line.total.games),
                signed(line.elo),
                "" if line.error is None else f"{line.error:.0f}",
                "" if line.superior is None else f"{line.superior:.0%}",
                _results(line.tallies[WHITE]),
                _results(line.tallies[BLACK]),
            ]
        )
    text = _aligned(rows, left=(1,))
    if table.games:
        text += "\n±: how far elo may lie off, with 95 % certainty; "
        text += "sup.: how likely it is that a player is stronger than the next"
    if not table.firm and table.games:
        text += "\nToo few results so far: ratings are only estimates."
    return text


@in_english()
def crosstable(table: Standings) -> str:
    """Return the crosstable: the points of each against each, of how many games."""
    rows = [["", "", *(str(line.place) for line in table.lines)]]
    for line in table.lines:
        cells = [_cell(line, other) for other in table.lines]
        rows.append([f"{line.place}.", line.name, *cells])
    return _aligned(rows, left=(1,))


@in_english()
def endings_text(table: Standings) -> str:
    """Return how everyone played the endings that tables cover; "" if there were none."""
    if not any(line.endings for line in table.lines):
        return ""
    rows = [["Endings", "converted", "", "held", "", "saved", "", "plies lost a move", "slips"]]
    rows += [_ending_row(line.name, line.endings or Endings()) for line in table.lines]
    return _aligned(rows, left=(0,))


def games_csv(games: Iterable[GameResult]) -> str:
    rows: list[list[object]] = [
        [
            "number", "round", "opening", "white", "black", "result", "termination", "plies",
            "seconds", "white_seconds", "black_seconds", "trouble", "start",
        ]
    ]  # fmt: skip
    for game in games:
        rows.append(
            [
                game.number, game.round, game.opening + 1, game.white.name, game.black.name,
                game.result, game.termination, len(game.moves), game.seconds, *game.thought,
                game.trouble, game.start_fen,
            ]
        )  # fmt: skip
    return csv_text(rows)


def standings_csv(table: Standings) -> str:
    """Return the standings as CSV; shares are from 0 to 1, and unknown values empty."""
    rows: list[list[object]] = [
        [
            "place", "name", "points", "games", "elo", "error95", "superior_to_next",
            "white_won", "white_drawn", "white_lost", "black_won", "black_drawn", "black_lost",
            "failures", "conversion", "holding", "plies_lost_a_move",
            *(f"against {line.name}" for line in table.lines),
        ]
    ]  # fmt: skip
    for line in table.lines:
        endings = line.endings or Endings()
        rows.append(
            [
                line.place, line.name, line.points, line.total.games, _round(line.elo, 1),
                _round(line.error, 1), _round(line.superior, 4), *astuple(line.tallies[WHITE]),
                *astuple(line.tallies[BLACK]), line.failures, _round(endings.conversion, 4),
                _round(endings.holding, 4), _round(endings.plies_a_move, 3),
                *(_points(line, other) for other in table.lines),
            ]
        )  # fmt: skip
    return csv_text(rows)


def test_words(plan: TournamentPlan, table: Standings) -> str:
    """Return the state of the sequential test without a full stop; "" without a test."""
    test, asked = table.test, plan.sprt
    if test is None or asked is None:
        return ""
    first, second = (each.name for each in plan.participants)
    if test.decided is None:
        told = tr("nothing is decided")
    elif test.decided:
        text = tr("{first} is ahead of {second} by at least {elo:g} Elo")
        told = text.format(first=first, second=second, elo=asked.elo1)
    else:
        text = tr("{first} is ahead of {second} by no more than {elo:g} Elo")
        told = text.format(first=first, second=second, elo=asked.elo0)
    return tr(
        "SPRT of {low:g} against {high:g} Elo: {told}; log likelihood ratio {ratio} "
        "({lower} to {upper}) after {pairs}",
        low=asked.elo0,
        high=asked.elo1,
        told=told,
        ratio=signed(test.ratio, 2),
        lower=signed(test.lower, 2),
        upper=signed(test.upper, 2),
        pairs=dative(test.pairs, "pair"),
    )


def _title(plan: TournamentPlan, table: Standings) -> str:
    where = "" if plan.game == USUAL else f", {plan.game}"
    said = f"{plan.name}{where}: {plan.format.value}, {plural(table.games, 'game')}"
    if table.void:
        said += f" ({table.void} without a result)"
    if table.winner is not None:
        said += f"\nWinner: {plan.participants[table.winner].name}"
    return f"{said}\n{conditions(plan)}"


def _slips(results: Results) -> str:
    """Return the moves that threw a result away by the tables, or ""."""
    found: list[tuple[int, GameResult, Seat, Slip]] = []
    for number, game in sorted(results.items()):
        if game.judged is None:
            continue
        for seat, side in ((game.white, game.judged.white), (game.black, game.judged.black)):
            for slip in side.slips:
                found.append((number, game, seat, slip))
    lines = [_slip(*each) for each in found[:_MOST_SLIPS]]
    if len(found) > _MOST_SLIPS:
        lines += [f"  and {len(found) - _MOST_SLIPS:,} more; the journal has them all"]
    return "\n".join(["Moves that threw a result away", *lines]) if lines else ""


def _slip(number: int, game: GameResult, seat: Seat, slip: Slip) -> str:
    """Return the line of a move that threw a result away: `game 3: Anna was winning and ...`."""
    move = notation(game.game, game.start_fen, game.moves, slip.ply)
    return (
        f"  game {number}: {seat.name} {_BEFORE[slip.before]} and played {move}, "
        f"which {_AFTER[slip.after]}"
    )


def time_losses(results: Results) -> list[str]:
    """Return a sentence about each player that lost on time."""
    played: Counter[str] = Counter()
    late: Counter[str] = Counter()
    for _, game in sorted(results.items()):
        played.update((game.white.name, game.black.name))
        if game.outcome.termination is Termination.TIME:
            late[game.black.name if game.outcome.winner else game.white.name] += 1
    return [
        f"{name} lost {many} of {plural(played[name], 'game')} on time"
        for name, many in late.items()
    ]


def failures(results: Results) -> list[tuple[str, bool]]:
    """Return a sentence about each player that failed, and whether it failed in all its games."""
    failed: dict[str, list[GameResult]] = {}
    played: Counter[str] = Counter()
    for _, game in sorted(results.items()):
        played.update((game.white.name, game.black.name))
        if game.failed is not None:
            failed.setdefault((game.white if game.failed else game.black).name, []).append(game)
    return [
        (_failure(name, games, played[name]), len(games) == played[name])
        for name, games in failed.items()
    ]


def _failure(name: str, games: list[GameResult], played: int) -> str:
    first = games[0]
    text = (
        tr("{name} failed in every game; in game {n}: {trouble}")
        if len(games) == played
        else tr("{name} failed in {many} of {all} games; in game {n}: {trouble}")
    )
    return text.format(
        name=name, many=len(games), all=played, n=first.number, trouble=first.trouble
    )


def _ending_row(name: str, endings: Endings) -> list[str]:
    return [
        name,
        _share(endings.converted, endings.won),
        f"({endings.converted}/{endings.won})",
        _share(endings.held, endings.drawn),
        f"({endings.held}/{endings.drawn})",
        _share(endings.saved, endings.lost),
        f"({endings.saved}/{endings.lost})",
        "" if endings.plies_a_move is None else f"{endings.plies_a_move:.2f}",
        str(endings.slips),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else ""


def _cell(line: Line, other: Line) -> str:
    """Return the score of `line` against `other`: `2.5/4`."""
    if line is other:
        return "—"
    tally = line.against.get(other.participant)
    return f"{tally.points:g}/{tally.games}" if tally is not None else ""


def _points(line: Line, other: Line) -> object:
    tally = line.against.get(other.participant)
    return "" if tally is None else tally.points


def _results(tally: Tally) -> str:
    return f"+{tally.won} ={tally.drawn} {MINUS}{tally.lost}"


def _score(game: GameResult) -> str:
    return game.result.replace("1/2-1/2", "½-½")


def _round(value: float | None, digits: int) -> object:
    return "" if value is None else round(value, digits)


def _aligned(rows: list[list[str]], left: tuple[int, ...]) -> str:
    """Return rows as aligned columns, to the right except for those in `left`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            f"{cell:<{width}}" if number in left else f"{cell:>{width}}"
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


# Knockout -----------------------------------------------------------------------------------------


def bracket_text(plan: TournamentPlan, results: Results) -> str:
    """Return the matches of a knockout round by round, "" for any other format."""
    knockout = pairing_system(plan)
    if not isinstance(knockout, Knockout):
        return ""
    knockout.add(*results.values())
    names = [each.name for each in plan.participants]
    parts = []
    for number in range(1, knockout.rounds + 1):
        bouts = [bout for bout in knockout.bouts if bout.round == number]
        lines = [_match_line(bout, names) for bout in bouts]
        lines += [f"  {names[one]} has a bye" for one in _byes(bouts, number, len(names))]
        title = _ROUNDS.get(knockout.rounds - number, f"Round {number}")
        parts.append("\n".join([title, *lines]) if lines else f"{title}: not drawn yet")
    return "\n".join(parts)


def _byes(bouts: list[Bout], number: int, players: int) -> Iterator[int]:
    """Yield the players without an opponent in the first round."""
    if number == 1:
        playing = {each for bout in bouts for each in (bout.one, bout.other)}
        yield from (each for each in range(players) if each not in playing)


def _match_line(bout: Bout, names: list[str]) -> str:
    """Return a match in a line: `  Anna – Björn  2½–1½`, and who advances after a tie."""
    mine, theirs = bout.points
    line = f"  {names[bout.one]} – {names[bout.other]}"
    line += f"  {_points_text(mine)}–{_points_text(theirs)}" if bout.games else ""
    if bout.winner is None:
        return f"{line}, still to be decided"
    if mine == theirs:
        return f"{line}, {names[bout.winner]} goes on as the better seeded"
    return line


def _points_text(points: float) -> str:
    """Return points as in `2½`."""
    whole, half = divmod(points, 1)
    return f"{int(whole) if whole or not half else ''}{'½' if half else ''}"


# Conditions ---------------------------------------------------------------------------------------


def conditions(plan: TournamentPlan) -> str:
    """Return in one line how many games are played, with which limits, openings, adjudication."""
    pairing = "ordered pair" if plan.format is Format.ROUND_ROBIN else "pair"
    parts = [f"{plural(plan.games, 'game')} for each {pairing}", *_limit_texts(plan.limits)]
    parts += [_opening_text(plan.openings), *_adjudication_texts(plan.adjudication)]
    return "; ".join([*parts, f"seed {plan.seed}"])


def _limit_texts(limits: Limits) -> Iterator[str]:
    if limits.nodes is not None:
        yield f"{plural(limits.nodes, 'node')} a move"
    if limits.depth is not None:
        yield f"depth {limits.depth}"
    if limits.seconds is not None:
        yield f"{limits.seconds:g} s a move"
    if limits.clock is not None:
        yield f"{limits.clock} on the clock"


def _opening_text(openings: OpeningPlan) -> str:
    if openings.chance:
        return f"begun with {plural(openings.chance, 'ply')} by chance"
    if openings.tables:
        text = "" if openings.verdict == "any" else f", {openings.verdict}"
        if openings.distance is not None:
            text += " in {} to {} plies".format(*openings.distance)
        return f"begun from {', '.join(openings.tables)}{text}"
    if openings.file:
        return f"begun from {Path(openings.file).name}"
    if openings.positions:
        return f"begun from {plural(len(openings.positions), 'position')}"
    return "begun from the start"


def _adjudication_texts(how: Adjudication) -> Iterator[str]:
    if how.tables:
        yield "decided by tables"
    if how.resign_score:
        yield f"resigned at {how.resign_score} for {plural(how.resign_moves, 'move')}"
    if how.draw_score is not None:
        yield f"drawn at {how.draw_score} for {plural(how.draw_moves, 'move')}"
    if how.max_moves:
        yield f"drawn after {plural(how.max_moves, 'move')}"
