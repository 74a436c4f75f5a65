"""Commands, menus, keys, navigation, notifications and the settings that the window keeps."""
