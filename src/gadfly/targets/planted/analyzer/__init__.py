"""The planted analyzer: a small exact checker for C with switchable defects."""
