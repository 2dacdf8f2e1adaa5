"""Films as MP4: H.264, which every browser and telephone plays."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import IO, TYPE_CHECKING

from outwit.errors import UsageError
from outwit.movies.stage import Box, Stage

if TYPE_CHECKING:
    from av.video.frame import VideoFrame
    from PIL.Image import Image

# The number of the colours of high-definition television in the standard.
BT709 = 1
MILLISECOND = Fraction(1, 1000)
# Some players dislike a picture that lasts longer; it is shown again.
LONGEST_FRAME = 1000
# Pictures from one key frame to the next; players seek to key frames.
KEY_FRAMES = 25
# Quality: 18 is nearly lossless, 28 is poor. The rest keeps the coder quick and its memory small.
SETTINGS = {
    "crf": "20",
    "preset": "veryfast",
    "tune": "stillimage",
    "rc-lookahead": "10",
    "bf": "0",
}


class Mp4Writer:
    """Writes pictures to a file as they come; each has its own time."""

    def __init__(self, file: IO[bytes], stage: Stage) -> None:
        """Open a film; raise UsageError if the library for it is missing."""
        try:
            import av
            from av.video.reformatter import ColorRange, Colorspace
        except ImportError:
            raise UsageError("movies as MP4 need av: pip install 'outwit[video]'") from None
        self.container = av.open(file, "w", format="mp4")
        stream = self.container.add_stream("libx264", rate=25, options=SETTINGS)
        stream.width, stream.height = stage.width, stage.height
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = MILLISECOND
        stream.codec_context.gop_size = KEY_FRAMES
        stream.codec_context.thread_count = 2
        # State the colour space, because players guess differently.
        context = stream.codec_context
        context.colorspace = Colorspace.ITU709
        context.color_primaries = context.color_trc = BT709
        context.color_range = ColorRange.MPEG
        self.stream = stream
        self.time = 0
        # The times of the pictures that the coder still holds; it gives them back in order.
        self.spans: deque[int] = deque()

    def begin(self) -> None:
        """Everything is written with the first picture."""

    def add(self, image: Image, boxes: list[Box], milliseconds: int) -> None:
        """Write a picture, as often as its time needs."""
        from av import VideoFrame

        picture: VideoFrame = VideoFrame.from_image(image)  # type: ignore[no-untyped-call]
        frame = picture.reformat(format="yuv420p", dst_colorspace="ITU709")
        left = milliseconds
        while left > 0:
            span = min(left, LONGEST_FRAME)
            self._encode(frame, span)
            left -= span

    def finish(self) -> None:
        """Write the pictures still in the coder, and the index."""
        self._encode(None, 0)

    def close(self) -> None:
        """Give the coder back."""
        self.container.close()

    def _encode(self, frame: VideoFrame | None, span: int) -> None:
        if frame is not None:
            frame.pts, frame.time_base = self.time, MILLISECOND
            self.time += span
            self.spans.append(span)
        for packet in self.stream.encode(frame):
            packet.duration = self.spans.popleft()
            self.container.mux(packet)
