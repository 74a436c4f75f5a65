"""The frame of the window: services, navigation, commands, files, settings; imports no feature."""
