"""Help where it is needed: the first start, the tour, the keys."""
