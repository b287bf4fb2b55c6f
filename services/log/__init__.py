"""Where events are kept: the port, and its embedded and Kafka adapters."""
