"""The evaluation graph: how a game went, by tables and by what an engine has found."""
