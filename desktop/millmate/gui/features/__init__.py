"""The features of the window; none imports another."""
