"""What all compiling shares: the context of a text, dispatch by kind of node, subjects, vocabulary, grants."""
