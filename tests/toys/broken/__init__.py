"""Relatives of the healthy toy that each break one law, in the rooms in which the kit's checks stand.

`BROKEN` maps the name of a broken toy to the check of the conformance kit that must catch it, words that the message
must hold, and the toy itself.
"""

from toys.broken import copies, ordering, repetition, secrecy, telling
from toys.broken.base import BROKEN

__all__ = ["BROKEN", "copies", "ordering", "repetition", "secrecy", "telling"]
