"""The auditor: what bets are owed, against what was paid and collected."""
