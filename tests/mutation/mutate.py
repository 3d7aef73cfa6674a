#!/usr/bin/env python3
"""Do the tests notice a mistake in the core? Makes small mistakes (mutants) in a copy of the tree, one at a time,
builds it, and runs the quick and medium tests of the engine that reach the changed line until one fails.

    mutate.py ROOT FOLDER COUNT [--seed N] [--files PATH...] [--seconds N] [--jobs N] [--again]

FOLDER gets the copy, the build and results.jsonl, one line for each mutant; a second run goes on where the first
one ended, and with --again first tries the survivors once more, with the tests that ROOT has now. A mutant is killed
when a test fails, crashes, or takes ten times its time. One that does not compile, or compiles to the same object
file, is no mutant. The survivors are listed at the end: each is a missing test, or changes nothing that a test could
notice. survivors.txt, beside this script, names both with the reason: those of kind "open" a test could notice, the
others do not count. Which mutants are drawn depends on their text and the seed alone, not on code elsewhere.

Tests run in the order in which they promise most for their time: the quick ones, those named like the changed file,
and those that found mutants in it or in its folder. Tests of many random maps run with a tenth of them first.

A long run is cheapest in two: `--usual 0.9` runs only tests that take less than 0.9 s; read the survivors, add those
that no test can notice to survivors.txt, and try the others with all tests by `--again --least 0.9`.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import sys
import threading
import time

from engine_copy import SANITIZED, SECONDS, SLOWER, TENTH, WAIT, EngineCopy, Job, digest, put, run

FILES = ["engine/src/grid", "engine/src/kernel", "engine/src/hierarchy", "engine/src/search"]
TESTS = r"^((unit|golden|property)\.|files\.damaged)"
SURVIVORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "survivors.txt")
OPEN = "open"  # the kind of those that a test could notice

# What is replaced, by what; each match in code is a place where a mutant can be.
RULES = [
    (r"(?<![<\->=!])<(?![<=])(?=\s)", "<="),
    (r"<=", "<"),
    (r"(?<![>\-])>(?![>=])(?=\s)", ">="),
    (r"(?<!>)>=", ">"),
    (r"==", "!="),
    (r"!=", "=="),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"(?<=\s)\+(?=\s)", "-"),
    (r"(?<=[\w)\]] )-(?=\s)", "+"),
    (r"\+=", "-="),
    (r"-=", "+="),
    (r"\+\+", "--"),
    (r"(?<=\s)\*(?=\s)", "+"),
    (r"<<(?!=)", ">>"),
    (r">>(?!=)", "<<"),
    (r"(?<=\s)&(?=\s)", "|"),
    (r"(?<=\s)\|(?=\s)", "&"),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"\bcontinue;", "break;"),
    (r"\bbreak;", "continue;"),
    (r"(?<![\w.])0(?![\w.])", "1"),
    (r"(?<![\w.])1(?![\w.])", "2"),
    (r"(?<![\w.])1(?![\w.])", "0"),
    (r"(?<=if \()(?!\()([^()]+)(?=\) )", r"!(\1)"),
    (r"^(\s+)((?!return|const|static|int|uint|size_t|bool|wend)[a-z][\w>.\[\]-]* [-+|&]?= [^;{]+;)", r"\1;"),
    (r"^(\s+)(wendi?_\w+\([^;{]+\);)", r"\1;"),
]
SKIP = re.compile(r"WENDI_ASSERT|_Static_assert|#|^\s*//|\"|case \d|enum|static const")


def code_of(line):
    """The line without its comment."""
    return line.split("//")[0]


def places(root, folders):
    """All (file, line, rule, column) where a mutant can be."""
    found = []
    for folder in folders:
        path = os.path.join(root, folder)
        files = [path] if os.path.isfile(path) else sorted(
            os.path.join(path, f) for f in os.listdir(path) if f.endswith(".c"))
        for file in files:
            with open(file) as lines:
                for number, line in enumerate(lines):
                    if SKIP.search(line):
                        continue
                    for rule, (pattern, _) in enumerate(RULES):
                        for match in re.finditer(pattern, code_of(line)):
                            found.append((os.path.relpath(file, root), number, rule, match.start()))
    return found


def mutate(line, rule, column):
    pattern, by = RULES[rule]
    for match in re.finditer(pattern, code_of(line)):
        if match.start() == column:
            return line[: match.start()] + match.expand(by) + line[match.end() :]
    return line


def drawn(found, root, seed):
    """The places in an order that the seed and the text of each mutant decide: a change elsewhere in the code changes
    no draw, and survivors.txt keeps naming mutants that are tried."""
    lines, equal, keys = {}, {}, {}
    for file, number, rule, column in found:
        if file not in lines:
            with open(os.path.join(root, file)) as source:
                lines[file] = source.read().split("\n")
        before = lines[file][number]
        text = f"{file}: {before.strip()}  ->  {mutate(before, rule, column).strip()}"
        equal[text] = equal.get(text, 0) + 1
        keys[file, number, rule, column] = hashlib.sha256(f"{seed} {equal[text]} {text}".encode()).digest()
    return sorted(found, key=keys.get)


def build(job, file, text, asked):
    """Makes the library of a job with this text of the file. The seconds of the compiler; a word: why it is no mutant."""
    copy = job.copy
    source, out = os.path.join(job.folder, os.path.basename(file)), os.path.join(job.folder, "changed.o")
    put(source, text.encode())
    usual_object = copy.compile[file][1]
    code, _, used = copy.compile_to(file, source, out, job.folder, ["-w"], 120)
    if code != 0:
        return "does not compile"
    if not asked.sanitize and digest(out) == digest(usual_object):
        return "same code"
    if asked.sanitize:
        copy.compile_to(file, source, out, job.folder, ["-w"] + SANITIZED, 120)
    copy.link([out if o == usual_object else o for _, o in copy.compile.values()], job.folder,
              SANITIZED if asked.sanitize else [])
    return used


def run_test(job, name, asked):
    """(exit code, seconds of the processor)"""
    usual = job.copy.usual[name]
    more, slower = {}, 1
    if asked.sanitize:
        more, slower = {"LD_PRELOAD": job.copy.sanitizer, "ASAN_OPTIONS": "detect_leaks=1"}, 10
    code, _, used = run(job.copy.commands[name], job.folder, job.folder, WAIT + 30 * usual * slower,
                        int(SECONDS + SLOWER * usual * slower), more)
    return code, used


def try_one(job, place, tests_in_order, asked):
    """Makes the mutant and runs its tests. The result is a dictionary."""
    file, number, rule, column = place
    with open(os.path.join(job.copy.tree, file)) as source:
        text = source.read()
    lines = text.split("\n")
    before = lines[number]
    lines[number] = mutate(before, rule, column)
    result = {"file": file, "line": number + 1, "rule": rule, "column": column, "before": before.strip(),
              "after": lines[number].strip()}
    began = time.time()
    built = build(job, file, "\n".join(lines), asked)
    if isinstance(built, str):
        result["end"] = built
    else:
        names = tests_in_order(file, number + 1)
        result.update(built=round(built, 2), by="", tests=len(names), processor=0)
        for name in names:
            code, used = run_test(job, name, asked)
            result["processor"] = round(result["processor"] + used, 2)
            if code in (0, 77):
                continue
            if asked.sanitize:  # does it pass with sanitizers and without the mutant?
                build(job, file, text, asked)
                passes = run_test(job, name, asked)[0] in (0, 77)
                build(job, file, "\n".join(lines), asked)
                if not passes:
                    continue
                result["sanitized"] = True
            result["by"], result["how"] = name, code
            break
        result["end"] = "killed" if result["by"] else "survived"
    result["seconds"] = round(time.time() - began, 2)
    return result


class Run:
    """All mutants of a run: which is next, and what the results teach about the order of tests."""

    def __init__(self, copy, done, ahead, count, results, asked):
        self.copy, self.done, self.ahead, self.count, self.results = copy, done, ahead, count, results
        self.asked, self.end = asked, time.time() + asked.seconds
        self.lock = threading.Lock()
        self.finds = {}
        self.running = 0
        for d in done:
            self.note(d)

    def note(self, result):
        for where in (result["file"], os.path.dirname(result["file"])):
            key = (where, result.get("by", ""))
            self.finds[key] = self.finds.get(key, 0) + 1

    def order(self, file, line):
        """The tests of a line, those first that promise most for their time."""
        names = self.copy.commands if self.asked.every else self.copy.tests_of(file, line)
        folder, stem = os.path.dirname(file), os.path.splitext(os.path.basename(file))[0]

        def cost(name):
            promise = 1 + 6 * self.finds.get((file, name), 0) + self.finds.get((folder, name), 0)
            promise += 10 if name.split(".")[1].removesuffix(TENTH) == stem else 0
            return (0.02 + self.copy.usual[name]) / promise, name

        return sorted((n for n in names if self.asked.least < self.copy.usual[n] <= self.asked.usual), key=cost)

    def enough(self):
        counted = sum(d["end"] in ("killed", "survived") for d in self.done)
        return not self.ahead or counted + self.running >= self.count or time.time() > self.end

    def work(self, job):
        while True:
            with self.lock:
                if self.enough():
                    return
                place = self.ahead.pop(0)
                self.running += 1
            result = try_one(job, place, self.order, self.asked)
            with self.lock:
                self.running -= 1
                self.done.append(result)
                self.note(result)
                self.results.write(json.dumps(result) + "\n")
                self.results.flush()


def text_of(result):
    return f"{result['file']}: {result['before']}  ->  {result['after']}"


def known_survivors():
    """{mutant: (kind, reason)} of survivors.txt: a line as the report prints it, then an indented one, "kind: reason"."""
    known, mutant = {}, ""
    with open(SURVIVORS) as lines:
        for line in lines:
            if line.startswith("    ") and mutant:
                kind, _, reason = line.strip().partition(": ")
                known[mutant] = (kind, reason)
            elif line.startswith("engine/"):
                mutant = line.strip()
    return known


def report(done, places_count, seconds):
    known = known_survivors()
    killed = sum(d["end"] == "killed" for d in done)
    sanitized = sum(d.get("sanitized", False) for d in done)
    survivors = [d for d in done if d["end"] == "survived"]
    kinds = {}
    for d in sorted(survivors, key=lambda d: (d["file"], d["line"])):
        kind, reason = known.get(text_of(d), ("", ""))
        kinds[kind] = kinds.get(kind, 0) + 1
        if not kind:
            print(f"{text_of(d)}\n    line {d['line']}, reached by {d['tests']} tests")
    total = killed + len(survivors)
    equivalent = sum(count for kind, count in kinds.items() if kind not in ("", OPEN))
    print(f"{total} mutants of {places_count} places; {len(done) - total} more did not compile or changed no code")
    for kind, count in sorted(kinds.items()):
        print(f"{count:4} survived: {kind or 'not explained'}")
    print(f"{sanitized:4} killed only with sanitizers")
    if total > equivalent:
        print(f"{killed} killed: {100 * killed / total:.1f} % of all,"
              f" {100 * killed / (total - equivalent):.1f} % of those that a test could notice; {seconds:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("folder")
    parser.add_argument("count", type=int, help="mutants to be killed or to survive")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", nargs="*", default=FILES)
    parser.add_argument("--tests", default=TESTS, help="regular expression of ctest")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so many")
    parser.add_argument("--usual", type=float, default=float("inf"), help="leave out tests that usually take longer, in seconds")
    parser.add_argument("--least", type=float, default=-1, help="leave out tests that usually take no longer, in seconds")
    parser.add_argument("--every", action="store_true", help="run all tests, whatever they reach")
    parser.add_argument("--sanitize", action="store_true", help="with AddressSanitizer, UBSan and the internal checks"
                        " in the changed file")
    parser.add_argument("--again", action="store_true", help="try the survivors once more")
    parser.add_argument("--report", action="store_true", help="only report what is in FOLDER")
    asked = parser.parse_args()
    folder = os.path.abspath(asked.folder)
    os.makedirs(folder, exist_ok=True)
    store = os.path.join(folder, "results.jsonl")
    done = []
    if os.path.exists(store):
        with open(store) as lines:
            done = [json.loads(line) for line in lines]
    began = time.time()
    tree = os.path.abspath(asked.root) if asked.report else os.path.join(folder, "tree")
    copy = None if asked.report else EngineCopy(os.path.abspath(asked.root), folder, asked.jobs, asked.tests)
    ahead = drawn(places(tree, asked.files), tree, asked.seed)
    places_count = len(ahead)
    place_of = lambda d: (d["file"], d["line"] - 1, d["rule"], d["column"])
    known = known_survivors()
    again = [d for d in done if asked.again and d["end"] == "survived" and known.get(text_of(d), (OPEN,))[0] == OPEN]
    if again:
        done = [d for d in done if d not in again]
        again = [place_of(d) for d in again]
        with open(store, "w") as out:
            out.writelines(json.dumps(d) + "\n" for d in done)
    counted = sum(d["end"] in ("killed", "survived") for d in done)
    tried = {place_of(d) for d in done}
    ahead = again + [place for place in ahead if place not in again and place not in tried]
    if not asked.report:
        with open(store, "a") as results, concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            trial = Run(copy, done, ahead, max(asked.count, counted + len(again)), results, asked)
            jobs = [pool.submit(trial.work, Job(copy, number)) for number in range(asked.jobs)]
            for job in jobs:
                job.result()
    report(done, places_count, time.time() - began)


main()
