"""The words of Barricado in the reader's language. Its catalogues are in `languages`."""

from __future__ import annotations

from stockade.core.language import Words

WORDS = Words(__package__)
say, counted, noun = WORDS.say, WORDS.counted, WORDS.noun
