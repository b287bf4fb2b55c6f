"""A drawn table: scripts become videos, truth and a table file. The eyes never import it."""
