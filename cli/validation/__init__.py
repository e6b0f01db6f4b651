"""`riftcheck validate`: lists and teams as judged, at the terminal, as a table and as a sheet to print."""
