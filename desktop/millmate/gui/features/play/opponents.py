"""The opponents of a person as tiles, and the strength of one that plays like a person."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QSizePolicy, QSlider, QToolButton, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_choice
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import Segments, hbox, keep_place, vbox
from millmate.gui.shell.play.faces import face
from millmate.language import mark, tr
from millmate.players.engine_recipe import EngineRecipe, level_text
from millmate.players.spec import PROBLEMS, STYLE, TABLE, PlayerSpec
from millmate.search.levels import names_of

_USUAL = 1500  # Elo of the opponent that plays like a person, at first
_PERSON, _FRIEND, _ENGINE = "person", "human", "engine"
_TILES = {
    TABLE: (TABLE, mark("Perfect")),
    PROBLEMS: (f"{TABLE}:{STYLE}={PROBLEMS}", mark("Sets problems")),
    _PERSON: (f"strong:elo={_USUAL}", mark("Like a person")),
    "strong": ("strong:seconds=1.0", mark("Strong search")),
    _FRIEND: ("human", mark("A friend")),
    _ENGINE: ("", ""),  # the first engine of another program, by its name
}
_COLUMNS, _LARGE = 3, 1.2  # tiles in a row, and the size of letters for one less
_FACE = 24  # pixels


class Opponents(QWidget):
    """Tiles of opponents, the side that the person plays, and a slider for a person's strength.

    `chosen` carries the texts of two players by their sides.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.tiles = {key: self._tile(key) for key in _TILES}
        self._texts = {key: text for key, (text, _) in _TILES.items()}
        self._specs: Mapping[bool, PlayerSpec] = {}
        self._group = QButtonGroup(self)
        self._grid = QGridLayout()
        self._grid.setSpacing(theme.GRID // 2)
        for tile in self.tiles.values():
            self._group.addButton(tile)
        self._arrange()
        self.side = Segments({True: mark("White"), False: mark("Black")}, mark("You play"))
        self.side.chosen.connect(self._choose_side)
        self.level, self._about = QSlider(Qt.Orientation.Horizontal), Label()
        bind_text(self.level, name=mark("Strength of the opponent"))
        self.level.valueChanged.connect(self._choose_level)
        keep_place(self.level)
        said = bind_text(Label(), text=mark("You play"))
        strength = hbox((self.level, 1), self._about)
        vbox(self._grid, hbox(said, self.side, None), strength, within=self)
        self._elos: list[int] = []
        on_retranslate(self, self._describe)

    def _arrange(self) -> None:
        """Put the tiles into columns, fewer of them where letters are large."""
        columns = _COLUMNS if theme.text_scale() <= _LARGE else _COLUMNS - 1
        for place, tile in enumerate(self.tiles.values()):
            self._grid.addWidget(tile, *divmod(place, columns))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _tile(self, key: str) -> QToolButton:
        tile = bind_text(_Tile(), text=_TILES[key][1], name=_TILES[key][1])
        tile.setCheckable(True)
        tile.setProperty("tile", True)
        tile.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        tile.setIconSize(QSize(_FACE, _FACE))
        tile.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if key != _ENGINE:
            tile.setIcon(face(PlayerSpec.parse(_TILES[key][0])))
        tile.clicked.connect(lambda: self._choose(key))
        return tile

    def set_engines(self, engines: list[EngineRecipe]) -> None:
        """Offer the first of these engines."""
        tile = self.tiles[_ENGINE]
        self._texts[_ENGINE] = str(PlayerSpec.of_engine(engines[0])) if engines else ""
        if engines:
            tile.setText(engines[0].title)
            tile.setAccessibleName(engines[0].title)
            tile.setIcon(face(PlayerSpec.of_engine(engines[0])))

    def show_players(
        self, specs: Mapping[bool, PlayerSpec], game: str, offers: Callable[[PlayerSpec], bool]
    ) -> None:
        """Show who plays; `offers` says whether a player can play `game`."""
        self._specs = specs
        for key, tile in self.tiles.items():
            text = self._texts[key]
            tile.setVisible(bool(text) and offers(PlayerSpec.parse(text)))
        people = [side for side, spec in specs.items() if spec.kind == "human"]
        if len(people) == 1:
            self.side.choose(people[0])
        key = self._key_of(specs[not self.side.value]) if people else ""
        self._group.setExclusive(False)  # so that none may be on
        for each, tile in self.tiles.items():
            tile.setChecked(each == key)
        self._group.setExclusive(True)
        self._elos = list(names_of(game))
        strong = specs[not self.side.value].strong
        elo = None if strong is None or not people else strong.elo
        self.level.setVisible(elo is not None)
        self._about.setVisible(elo is not None)
        if elo is not None:
            self.level.blockSignals(True)
            self.level.setRange(0, len(self._elos) - 1)
            nearest = min(self._elos, key=lambda each: abs(each - elo))
            self.level.setValue(self._elos.index(nearest))
            self.level.blockSignals(False)
        self._describe()

    @staticmethod
    def _key_of(spec: PlayerSpec) -> str:
        """Return the key of the tile of a player, "" for none."""
        if spec.engine is not None:
            return _ENGINE
        if spec.strong is not None and spec.strong.elo is not None:
            return _PERSON
        if spec.kind == TABLE and dict(spec.options).get(STYLE) == PROBLEMS:
            return PROBLEMS
        return spec.kind

    def _describe(self) -> None:
        if self._elos:
            text = level_text(f"elo={self._elos[self.level.value()]}", "", tr, rated=True)
            self._about.setText(text)
            self.level.setAccessibleDescription(text)

    def _choose(self, key: str) -> None:
        own = self.side.value
        self.chosen.emit({own: "human", not own: self._texts[key]})

    @Slot(object)
    def _choose_side(self, own: bool) -> None:
        """Let the person play the other side, and the opponent the person's."""
        people = [side for side, spec in self._specs.items() if spec.kind == "human"]
        if len(people) == 1 and people[0] is not own:
            self.chosen.emit({side: str(self._specs[not side]) for side in self._specs})

    @Slot(int)
    def _choose_level(self, place: int) -> None:
        self._texts[_PERSON] = f"strong:elo={self._elos[place]}"
        self._choose(_PERSON)


class _Tile(QToolButton):
    accessible = as_choice(QAccessible.Role.RadioButton)
