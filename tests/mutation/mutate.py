#!/usr/bin/env python3
"""Do the tests notice a mistake in the core? Makes small mistakes (mutants) in a copy of the tree, one at a time,
builds it, and runs the quick and medium tests of the engine until one fails.

    mutate.py ROOT FOLDER COUNT [--seed N] [--files PATH...] [--seconds N] [--jobs N]

FOLDER gets the copy, the build and results.jsonl, one line for each mutant; a second run goes on where the first
one ended, and drops the results of survivors with --again, to try them with new tests. A mutant is killed when a test
fails, crashes or takes too long. One that does not compile, or compiles to the same object file, is no mutant. The
survivors are listed at the end: each is a missing test, or changes nothing that anybody could notice.

The copy builds the engine as a shared library that exports everything, so that a mutant costs one compilation and one
link, whatever the number of tests. Tests named like the changed file run first, then those that found mutants in its
folder, then the quickest.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

FILES = ["engine/src/grid", "engine/src/kernel", "engine/src/hierarchy", "engine/src/search"]
TESTS = r"^((unit|golden|property)\.|files\.damaged)"
LEFT_OUT = r"^unit\.(stack|service|service_end|hooks|sandbox|threads|file|memory)"
SECONDS, SLOWER = 10, 20  # a test takes too long after so many, and so many times its usual time

# What the copy builds in another way: (file, pattern, by).
EDITS = [
    ("engine/CMakeLists.txt", r"add_library\(wend \$\{sources\}\)", "add_library(wend SHARED ${sources})"),
    ("cmake/WendCompile.cmake", r" -fvisibility=hidden", ""),
    ("tests/unit/CMakeLists.txt", r"if\(NOT kind STREQUAL \"STATIC_LIBRARY\"\)", "if(FALSE)"),
]

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


def bound_memory():
    """A mutant may ask for memory without end."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def run(command, folder, seconds=1800):
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                              preexec_fn=bound_memory)
    except subprocess.TimeoutExpired:
        return None


def digest(file):
    with open(file, "rb") as bytes_of:
        return hashlib.sha256(bytes_of.read()).hexdigest()


def edit_copy(file, pattern, by):
    with open(file) as source:
        text, count = re.subn(pattern, lambda match: by, source.read())
    if count != 1:
        sys.exit(f"{file}: {pattern} is there {count} times")
    with open(file, "w") as out:
        out.write(text)


