# builds: nothing is left of the file
d
