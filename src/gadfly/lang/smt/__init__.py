"""SMT-LIB: read, print, sort, evaluate under a model. Independent of every solver."""
