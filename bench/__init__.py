"""What it costs and how often it errs: each speed stands beside a peer or a limit of the same run."""
