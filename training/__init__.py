"""Programs -> measured rows -> models, and how well these choose.  Imports mapper, never the reverse."""
