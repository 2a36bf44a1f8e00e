"""Run the `skipper` command as `python -m skipper`."""

from skipper.cli import main

if __name__ == "__main__":
    main(prog_name="skipper")
