"""Where players meet: referee, time control, schedule, tournament, its file, workers."""
