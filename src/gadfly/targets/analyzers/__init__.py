"""C analyzers: model checkers, abstract interpreters, symbolic executors and compilers, one file each."""
