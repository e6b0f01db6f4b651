"""Questions asked of simulations: one list, two compared, one swept."""
