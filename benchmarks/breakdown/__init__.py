"""What each transformation brings: programs with one more at a time, and with all but one."""
