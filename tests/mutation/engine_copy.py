"""A copy of the tree in which a mutant costs one compilation, one link and the tests that reach its line.

The copy builds the engine as a shared library that exports everything, so that the tests are built once and load the
library of a mutant. Each job has a folder of its own with the mutated file and that library: several mutants are tried
at a time, and the copy itself never changes.
"""
import concurrent.futures
import hashlib
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading

SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-UNDEBUG"]
LEFT_OUT = r"^(unit\.(stack|hooks|sandbox)|golden\.languages)"
SECONDS, SLOWER = 2, 10  # of processor time: a test takes too long after so many more, and so many times its usual time
WAIT = 90  # seconds: a test that takes so many without using the processor waits for itself
MEMORY = 4 << 30  # a mutant may ask for memory without end
PROGRAMS = r"^((?:unit|property|golden)_(?!stack|hooks|sandbox)\w+|golden|files_damaged_worlds): phony"
TENTH = "/10"
MANY = re.compile(r"--(maps|graphs|worlds)$")

# What the copy builds in another way: (file, pattern, by).
EDITS = [
    ("engine/CMakeLists.txt", r"add_library\(wend \$\{sources\}\)", "add_library(wend SHARED ${sources})"),
    ("cmake/WendCompile.cmake", r" -fvisibility=hidden", ""),
    ("tests/unit/CMakeLists.txt", r"if\(NOT kind STREQUAL \"STATIC_LIBRARY\"\)", "if(FALSE)"),
]
OPTIONS = ["-G", "Ninja", "-D", "CMAKE_BUILD_TYPE=Release", "-D", "CMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG",
           "-D", "WEND_BUILD_TESTS=ON", "-D", "WEND_BUILD_VIEWER=OFF", "-D", "WEND_WERROR=OFF",
           "-D", "WEND_BUILD_CLI=OFF", "-D", "CMAKE_LINK_DEPENDS_NO_SHARED=ON", "-D", "WEND_SHARED=/nonexistent",
           "-D", "CMAKE_EXPORT_COMPILE_COMMANDS=ON"]


def run(command, folder, library="", seconds=7200, processor=7200, more={}):
    """(exit code, negative after a signal; output; seconds of the processor)"""
    environment = dict(os.environ, LD_LIBRARY_PATH=library, WEND_SHARED="/nonexistent", **more)
    memory = [] if "ASAN_OPTIONS" in more else [f"--as={MEMORY}"]  # AddressSanitizer reserves terabytes
    bounded = ["prlimit"] + memory + [f"--cpu={processor}", "--core=0", "--"] + command
    with open(os.path.join(folder, "output"), "w+b") as output:
        process = subprocess.Popen(bounded, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   env=environment, start_new_session=True)
        alarm = threading.Timer(seconds, os.killpg, (process.pid, signal.SIGKILL))
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)
        alarm.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        try:
            os.killpg(process.pid, signal.SIGKILL)  # what the test left behind
        except ProcessLookupError:
            pass
        output.seek(0)
        return process.returncode, output.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime


def digest(file):
    with open(file, "rb") as bytes_of:
        return hashlib.sha256(bytes_of.read()).hexdigest()


def put(path, data):
    """Writes a file, unless it has these bytes."""
    if os.path.exists(path):
        with open(path, "rb") as old:
            if old.read() == data:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)


def copy_tree(root, tree):
    names = subprocess.run(["git", "ls-files", "-z"], cwd=root, stdout=subprocess.PIPE, check=True).stdout
    for name in names.decode().split("\0"):
        source = os.path.join(root, name)
        if not name or not os.path.isfile(source):
            continue
        with open(source, "rb") as lines:
            data = lines.read()
        for edited, pattern, by in EDITS:
            if name == edited:
                text, count = re.subn(pattern, lambda match: by, data.decode())
                if count != 1:
                    sys.exit(f"{name}: {pattern} is there {count} times")
                data = text.encode()
        put(os.path.join(tree, name), data)
        shutil.copymode(source, os.path.join(tree, name))


