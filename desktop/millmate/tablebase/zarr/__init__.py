"""Tables of chess as Zarr arrays, which other programs read; earlier versions stored them so."""
