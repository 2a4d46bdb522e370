"""The drop-in compiler `mapper-cc`: takes gcc's command lines, and translates the whole program when linking."""
