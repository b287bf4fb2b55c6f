import hashlib
from pathlib import Path

import av
import pytest

from schemas.errors import NoMoreBetsError
from services.evidence.clip import cut
from services.evidence.ring import Ring


def packets(path: Path) -> list[tuple[float, bytes]]:
    with av.open(str(path)) as container:
        return [
            (float(packet.pts * packet.time_base), bytes(packet))
            for packet in container.demux(container.streams.video[0])
            if packet.pts is not None
        ]


def pictures(path: Path) -> int:
    with av.open(str(path)) as container:
        return sum(1 for _ in container.decode(container.streams.video[0]))


@pytest.mark.parametrize("bframes", [0, 2])
def test_a_clip_holds_the_cameras_own_bytes_from_a_keyframe_on(film, tmp_path, bframes):
    whole = film(name=f"b{bframes}.mp4", bframes=bframes)

    clip = cut(str(whole), (3.5, 8.2), tmp_path)

    kept = packets(tmp_path / clip.file)
    assert {data for _, data in kept} <= {data for _, data in packets(whole)}
    assert min(time for time, _ in kept) == pytest.approx(0, abs=0.1)
    assert clip.begins == pytest.approx(3.0)
    assert clip.ends == pytest.approx(8.2, abs=0.15)
    assert pictures(tmp_path / clip.file) == len(kept)
    assert len(kept) == pytest.approx(5.2 * 25, abs=2)


def test_a_clip_is_kept_under_its_fingerprint_and_cutting_again_gives_the_same(film, tmp_path):
    whole = film()

    clip, again = (cut(str(whole), (2.0, 6.0), tmp_path) for _ in range(2))

    video = (tmp_path / clip.file).read_bytes()
    assert clip == again
    assert clip.file == f"{hashlib.sha256(video).hexdigest()}.mp4"
    assert clip.bytes == len(video)
    assert video.index(b"moov") < video.index(b"mdat")
    assert [path.name for path in tmp_path.iterdir()] == [clip.file]


def test_a_span_that_begins_before_the_file_begins_with_the_file(film, tmp_path):
    clip = cut(str(film()), (-2.5, 1.0), tmp_path)

    assert clip.begins == 0
    assert clip.ends == pytest.approx(1.04, abs=0.05)


def test_a_missing_file_is_refused_in_one_line(film, tmp_path):
    with pytest.raises(NoMoreBetsError, match="no such video"):
        cut(str(tmp_path / "none.mp4"), (0, 1), tmp_path)


def test_a_ring_forgets_whole_groups_and_cuts_what_a_file_would(film, tmp_path):
    whole = film()
    with av.open(str(whole)) as container:
        ring = Ring(container.streams.video[0], kept_seconds=6)
        for packet in container.demux(container.streams.video[0]):
            ring.put(packet)
        begins, ends = ring.reaches

        first, again = (ring.cut((8.4, 10.0), tmp_path) for _ in range(2))

    assert begins == pytest.approx(5.0)
    assert ends == pytest.approx(11.96)
    assert first == again == cut(str(whole), (8.4, 10.0), tmp_path)
