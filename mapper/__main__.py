"""`python -m mapper` is the `mapper` command."""

from mapper.cli import main

if __name__ == "__main__":
    main()
