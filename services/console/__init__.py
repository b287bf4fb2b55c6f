"""The console: pages, style and scripts as they are served, without a build step."""
