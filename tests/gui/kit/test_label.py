"""Labels show all of every letter."""

import pytest

from millmate.gui.kit.label import Label, RichLabel, WrappedLabel


@pytest.mark.parametrize("kind", [Label, WrappedLabel, RichLabel])
@pytest.mark.parametrize("size", [1.0, 1.5, 3.0])
def test_the_dots_of_capital_umlauts_are_not_cut_off(qtbot, kind, size):
    label = kind("ÄÖÜ")
    qtbot.addWidget(label)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * size)
    label.setFont(font)
    label.resize(label.sizeHint())
    as_needed = label.grab().toImage()
    label.resize(label.width(), label.height() + 40)
    with_room = label.grab().toImage()

    def inked(image):
        ground = image.pixelColor(0, image.height() - 1)
        return sum(
            image.pixelColor(x, y) != ground
            for x in range(image.width())
            for y in range(image.height())
        )

    assert inked(as_needed) == inked(with_room) > 0
