#!/bin/sh
# Do the documents state the figures that were measured? Fills the figures of bench/results/figures.csv into each sentence
# of figures.txt, and looks for the sentence in its document, however its lines are broken.
# usage: figures.sh ROOT
set -eu
cd "$1"
awk '
    FILENAME ~ /\.csv$/ { comma = index($0, ","); value[substr($0, 1, comma - 1)] = substr($0, comma + 1); next }
    /^#/ || /^$/ { next }
    {
        colon = index($0, ": "); document = substr($0, 1, colon - 1); sentence = substr($0, colon + 2); missing = ""
        while (match(sentence, /\{[a-z0-9_]+\}/)) {
            name = substr(sentence, RSTART + 1, RLENGTH - 2)
            if (!(name in value)) { missing = name; break }
            used[name] = 1
            sentence = substr(sentence, 1, RSTART - 1) value[name] substr(sentence, RSTART + RLENGTH)
        }
        count++
        if (missing != "") { print "tests/law/figures.txt: no figure is called " missing; failed = 1; next }
        if (!(document in text)) {
            while ((getline line <document) > 0) text[document] = text[document] " " line
            gsub(/[ \t]+/, " ", text[document])
        }
        if (index(text[document], sentence) == 0) { print document ": does not say: " sentence; failed = 1 }
    }
    END {
        for (name in value) if (name != "figure" && !(name in used)) { print "bench/results/figures.csv: " name " stands in no sentence"; failed = 1 }
        print count " sentences compared"
        exit failed || !count
    }' bench/results/figures.csv tests/law/figures.txt
