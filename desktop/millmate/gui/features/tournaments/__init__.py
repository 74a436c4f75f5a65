"""Tournaments in the window: create, run, watch and review them."""
