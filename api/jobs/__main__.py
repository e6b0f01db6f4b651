"""`python -m api.jobs`: the process that plays jobs. Those that it starts import this module, and nothing more."""

if __name__ == "__main__":
    import sys

    from api.jobs.process import main

    sys.exit(main(sys.argv[1:]))
