"""Evidence: clips of an incident as the cameras wrote them, kept under their fingerprints."""
