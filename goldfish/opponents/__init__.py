"""Who sits opposite: one who only passes, one who follows a script of data, or a second list."""
