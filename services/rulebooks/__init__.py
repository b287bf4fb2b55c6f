"""Rulebooks told to people: listed, shown, checked, compared, explained."""
