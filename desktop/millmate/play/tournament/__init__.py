"""Tournaments: the plan, its games, the journal they are kept in, and who plays them where.

`plan` says what is to be played and `plan_file` how that is written; `schedule` turns it into
games, `game` plays one, `journal` keeps them, `tournament` runs it all; `standings` and `report`
are derived from the journal.
"""
