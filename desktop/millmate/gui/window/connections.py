"""The signal connections between the parts of the window."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut

from millmate.gui.kit.translator import translator
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.window.controlled_window import ControlledWindow
from millmate.settings import Settings


def connect_parts(w: ControlledWindow) -> None:
    """Connect services, panels and controllers."""
    _connect_services(w)
    _connect_panels(w)
    _connect_settings(w)
    w.column.add_strip(w.square_map.strip)
    QShortcut(QKeySequence("Esc"), w, lambda: _dismiss(w))


def _connect_services(w: ControlledWindow) -> None:
    notifications, workspace = w.notifications, w.workspace
    w.store.not_saved.connect(notifications.status)
    w.probe.found.connect(w.setup.show_answer)
    workspace.set_up_shown.connect(lambda: _show_set_up(w))
    workspace.set_up_shown.connect(notifications.dismiss)


def _show_set_up(w: ControlledWindow) -> None:
    """Show the panel that sets up; explorer and course stay beside the positions that they send."""
    w.navigation.choose(Panel.SET_UP)
    if w.navigation.page is not Page.EXPLORE and not w.training.course.sending:
        w.navigation.show(Page.BOARD)


def _connect_panels(w: ControlledWindow) -> None:
    for view in w.views:
        view.board.addActions(list(w.commands.values()))
    w.setup.edit_wanted.connect(w.commands["edit"].trigger)
    w.typing.opened.connect(w.column.show_field)


def _connect_settings(w: ControlledWindow) -> None:
    """Apply the settings of panels, and collect their values when the settings are read."""
    store, current = w.store, w.store.current
    w.setup.set_engines(w.engines.recipes)
    w.engines.changed.connect(w.setup.set_engines)
    w.setup.restore_state(current)
    for view in w.views:
        view.board.set_flipped(current.flipped)
        view.restore_state(current)
        store.provide(view.save_state)
    store.provide(w.setup.save_state)
    store.provide(lambda settings: settings.changed(flipped=w.views.board.flipped))
    store.bind(w.setup.choose_players, "white", "black")

    def apply_appearance() -> None:
        for view in w.views:
            view.board.set_animated(w.appearance.moving, w.appearance.chosen.speed)
        w.analysis.bar.animated = w.appearance.moving

    def allow_hovering(settings: Settings) -> None:
        w.services.hovering.allow(settings.hover_boards)

    store.bind(allow_hovering, "hover_boards")
    allow_hovering(current)
    w.appearance.changed.connect(apply_appearance)
    w.appearance.show()
    translator.changed.add(w, w.commands.refresh)  # texts that depend on more than the language


def _dismiss(w: ControlledWindow) -> None:
    """Hide the messages on both pages, and the position that is pointed at."""
    w.services.hovering.dismiss()
    w.notifications.dismiss()
    for feature in w.services.features:
        feature.dismiss()
