"""Forwards connections to a server. Cuts the first one when the first vote is answered, and drops that answer.

Usage: cutting_proxy.py HOST PORT
Prints its own port.
"""

import signal
import socket
import sys
import threading

# The test's thread may block SIGTERM, with which it ends this process.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
target = (sys.argv[1], int(sys.argv[2]))
uncut = threading.Semaphore(1)


def end(*ends):
    for one in ends:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # already closed


def serve(client):
    server = socket.create_connection(target)
    cuts = threading.Event()
    threading.Thread(target=upstream, args=(client, server, cuts), daemon=True).start()
    while data := server.recv(1 << 16):
        if cuts.is_set():
            print("cut", file=sys.stderr, flush=True)
            break
        client.sendall(data)
    end(client, server)


def upstream(client, server, cuts):
    while data := client.recv(1 << 16):
        if b'"rounds.vote"' in data and uncut.acquire(blocking=False):
            cuts.set()
        server.sendall(data)
    end(client, server)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
