"""What is installed besides our own code: whether anything in the locks is known to be at fault."""
