"""What runs: hosts of the pure processors, cameras, and the engine that holds them together."""
