"""Pages in a real browser: what axe says of them, how they are laid out, and on how many pages they print."""
