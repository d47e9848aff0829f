"""`laws`: abstract domains under their own algebra and under concrete states."""

from gadfly.techniques.laws.session import Laws, LawsDirect, LawsFuzzer

__all__ = ["Laws", "LawsDirect", "LawsFuzzer"]
