int declared_bound = 44;
double declared_weights[60][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
