"""The API: one door for the console, the desk and the analyst."""
