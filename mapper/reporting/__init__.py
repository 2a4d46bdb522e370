"""What users and tools read about each loop and each message, and what fails a build.

- `report.py`: The verdict on each loop, for people and for programs: summary line, remarks, JSON, table of
  features.
- `conditions.py`: What the run-time library looks at before each launch of a kernel; if not all holds, the
  CPU runs the loop.
- `explanations.py`: What each code means and what to do about it, as the page on remarks has it.
- `messages.py`: Messages of a command as text, or as one document for programs: gcc's JSON, or SARIF 2.1.0.
- `gates.py`: Gates of a build: loops that must be offloadable, the reasons that are errors, and the user's
  waivers.
- `gate_words.py`: Words of command lines about gates: which loops must be offloadable, and which reasons are
  errors.
"""
