"""Learning the weights of the score on generated boards."""
