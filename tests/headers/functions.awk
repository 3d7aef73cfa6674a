# functions.awk: which functions do the public headers declare? Reads headers, prints a line for each with tabs between:
#   name, type of the result, parameters with commas between, comment above
# A declaration begins with WEND_API and may go on over several lines.
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

FNR == 1 { about = declared = "" }
/^\/\/\// && declared == "" { about = about " " trim(substr($0, 4)); next }
/^WEND_API / || declared != "" {
    declared = declared (declared == "" ? "" : " ") trim($0)
    if ($0 !~ /;/) next
    sub(/^WEND_API /, "", declared); sub(/\);.*/, "", declared)
    open = index(declared, "(")
    head = substr(declared, 1, open - 1); parameters = substr(declared, open + 1)
    match(head, /[a-z_0-9]+$/)
    print substr(head, RSTART) "\t" trim(substr(head, 1, RSTART - 1)) "\t" (parameters == "void" ? "" : parameters) "\t" trim(about)
    about = declared = ""
    next
}
{ about = "" }
