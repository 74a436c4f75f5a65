"""Builds of tables: plans, progress, and small tables built without being asked for."""
