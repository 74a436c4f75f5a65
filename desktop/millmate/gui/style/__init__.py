"""How everything looks: colours, icons, sizes, lists, plots' axes."""
