"""The prose check: the words and the sentence length of everything that people read."""
