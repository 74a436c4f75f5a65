"""Which language the window speaks, and how what stands on widgets follows it."""
