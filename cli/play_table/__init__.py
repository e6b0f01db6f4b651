"""Playing at the terminal: lists to seats, what happened in words, the table with its questions, and saved games."""
