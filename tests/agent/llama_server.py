"""llama.cpp's own server with a model file, on a free port: `python -m tests.agent.llama_server MODEL`.

Prints its address, and serves until its standard input is closed.
"""

import sys

import xllamacpp


def main():
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 1  # waiting threads spin, which starves tests beside it
    params.use_jinja = True
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
