"""The services shared by the window's controllers; each receives the few it needs."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QWidget

from millmate.errors import MillMateError
from millmate.games.morris.variants import STANDARD, Variant, VariantError, variant
from millmate.gui.boards.small_boards import Hovering
from millmate.gui.kit.translator import translator
from millmate.gui.shell.appearance import Appearance
from millmate.gui.shell.board_tabs import BoardTabs
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.position_builds import SmallBuilds
from millmate.gui.shell.builds.tables_folder import TablesFolder
from millmate.gui.shell.frame.commands import Commands, KeyBindings, all_commands
from millmate.gui.shell.frame.navigation import Links, Navigation, Notifications
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.game_view import ChessGameView, GameView, GameViews, MorrisGameView
from millmate.gui.shell.play.engines import GAME, Engines, may_start
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.probe.external_tables import ExternalDirectories
from millmate.gui.shell.probe.probe_service import ProbeService
from millmate.gui.shell.workspace import Requests, Workspace
from millmate.settings import Settings


class Feature(Protocol):
    """The window's interface to a feature; see `shell.feature`."""

    @property
    def running(self) -> bool: ...

    def may_close(self) -> bool: ...

    def dismiss(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one window, which is also the parent of dialogs."""

    window: QWidget
    folder: TablesFolder
    tables_dir: Path
    settings: SettingsStore
    notifications: Notifications
    navigation: Navigation
    commands: Commands
    appearance: Appearance
    keys: KeyBindings
    requests: Requests
    game: GameController
    views: GameViews
    workspace: Workspace
    probe: ProbeService
    engines: Engines
    build: BuildRun
    small_builds: SmallBuilds
    tabs: BoardTabs
    hovering: Hovering
    links: Links
    features: list[Feature] = field(default_factory=list)


def _variant(key: str) -> Variant:
    """Return the variant of morris that settings name, the standard game for an unknown one."""
    try:
        return variant(key)
    except VariantError:
        return STANDARD


def make_services(window: QWidget, settings: SettingsStore, pace: float) -> Services:
    """Return the services of `window`; `pace` is the minimum seconds between engine moves."""
    current = settings.current
    appearance = Appearance(settings, window)  # before there are widgets, for that is fast
    folder = TablesFolder(settings, window)
    folder.ask(window)
    tables_dir = folder.path
    navigation, requests = Navigation(window), Requests(window)
    commands = Commands(all_commands(), navigation, window)
    game = GameController(tables_dir, pace, window)
    game.may_start = lambda specs: may_start(window, specs, GAME)
    game.acted.connect(requests.issue)
    chess = ChessGameView(game, _start(current, ChessGameView, "start_fen"))
    rules = _variant(current.morris_rules)
    start = _start(current, MorrisGameView, "morris_start")
    morris = MorrisGameView(game, start, rules)
    models = {view.kind: view.editor.model for view in (chess, morris)}
    workspace = Workspace(game, models, requests, window)
    probe = ProbeService(tables_dir, window, ExternalDirectories(current.syzygy, current.gaviota))
    build = BuildRun(tables_dir, window)
    build.trouble = folder.trouble
    views, notifications = GameViews((chess, morris), workspace), Notifications(window)
    settings.not_saved.connect(notifications.status)
    hovering = Hovering(window, views.orientation_of)
    settings.bind(lambda kept: hovering.allow(kept.hover_boards), "hover_boards")
    hovering.allow(current.hover_boards)
    translator.changed.add(window, commands.refresh)  # texts that depend on more than the language
    return Services(
        window,
        folder,
        tables_dir,
        settings,
        notifications,
        navigation,
        commands,
        appearance,
        KeyBindings(commands, settings, navigation, window),
        requests,
        game,
        views,
        workspace,
        probe,
        Engines(settings, commands, window),
        build,
        SmallBuilds(probe, build, settings, window),
        BoardTabs(workspace, views, navigation, notifications, commands),
        hovering,
        Links(window),
    )


def _start(current: Settings, view: type[GameView], field: str) -> str:
    """Return the start position from a field of the settings, or the default if it is invalid."""
    try:
        return view.position(getattr(current, field))
    except MillMateError:
        return view.position(getattr(Settings(), field))
