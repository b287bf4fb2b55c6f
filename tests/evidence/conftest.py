from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """A short H.264 file with a bright square that moves, a keyframe every second."""
    folder = tmp_path_factory.mktemp("film")

    def make(name: str = "layout.mp4", seconds: float = 12.0, fps: int = 25, bframes: int = 0) -> Path:
        path = folder / name
        with av.open(str(path), "w") as container:
            options = {"preset": "ultrafast", "bf": str(bframes), "g": str(fps)}
            stream = container.add_stream("libx264", rate=fps, options=options)
            stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
            stream.codec_context.gop_size = fps
            stream.codec_context.max_b_frames = bframes
            for nth in range(int(seconds * fps)):
                image = np.full((180, 320, 3), 40, np.uint8)
                x = nth * 3 % 280
                image[60:100, x : x + 40] = (30, 200, 90)
                for packet in stream.encode(av.VideoFrame.from_ndarray(image, "bgr24")):
                    container.mux(packet)
            for packet in stream.encode(None):
                container.mux(packet)
        return path

    return make
