"""A real RTSP camera for the tests, run with the system's python3: plays a film once, from its beginning, on a port."""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

film, port = sys.argv[1:3]
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(port)
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(f"( filesrc location={film} ! qtdemux ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1 )")
server.get_mount_points().add_factory("/wheel", factory)
server.attach(None)
print("ready", flush=True)
GLib.MainLoop().run()
