"""What pages share that work through many games or studies: the work, its lines, its file."""
