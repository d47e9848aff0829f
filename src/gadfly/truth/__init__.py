"""Who is right: judging verdicts against truths, and certifying truths independently of their makers."""
