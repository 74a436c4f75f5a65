"""Rules, notation and symmetry of the games; no numerics, no files, no Qt."""
