"""Records: every way to take a match out and bring it in.

    record = records.read(data)              # the format is recognised
    records.write(record, "text")            # or a plain match: records.write(match, "gif")

`docs/records.md` describes the formats.
"""

from .formats import FORMATS, Format, read, read_position, recognise, write
from .pictures import can_draw, picture
from .record import Record

__all__ = ["FORMATS", "Format", "Record", "can_draw", "picture", "read", "read_position", "recognise", "write"]
