"""The endings that Home offers, and which of them on which day."""

from datetime import date, timedelta

from millmate.gui.features.home.news import AT_ONCE, OFFERED, Offer, endings, of_the_day

ENDINGS = endings()

DAY = date(2026, 11, 23)
DAYS = [DAY + timedelta(days) for days in range(120)]


def test_the_same_three_are_offered_all_day_and_others_on_another_day():
    offers = [Offer(ending) for ending in ENDINGS]
    seen = {of_the_day(day, offers) for day in DAYS}
    assert of_the_day(DAY, offers) == of_the_day(DAY, iter(offers))
    assert {len(each) for each in seen} == {OFFERED}
    assert {offer.ending for each in seen for offer in each} == set(ENDINGS)


def test_what_can_be_played_at_once_comes_before_what_takes_long():
    ready, quick = Offer(ENDINGS[0]), Offer(ENDINGS[1], 3, 1000, AT_ONCE)
    slow = [Offer(ending, 20, 10**8, 60.0) for ending in ENDINGS[2:]]
    for day in DAYS:
        assert of_the_day(day, [*slow, quick, ready])[:2] == (ready, quick)


def test_a_game_of_morris_is_offered_if_it_can_be_played_at_once():
    def games(morris: Offer) -> set[str]:
        others = [Offer(ending) for ending in ENDINGS if ending.position.game.kind == "chess"]
        found = (of_the_day(day, [*others, morris]) for day in DAYS)
        return {" ".join(sorted(each.ending.position.game.kind for each in day)) for day in found}

    (ending,) = (each for each in ENDINGS if each.position.game.kind == "morris")
    assert games(Offer(ending, 1, 1000, AT_ONCE)) == {"chess chess morris"}
    assert games(Offer(ending, 20, 10**8, 60.0)) == {"chess chess chess"}
