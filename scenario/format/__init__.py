"""The format of scenario files: nodes with their place, reserved words, the reader."""
