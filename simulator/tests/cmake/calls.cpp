/* A program of the host, which another compiler links. */
extern "C" int twice(int v);

int main()
{
    return twice(21) != 42;
}
