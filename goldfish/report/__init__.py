"""Results for people: lines for a terminal, and a page that needs nothing but itself."""
