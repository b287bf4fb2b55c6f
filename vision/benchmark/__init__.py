"""How well the eyes see, measured on drawings they were not tuned on."""
