from collections.abc import Iterator

import pytest
from tests.uci.conversation import Conversation


@pytest.fixture
def engine() -> Iterator[Conversation]:
    """Return a conversation with an engine that has just been started."""
    conversation = Conversation()
    yield conversation
    assert conversation.service.close(10)
