"""Who can play: the choice for each side, engines and what can be set in them."""
