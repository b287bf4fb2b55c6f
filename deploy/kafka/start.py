"""Run a Kafka broker on this machine without Docker: `python deploy/kafka/start.py [--port 9092] [--data DIR]`."""

import argparse
import signal
import sys
from pathlib import Path

from schemas.errors import NoMoreBetsError
from services.log.broker import Broker


def main() -> int:
    """Fetch it if need be, start it, and stay until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=9092)
    parser.add_argument("--data", type=Path, default=Path("data/kafka"))
    told = parser.parse_args()
    broker = Broker(told.data, port=told.port)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        print(f"Kafka listens on {broker.start()}; Ctrl-C ends it. NOMOREBETS_KAFKA={broker.bootstrap}", flush=True)
        return broker.wait()
    except NoMoreBetsError as wrong:
        print(f"nomorebets: {wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0
    finally:
        broker.stop()


if __name__ == "__main__":
    sys.exit(main())
