"""Exact endgame tables: plan, build, store, probe, verify."""
