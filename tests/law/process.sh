#!/bin/sh
# Do the libraries leave the process of their host alone? usage: process.sh LIBRARY.a...
# Exits with 1 when one calls what changes or shares the state of the process, or has variables of its own. One
# variable is allowed: the pointer to the host's hooks in hooks.c, which wend_set_hooks writes as the header states.
set -eu

# What a library for threaded programs may not call, and why not.
forbidden='
umask chdir fchdir chroot nice alarm setitimer sigaction signal sigprocmask sigaltstack     of the whole process
setlocale setenv putenv unsetenv clearenv tzset                                             of the whole process
fork vfork system popen posix_spawn execve                                                  children that the host meets
exit _exit quick_exit atexit at_quick_exit pthread_atfork                                   ends the host, or waits for its end
rand srand random srandom drand48 lrand48 strtok strerror localtime gmtime asctime ctime    hidden state shared by threads
getpwnam getpwuid getgrnam tmpnam tempnam mktemp mkstemp ttyname                            likewise; mkstemp: open to programs that the host starts
stdin stdout stderr printf vprintf puts putchar perror                                      the streams of the host
atof strtod strtof strtold sscanf fscanf scanf                                              numbers by the locale of the host
'

failed=0
for library in "$@"; do
    called=$(nm -u "$library" | awk '$1 == "U" { sub(/@.*/, "", $2); print $2 }' | sort -u)
    [ -n "$called" ] || { echo "$library: calls nothing, which cannot be"; failed=1; }
    for name in $(echo "$forbidden" | awk '{ sub(/   .*/, ""); print }'); do
        if echo "$called" | grep -qx "$name"; then
            echo "${library##*/}: calls $name: $(echo "$forbidden" | sed -n "/\\b$name\\b/s/.*    *//p")"
            failed=1
        fi
    done
    # .data.rel.ro is constant once loaded; .tbss and .tdata are of each thread.
    variables=$(objdump -h "$library" | awk '
        / file format / { member = $1 }
        member ~ /^hooks\./ && $2 ~ /^\.bss/ && $3 ~ /^0+[48]$/ { next } # one pointer
        $2 ~ /^\.(data|bss)($|\.)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/')
    if [ -n "$variables" ]; then
        echo "${library##*/}: has variables that all threads share:"
        echo "$variables"
        nm -A "$library" | grep -E ' [bBdDC] ' | head -20
        failed=1
    fi
done
[ $failed = 0 ] && echo "$# libraries leave the process alone"
exit $failed
