"""Table verdicts for the position shown: looked up in a thread, shown as texts and lists."""
