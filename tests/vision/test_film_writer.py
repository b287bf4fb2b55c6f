"""A film for people to look at plays as far as it was written, however it ended."""

import av
import numpy as np

from vision.film_writer import FilmWriter


def frames_of(path):
    with av.open(str(path)) as film:
        return sum(1 for _ in film.decode(video=0))


def test_a_film_that_is_broken_off_plays(tmp_path):
    film = FilmWriter(tmp_path / "whole.mp4")
    for nth in range(150):
        film.add(np.full((90, 160, 3), nth, np.uint8), nth * 40_000)

    (tmp_path / "broken.mp4").write_bytes((tmp_path / "whole.mp4").read_bytes())
    film.close()

    assert 30 <= frames_of(tmp_path / "broken.mp4") < 150
    assert frames_of(tmp_path / "whole.mp4") == 150
