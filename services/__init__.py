"""Judging, keeping and telling: the referee and the auditor, the log, the casebook, the herald, the console."""
