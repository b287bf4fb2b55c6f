"""Eyes: frames and a calibration in, observations out. Knows `schemas`, publishes nothing."""
