"""Units -> `Program`: parallel regions, and for each work-shared loop a kernel or the reason why there is none."""
