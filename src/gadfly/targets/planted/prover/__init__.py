"""A second C analyzer of our own with switchable defects: it proves or refutes checks for all inputs."""
