"""Who plays against the person in drills, by the values of the setting `drill_opponent`."""

from millmate.language import mark

TITLE = mark("Opponent in drills")
TIP = mark(
    "Perfect play lasts longest when lost. Who sets problems leaves you the fewest right moves. As "
    "in theory: the replies of the course's lines where the position is in one, elsewhere perfect. "
    "The others err as people of their Elo do."
)
OPPONENTS = {
    "perfect": mark("Perfect (table)"),
    "problems": mark("Sets problems"),
    "theory": mark("As in theory"),
    "2060": mark("Errs as an expert (2060)"),
    "1800": mark("Errs as a strong player (1800)"),
    "1500": mark("Errs as a club player (1500)"),
    "1000": mark("Errs as a casual player (1000)"),
    "600": mark("Errs as a beginner (600)"),
}
