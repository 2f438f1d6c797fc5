"""A suite of generated boards on which strategies are measured, with proved facts and baselines."""
