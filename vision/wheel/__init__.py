"""The wheel's eye: calibrate it on a video, then let it look."""
