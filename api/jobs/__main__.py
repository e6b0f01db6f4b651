"""`python -m riftcheck.api.jobs`: the process that plays jobs. Those that it starts import only this module."""

if __name__ == "__main__":
    import sys

    from riftcheck.api.jobs.process import main

    sys.exit(main(sys.argv[1:]))
