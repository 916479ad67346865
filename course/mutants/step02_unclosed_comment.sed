# builds: hides the rest of the file
s/SOLUTION END/&\n\/*/
