"""The common part of all compiling: the context of a text, dispatch by kind of node, subjects, vocabulary, grants."""
