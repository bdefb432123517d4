#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Serves a folder on 127.0.0.1 and prints the address.

usage: serve_web.py FOLDER [PORT]

PORT defaults to 8000, or the next free one; 0 takes any."""
import functools
import http.server
import pathlib
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript",
                      ".wasm": "application/wasm", ".svg": "image/svg+xml"}

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")  # a new build is seen at once
        super().end_headers()

    def log_message(self, *_):
        pass


def listen(folder, port):
    handler = functools.partial(Handler, directory=str(folder))
    for candidate in range(port, port + (20 if port else 1)):
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
    sys.exit(f"serve_web: no port is free from {port} to {port + 19}")


def main():
    folder, port = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8000
    if not (folder / "index.html").is_file():
        sys.exit(f"serve_web: there is no {folder}/index.html")
    server = listen(folder, port)
    print(f"http://127.0.0.1:{server.server_address[1]}/    (ctrl+C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
