"""`interrogation`: an analyzer's own answers about one program say what it must answer about the next."""

from gadfly.techniques.interrogation.modes import Interrogation, MetamorphicResults, MetamorphicTesting

__all__ = ["Interrogation", "MetamorphicResults", "MetamorphicTesting"]
