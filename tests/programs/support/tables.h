/* Functions over variables that only their own file can name. */
double table_value(int i);
double table_scaled(int i);
void table_start(double factor);
void table_store(int i, double value);
double table_stored(int i);
double table_kept(int i);
