"""What a model would have done to programs that it has not seen, from measured data, and a page that shows it.

- `data.py`: Measured NPB runs and profiles of one platform, as values; what is missing is reported, not an error.
- `together.py`: OpenMP, and OpenCL on each of several devices of one machine: what their models together would
  have chosen.
- `steps.py`: Times of programs with one transformation more at a time, and with all but one
  (`benchmarks.breakdown`).
- `costs.py`: The micro-benchmarks of a platform as a table for people.
- `nested.py`: The way of choosing, chosen without the program that is predicted: nested folds.
- `predict.py`: Which side a model would choose for programs that it was not trained on.
- `trees.py`: Decision trees as pictures; needs matplotlib.
- `tables.py`: The numbers of a report as rows of text: for the page, the CSV files and the terminal.
- `pictures.py`: The plots of a report; needs matplotlib.  Every function gives a finished figure.
- `relayouts.py`: Copies of arrays in another order: what they bring by region, and what trees choose for shapes
  held out.
- `results.py`: From times and choices to speed-ups, accuracy and shares of the oracle.
- `baselines.py`: Simple ways to choose, beside the model's, with bootstrap intervals over programs.
- `stepplot.py`: The plot of what each transformation brings: a panel for a program, a line for a size; needs
  matplotlib.
- `page.py`: One HTML page of an evaluation, with everything inside, and the same as single pictures and tables.
"""
