"""`millmate serve`: answer for the tables over HTTP, as lila-tablebase does."""

import argparse
import ipaddress
import sys

from millmate import paths
from millmate.cli.arguments import add_tables, whole_number
from millmate.errors import InputError

_MOST = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="the address to listen on (default: 127.0.0.1, this machine alone)",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, _MOST, "port"),
        default=9000,
        metavar="N",
        help="the port to listen on (default: 9000; 0: any free one)",
    )
    add_tables(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from millmate.serve.server import listen, server
    except ModuleNotFoundError as error:
        raise InputError(
            f"the server needs the package {error.name}: install it with "
            "pip install 'millmate[serve]'"
        ) from None
    with listen(args.host, args.port) as listener:
        host, port = listener.getsockname()[:2]
        place = f"[{host}]" if ":" in host else host
        if not ipaddress.ip_address(host.partition("%")[0]).is_loopback:
            print(
                "millmate serve: everyone who reaches this machine over the network may ask; "
                "without --host only programs on this machine may",
                file=sys.stderr,
            )
        directory = args.tables or paths.tables_dir()
        print(f"serving {directory} at http://{place}:{port}; end with Ctrl-C", flush=True)
        server(directory).run(sockets=[listener])
    return 0
