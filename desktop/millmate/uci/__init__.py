"""The Universal Chess Interface, spoken both ways: other engines driven, our search offered."""
