"""Settings are set in one place, and reach those who own them."""

from millmate import settings
from millmate.gui.settings_store import SettingsStore
from millmate.settings import Settings


def test_owners_learn_once_what_differs(qapp) -> None:
    store, applied, names = SettingsStore(Settings()), [], []
    store.bind(applied.append, "white", "black")
    store.changed.connect(names.append)
    store.set(white="random", black="human", speed=Settings().speed)
    assert applied == [store.current]
    assert names == ["black", "white"]
    store.set(white="random")
    assert len(applied) == 1


def test_what_changes_all_the_time_is_asked_for_when_it_is_read(qapp) -> None:
    store, widths = SettingsStore(Settings()), ["narrow"]
    store.provide(lambda kept: kept.changed(window=widths[0]))
    assert store.current.window == "narrow"
    widths[0] = "wide"
    store.set(white="random")
    assert (store.current.window, store.current.white) == ("wide", "random")


def test_settings_are_saved_or_it_is_said_why_not(qapp, monkeypatch) -> None:
    store, said = SettingsStore(), []
    store.not_saved.connect(said.append)
    store.set(white="random")
    store.save_or_report()
    assert settings.load().white == "random"
    monkeypatch.setattr(settings, "write_atomically", _refuse)
    store.save_or_report()
    assert len(said) == 1
    assert "No room" in said[0]


def _refuse(*_: object) -> None:
    raise OSError(28, "No room")
