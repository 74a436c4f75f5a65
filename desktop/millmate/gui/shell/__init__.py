"""The frame of the window: services, navigation, commands, files, settings; knows no feature."""
