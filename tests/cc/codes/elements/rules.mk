SRC := $(wildcard src/*.c solver/*.c)
OBJ := $(SRC:.c=.o)
%.o: %.c src/fem.h
	$(CC) $(CFLAGS) $(OMP) -c $< -o $@
