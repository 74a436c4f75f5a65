"""The builder of tables: what is to be built, how far it is, and its dialog."""
