static unsigned long seed = 12345;
double drand()
{
    seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return seed / 2147483648.0;
}
void srnd(s) unsigned long s; { seed = s; }
