"""Pictures become an H.264 file whose every frame has its exact time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import av

from vision.frame import Image

CRF = 20
"""Picture quality: lower is finer and larger; above about 26 a chip's thin edge lines begin to smear."""
PRESET = "ultrafast"
"""How hard the encoder tries: slower presets make smaller files, and rendering an act takes longer."""
TICKS = 90_000
"""Parts of a second in which an uneven film tells its frames' times."""

Taken = Callable[[int], float]
"""When frame n was taken, in seconds from the film's beginning."""


def encode(
    frames: Iterable[Image | None], path: Path, fps: int, progress: Callable[[int], None] | None = None, *,
    crf: int = CRF, taken: Taken | None = None,
) -> int:
    """Write the pictures as a video and say how many there were; the file appears only when it is complete."""
    count = 0
    for count in encoding(frames, path, fps, crf=crf, taken=taken):
        if progress is not None:
            progress(count)
    return count


def encoding(
    frames: Iterable[Image | None], path: Path, fps: int, *, crf: int = CRF, taken: Taken | None = None
) -> Iterator[int]:
    """The same, one picture at a time: says after each how many it has written. A frame that is none was lost.

    `taken` where the frames do not come evenly: each is written with its own time.
    """
    clock = Fraction(1, fps if taken is None else TICKS)
    part = path.with_name(f".{path.name}.part")
    try:
        with av.open(str(part), "w", format="mp4", options={"movflags": "+faststart"}) as container:
            stream: av.VideoStream | None = None
            for index, image in enumerate(frames):
                if image is None:
                    continue
                stream = stream or _stream(container, fps, image, crf, clock)
                picture = av.VideoFrame.from_ndarray(image, format="bgr24")
                picture.pts = index if taken is None else round(taken(index) * TICKS)
                picture.time_base = clock
                container.mux(stream.encode(picture))
                yield index + 1
            if stream is not None:
                container.mux(stream.encode(None))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _stream(
    container: av.container.OutputContainer, fps: int, image: Image, crf: int, clock: Fraction
) -> av.VideoStream:
    """A keyframe every second, so that evidence can be cut without re-encoding; no frame refers to a later one."""
    stream = container.add_stream("libx264", rate=fps)
    stream.height, stream.width = image.shape[:2]
    stream.pix_fmt = "yuv420p"
    stream.time_base = stream.codec_context.time_base = clock
    stream.codec_context.gop_size = fps
    stream.codec_context.max_b_frames = 0
    stream.options = {"preset": PRESET, "crf": str(crf), "sc_threshold": "0"}
    return stream
