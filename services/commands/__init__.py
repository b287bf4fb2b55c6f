"""The subcommands of `nomorebets`, one module each."""