class Trial:
    def __init__(self, root, folder, jobs, tests):
        self.tree = os.path.join(folder, "tree")
        self.build = os.path.join(folder, "build")
        self.jobs = str(jobs)
        if not os.path.isdir(self.tree):
            names = subprocess.run(["git", "ls-files", "-z"], cwd=root, stdout=subprocess.PIPE, check=True).stdout
            for name in names.decode().split("\0"):
                if name and os.path.isfile(os.path.join(root, name)):
                    os.makedirs(os.path.dirname(os.path.join(self.tree, name)), exist_ok=True)
                    shutil.copy2(os.path.join(root, name), os.path.join(self.tree, name))
            for name, pattern, by in EDITS:
                edit_copy(os.path.join(self.tree, name), pattern, by)
        options = ["-G", "Ninja", "-D", "CMAKE_BUILD_TYPE=Release", "-D", "CMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG",
                   "-D", "WEND_BUILD_TESTS=ON", "-D", "WEND_BUILD_VIEWER=OFF", "-D", "WEND_WERROR=OFF",
                   "-D", "WEND_BUILD_CLI=OFF", "-D", "CMAKE_LINK_DEPENDS_NO_SHARED=ON", "-D", "WEND_SHARED=/nonexistent"]
        if run(["cmake", "-S", self.tree, "-B", self.build] + options, folder).returncode != 0:
            sys.exit("configuring failed")
        listing = run(["ctest", "--show-only=json-v1", "-R", tests, "-LE", "long"], self.build).stdout.decode()
        self.commands = {}
        for test in json.loads(listing)["tests"]:
            if "command" in test and not re.match(LEFT_OUT, test["name"]):
                self.commands[test["name"]] = test["command"]
        targets = run(["ninja", "-t", "targets", "all"], self.build).stdout.decode()
        known = set(re.findall(r"^([\w.]+):", targets, re.M))
        self.targets = sorted({os.path.basename(c[0]) for c in self.commands.values()} & known)
        self.commands = {n: c for n, c in self.commands.items() if os.path.basename(c[0]) in known}
        whole = run(["ninja", "-j", self.jobs] + self.targets, self.build, 7200)
        if whole is None or whole.returncode != 0:
            sys.exit("building failed")
        self.usual, self.finds = {}, {}
        for name, command in self.commands.items():
            begin = time.time()
            if run(command, self.build).returncode not in (0, 77):
                sys.exit(f"{name} fails without a mutant")
            self.usual[name] = time.time() - begin

    def fails(self, name):
        if self.killer:
            return
        done = run(self.commands[name], self.build, max(SECONDS, SLOWER * self.usual[name]))
        if done is None or done.returncode not in (0, 77):
            self.killer = name

    def order(self, file):
        """The tests, the likeliest to fail first."""
        folder, stem = os.path.dirname(file), os.path.splitext(os.path.basename(file))[0]
        return sorted(self.commands, key=lambda name: (name.split(".")[1] != stem,
                                                       -self.finds.get((folder, name), 0), self.usual[name]))

    def pass_tests(self, file):
        """Runs tests until one fails."""
        self.killer = ""
        with concurrent.futures.ThreadPoolExecutor(int(self.jobs)) as pool:
            list(pool.map(self.fails, self.order(file)))
        self.note(file, self.killer)
        return not self.killer

    def note(self, file, killer):
        if killer:
            key = (os.path.dirname(file), killer)
            self.finds[key] = self.finds.get(key, 0) + 1

    def object_of(self, file):
        return os.path.join(self.build, "engine/CMakeFiles/wend.dir", os.path.relpath(file, "engine") + ".o")

    def try_one(self, place):
        file, number, rule, column = place
        path = os.path.join(self.tree, file)
        with open(path) as source:
            text = source.read()
        lines = text.split("\n")
        before = lines[number]
        lines[number] = mutate(before, rule, column)
        result = {"file": file, "line": number + 1, "rule": rule, "column": column, "before": before.strip(),
                  "after": lines[number].strip()}
        old = digest(self.object_of(file))
        try:
            with open(path, "w") as out:
                out.write("\n".join(lines))
            built = run(["ninja", "-j", self.jobs, os.path.relpath(self.object_of(file), self.build)], self.build)
            if built is None or built.returncode != 0:
                result["end"] = "does not compile"
            elif digest(self.object_of(file)) == old:
                result["end"] = "same code"
            else:
                built = run(["ninja", "-j", self.jobs, "wend"], self.build)
                if built is None or built.returncode != 0:
                    sys.exit("linking failed")
                result["end"] = "survived" if self.pass_tests(file) else "killed"
                result["by"] = self.killer if result["end"] == "killed" else ""
        finally:
            with open(path, "w") as out:
                out.write(text)
        return result


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
    parser.add_argument("--again", action="store_true", help="try the survivors once more")
    asked = parser.parse_args()
    folder = os.path.abspath(asked.folder)
    os.makedirs(folder, exist_ok=True)
    results = os.path.join(folder, "results.jsonl")
    done = []
    if os.path.exists(results):
        with open(results) as lines:
            done = [json.loads(line) for line in lines]
    again = [(d["file"], d["line"] - 1, d["rule"], d["column"]) for d in done if d["end"] == "survived" and asked.again]
    if again:
        done = [d for d in done if d["end"] != "survived"]
        with open(results, "w") as out:
            out.writelines(json.dumps(d) + "\n" for d in done)
    trial = Trial(os.path.abspath(asked.root), folder, asked.jobs, asked.tests)
    all_places = places(trial.tree, asked.files)
    random.Random(asked.seed).shuffle(all_places)
    all_places = again + [place for place in all_places if tuple(place) not in again]
    for d in done:
        trial.note(d["file"], d.get("by", ""))
    tried = {(d["file"], d["line"] - 1, d["rule"], d["column"]) for d in done}
    begin = time.time()
    with open(results, "a") as out:
        for place in all_places:
            if sum(d["end"] in ("killed", "survived") for d in done) >= asked.count or time.time() - begin > asked.seconds:
                break
            if tuple(place) in tried:
                continue
            result = trial.try_one(place)
            done.append(result)
            out.write(json.dumps(result) + "\n")
            out.flush()
    killed = sum(d["end"] == "killed" for d in done)
    survivors = [d for d in done if d["end"] == "survived"]
    for d in survivors:
        print(f"{d['file']}:{d['line']}: {d['before']}  ->  {d['after']}")
    total = killed + len(survivors)
    print(f"{total} mutants of {len(all_places)} places, {killed} killed"
          f" ({100 * killed / total if total else 0:.1f} %), {len(done) - total} left out, {time.time() - begin:.0f} s")


main()
