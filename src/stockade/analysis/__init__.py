"""What a played game teaches: chances over time, luck and skill, and the costliest mistakes with better choices."""

from stockade.analysis.analyse import Cancelled, analyse, rehearse
from stockade.analysis.findings import Analysis, Decision, Luck, Mistake, Moment
from stockade.analysis.settings import SETTINGS, Setting, setting_of

__all__ = [
    "SETTINGS",
    "Analysis",
    "Cancelled",
    "Decision",
    "Luck",
    "Mistake",
    "Moment",
    "Setting",
    "analyse",
    "rehearse",
    "setting_of",
]
