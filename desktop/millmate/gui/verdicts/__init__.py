"""What tables say of the position shown: asked for by a thread, told in words and lists."""
