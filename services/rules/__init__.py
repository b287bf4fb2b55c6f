"""The referee: pure decisions about rounds, spins and bets."""
