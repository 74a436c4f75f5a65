"""Table values of the position shown: texts, lists and the square map."""
