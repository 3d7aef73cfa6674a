# stated.awk: what do the public headers state of each field? Reads headers, prints lines with tabs between:
#   MAKER    struct, call that makes the default one
#   FIELD    struct, type, names with spaces between, default or "-"
#   RANGE    struct.field or function.parameter, range
#   TROUBLE  text
# A default is "[Default: VALUE]" in the comment of a field (several fields: as many values), a range
# "[Range: TEXT]"; above a function "[Range of PARAMETER: TEXT; of PARAMETER: TEXT]".

function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

# The text behind "[KEY" up to "]" in a comment; taken out of it, so that a second one is found too.
function take(key,  at, rest, end) {
    at = index(comment, "[" key)
    if (!at) return ""
    rest = substr(comment, at + length(key) + 1)
    end = index(rest, "]")
    if (!end) { print "TROUBLE\t" FILENAME ": no ] behind [" key " in:" comment; return "" }
    comment = substr(comment, 1, at - 1) substr(rest, end + 1)
    return trim(substr(rest, 1, end - 1))
}

function end_field(  n, i, parts, names, type, value, range) {
    if (code == "") return
    sub(/;$/, "", code)
    if (match(code, /\(\*[a-z_]+\)/)) {
        type = "function"; names = substr(code, RSTART + 2, RLENGTH - 3)
    } else {
        gsub(/\[[^]]*\]/, "[]", code)
        n = split(code, parts, ",")
        names = ""
        for (i = 1; i <= n; i++) {
            match(parts[i], /[A-Za-z_0-9]+(\[\])?[ ]*$/)
            if (i == 1) type = trim(substr(parts[1], 1, RSTART - 1)) (parts[1] ~ /\[\]/ ? "[]" : "")
            parts[i] = trim(substr(parts[i], RSTART)); sub(/\[\]/, "", parts[i])
            names = names (i > 1 ? " " : "") parts[i]
        }
    }
    value = take("Default:"); range = take("Range:")
    if (range != "") print "RANGE\t" struct "." names "\t" range
    print "FIELD\t" struct "\t" type "\t" names "\t" (value == "" ? "-" : value)
    gsub(/wend_default_[a-z_*]+/, "", comment)
    if (comment ~ /[Dd]efault|\[Range/) print "TROUBLE\t" FILENAME ": " struct "." names " states something in another form:" comment
    code = ""; comment = ""
}

FNR == 1 { struct = ""; about = "" }

/^typedef struct [a-z_0-9]+ \{$/ { struct = $3; code = comment = about = ""; next }
struct != "" && /^\}/ { end_field(); struct = ""; next }
struct != "" {
    line = $0; text = ""
    at = index(line, "//")
    if (at) { text = substr(line, at); line = substr(line, 1, at - 1) }
    line = trim(line)
    if (line != "") {
        if (code ~ /;$/) end_field()
        code = code (code == "" ? "" : " ") line
    } else if (text !~ /^\/\/\/</) next # above the next field
    sub(/^\/\/\/?<?/, "", text)
    if (text != "") comment = comment " " trim(text)
    next
}

# Functions.
/^\/\/\// { about = about " " trim(substr($0, 4)); next }
/^WEND_API .*wend_default_[a-z_]+\(/ {
    match($0, /wend_default_[a-z_]+/); call = substr($0, RSTART, RLENGTH)
    arguments = substr($0, index($0, "(") + 1); sub(/\).*/, "", arguments)
    given = ""
    if (arguments != "void") {
        n = split(arguments, parameter, ",")
        for (i = 1; i <= n; i++) { split(trim(parameter[i]), word, " "); given = given (i > 1 ? ", " : "") "(" word[1] "){0}" }
    }
    print "MAKER\t" $2 "\t" call "(" given ")"
}
/^WEND_API/ {
    match($0, /[a-z_0-9]+\(/); name = substr($0, RSTART, RLENGTH - 1)
    comment = about; about = ""
    ranges = take("Range of ")
    n = ranges == "" ? 0 : split(ranges, parts, /; of /)
    for (i = 1; i <= n; i++) {
        colon = index(parts[i], ":")
        print "RANGE\t" name "." trim(substr(parts[i], 1, colon - 1)) "\t" trim(substr(parts[i], colon + 1))
    }
    if (comment ~ /\[Range/) print "TROUBLE\t" FILENAME ": " name " states a range in another form:" comment
    next
}
!/^\/\// && !/^ / { about = "" }