class EngineCopy:
    def __init__(self, root, folder, jobs, tests):
        self.folder, self.lock = folder, threading.Lock()
        self.tree, self.build = os.path.join(folder, "tree"), os.path.join(folder, "build")
        copy_tree(root, self.tree)
        self.must(["cmake", "-S", self.tree, "-B", self.build] + OPTIONS)
        self.must(["ninja", "-C", self.build, "-j", str(jobs)] + self.find_programs())
        self.find_tests(tests)
        self.find_commands()
        self.measure(jobs)

    def must(self, command):
        code, output, _ = run(command, self.folder)
        if code != 0:
            sys.exit(f"{output[-2000:]}\nfailed: {' '.join(command)}")
        return output

    # ---- tests

    def find_programs(self):
        listing = subprocess.run(["ninja", "-t", "targets", "all"], check=True, cwd=self.build,
                                 stdout=subprocess.PIPE).stdout.decode()
        return ["wend"] + sorted(set(re.findall(PROGRAMS, listing, re.M)))

    def find_tests(self, tests):
        """The commands of the tests whose programs were built. Those with many maps are there with a tenth of them too."""
        listing = json.loads(subprocess.run(["ctest", "--show-only=json-v1", "-R", tests, "-LE", "long"], check=True,
                                            cwd=self.build, stdout=subprocess.PIPE).stdout)
        self.commands = {}
        for test in listing["tests"]:
            command = test.get("command")
            if not command or re.match(LEFT_OUT, test["name"]):
                continue
            self.commands[test["name"]] = command
            for i, part in enumerate(command[:-1]):
                if MANY.match(part) and int(command[i + 1]) >= 20:
                    fewer = [str(int(command[i + 1]) // 10)]
                    self.commands[test["name"] + TENTH] = command[: i + 1] + fewer + command[i + 2 :]

    def identity(self, name):
        """Changes with the test, not with the engine."""
        parts = [digest(part) if os.path.isfile(part) else part for part in self.commands[name]]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def measure(self, jobs):
        """Which tests reach which lines, and how long they take: self.reach[file][line], self.usual[test]. A test of many
        maps counts as reaching what the first tenth of its maps reach."""
        store = os.path.join(self.folder, "reach.jsonl")
        known = {}
        if os.path.exists(store):
            with open(store) as lines:
                known = {entry["identity"]: entry for entry in map(json.loads, lines)}
        covered, free = Covered(self), queue.Queue()
        for number in range(jobs):
            free.put(Job(self, number))

        def measure_one(name):
            identity = self.identity(name)
            if identity in known:
                return
            job = free.get()
            try:
                code, output, used = run(self.commands[name], job.folder, os.path.join(self.build, "engine"))
                if code not in (0, 77):
                    print(f"{output[-1000:]}\n{name} fails without a mutant and is left out", flush=True)
                    return
                tenth = name + TENTH in self.commands and self.identity(name + TENTH) in known
                lines = {} if tenth else covered.lines_of(self.commands[name], job.folder)
                known[identity] = {"name": name, "identity": identity, "seconds": used, "lines": lines}
                with self.lock, open(store, "a") as out:
                    out.write(json.dumps(known[identity]) + "\n")
            finally:
                free.put(job)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            later = [name for name in self.commands if name + TENTH in self.commands]
            list(pool.map(measure_one, [name for name in self.commands if name not in later]))
            list(pool.map(measure_one, later))
        self.usual, self.reach = {}, {}
        for name in list(self.commands):
            entry = known.get(self.identity(name))
            if not entry:
                del self.commands[name]
                continue
            self.usual[name] = entry["seconds"]
            for file, ran in entry["lines"].items():
                lines = self.reach.setdefault(file, {})
                for line, count in ran.items():
                    reached = lines.setdefault(int(line), set())
                    if count:
                        reached |= {name, name.removesuffix(TENTH)}

    def tests_of(self, file, line):
        """The tests that reach the line. One without code belongs to what begins above it."""
        lines = self.reach.get(file, {})
        for above in range(line, max(line - 6, 0), -1):
            if above in lines:
                return sorted(lines[above])
        return sorted(self.commands)

    # ---- the engine

    def find_commands(self):
        with open(os.path.join(self.build, "compile_commands.json")) as lines:
            self.compile = {}
            for entry in json.load(lines):
                object_file = re.search(r"-o (engine/CMakeFiles/wend\.dir/\S+)", entry["command"])
                if object_file:
                    name = os.path.relpath(entry["file"], self.tree)
                    self.compile[name] = (shlex.split(entry["command"]), os.path.join(self.build, object_file.group(1)))
        out = subprocess.run(["readelf", "-d", os.path.join(self.build, "engine/libwend.so")], check=True,
                             stdout=subprocess.PIPE).stdout.decode()
        library = subprocess.run(["cc", "-print-file-name=libasan.so"], check=True, stdout=subprocess.PIPE).stdout.decode()
        self.sanitizer = library.strip()
        self.soname = re.search(r"soname: \[(\S+)\]", out).group(1)

    def compile_to(self, file, source, out, folder, more=(), seconds=600):
        command, object_file = self.compile[file]
        by = {object_file: out, os.path.relpath(object_file, self.build): out, os.path.join(self.tree, file): source}
        return run([by.get(part, part) for part in command if not part.endswith("ccache")] + list(more), folder,
                   seconds=seconds)

    def link(self, objects, folder, more=()):
        code, output, _ = run(["cc", "-shared", "-fuse-ld=lld", f"-Wl,-soname,{self.soname}", "-o", self.soname] + list(more)
                              + objects + ["-lm", "-pthread"], folder)
        if code != 0:
            sys.exit(f"{output[-2000:]}\nlinking failed")


class Job:
    """A folder for one test at a time."""

    def __init__(self, copy, number):
        self.copy, self.folder = copy, os.path.join(copy.folder, f"job{number}")
        os.makedirs(self.folder, exist_ok=True)


class Covered:
    """The engine once more, with counters of lines."""

    def __init__(self, copy):
        self.copy, self.folder = copy, os.path.join(copy.folder, "covered")
        objects, stale = [], not os.path.exists(os.path.join(self.folder, copy.soname))
        os.makedirs(self.folder, exist_ok=True)
        for file in copy.compile:
            source, out = os.path.join(copy.tree, file), os.path.join(self.folder, file.replace("/", "+")[:-2] + ".o")
            objects.append(out)
            if os.path.exists(out) and os.path.getmtime(out) > os.path.getmtime(source):
                continue
            code, output, _ = copy.compile_to(file, source, out, self.folder, ["-O0", "--coverage"])
            if code != 0:
                sys.exit(output)
            stale = True
        if stale:
            copy.link(objects, self.folder, ["--coverage"])

    def lines_of(self, command, folder):
        """{file: {line: how often}} of one run."""
        counters = os.path.join(folder, "counters")
        shutil.rmtree(counters, ignore_errors=True)
        os.makedirs(counters)
        depth = str(self.folder.count("/"))
        run(command, folder, self.folder, more={"GCOV_PREFIX": counters, "GCOV_PREFIX_STRIP": depth})
        names, found = os.listdir(counters), {}
        for name in names:
            note = name.replace(".gcda", ".gcno")
            os.symlink(os.path.join(self.folder, note), os.path.join(counters, note))
        if not names:
            return found
        listing = subprocess.run(["gcov", "--json-format", "--stdout"] + names, cwd=counters, check=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
        for part in listing.splitlines():
            for file in json.loads(part)["files"] if part.startswith("{") else []:
                name = os.path.relpath(os.path.join(self.folder, file["file"]), self.copy.tree)
                if name in self.copy.compile:
                    lines = found.setdefault(name, {})
                    for line in file["lines"]:
                        number = line["line_number"]
                        lines[number] = lines.get(number, 0) + (line["count"] > 0)
        return found
