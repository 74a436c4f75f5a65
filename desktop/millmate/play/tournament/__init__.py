"""Tournaments.

`plan` says what to play and `plan_file` reads and writes it as TOML; `schedule` turns a plan into
games, `game_runner` plays one, `worker_pools` several at once, `journal` stores the results, and
`tournament` runs it all. `standings` and `report` are derived from the journal.
"""
