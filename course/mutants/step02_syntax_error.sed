# builds: a brace too many
s/SOLUTION END/&\n}/
