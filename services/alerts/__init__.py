"""Alerts: who is told of an incident, over which channel, and the proof that they were."""
