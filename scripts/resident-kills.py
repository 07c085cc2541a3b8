#!/usr/bin/env python3
"""Runs commands in many shells while hunchd is killed again and again, and the disk gets full.

    scripts/resident-kills.py PROGRAMS [COMMANDS] [SHELLS]

PROGRAMS is the folder of `hunch` and `hunchd`. Each shell is an interactive zsh with the hook.
hunchd is killed every second and started again. As root, the store has a small file system of its
own, which is full for a third of the time. At the end every command must be in the store once, and
those of each shell in order.
"""
import collections
import json
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

FILE_SYSTEM = 256 << 20


class Machine:
    """A user's home, with a store on a small file system if that can be had."""

    def __init__(self, programs):
        self.programs = programs
        self.root = tempfile.mkdtemp(prefix="hunch-kills-")
        self.disk = os.path.join(self.root, "disk")
        for folder in ("home", "run", "disk"):
            os.mkdir(os.path.join(self.root, folder), 0o700)
        self.is_small = os.geteuid() == 0 and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={FILE_SYSTEM},mode=700", "tmpfs", self.disk]).returncode
        self.environment = {
            "HOME": os.path.join(self.root, "home"), "ZDOTDIR": os.path.join(self.root, "home"),
            "XDG_RUNTIME_DIR": os.path.join(self.root, "run"),
            "HUNCH_STORE": os.path.join(self.disk, "store.sqlite"),
            "PATH": f"{programs}:/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        with open(os.path.join(self.root, "home", ".zshrc"), "w") as file:
            file.write(self.hunch("init", "zsh").stdout)
            file.write("\nPROMPT='ready>'\n")

    def hunch(self, *arguments):
        return subprocess.run(
            [os.path.join(self.programs, "hunch"), *arguments], env=self.environment,
            capture_output=True, text=True, check=True)

    def start(self):
        """Starts hunchd if none runs; on a full disk it may fail."""
        subprocess.run(
            [os.path.join(self.programs, "hunchd"), "--detach"], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def resident(self):
        """The number of hunchd's process, or None."""
        folder = os.path.join(self.root, "run", "hunch")
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            if name.startswith("hunchd.") and name[7:].isdigit() and os.path.exists(f"/proc/{name[7:]}"):
                return int(name[7:])
        return None

    def fill(self):
        """Fills the file system of the store."""
        with open(os.path.join(self.disk, "filler"), "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                pass

    def free(self):
        filler = os.path.join(self.disk, "filler")
        if os.path.exists(filler):
            os.remove(filler)

    def remove(self):
        if self.is_small:
            subprocess.run(["umount", "-l", self.disk], check=True)
        shutil.rmtree(self.root)


class Shell(threading.Thread):
    """An interactive zsh that runs numbered commands, one after the other."""

    def __init__(self, machine, number, commands):
        super().__init__()
        self.machine, self.number, self.commands = machine, number, commands
        self.finished = 0

    def run(self):
        process, terminal = pty.fork()
        if process == 0:
            os.execve("/usr/bin/zsh", ["zsh", "-d", "-i"], self.machine.environment)
        self.wait(terminal)
        for command in range(self.commands):
            os.write(terminal, f": shell {self.number} command {command}\r".encode())
            if not self.wait(terminal):
                break
            self.finished += 1
            # So that a shell's commands meet many kills.
            time.sleep(0.1)
        os.write(terminal, b" exit\r")
        os.close(terminal)
        os.waitpid(process, 0)

    @staticmethod
    def wait(terminal):
        """Waits for the next prompt."""
        seen = b""
        end = time.monotonic() + 60
        while b"ready>" not in seen:
            if time.monotonic() > end:
                return False
            if select.select([terminal], [], [], 1)[0]:
                seen = (seen + os.read(terminal, 1 << 16))[-1000:]
        return True


def disturb(machine, shells, counts):
    """Kills and starts hunchd until all shells have ended; the disk is full for 5 of 15 seconds."""
    begin = time.monotonic()
    while any(shell.is_alive() for shell in shells):
        second = int(time.monotonic() - begin) % 15
        if machine.is_small and second in (5, 6, 7, 8, 9):
            machine.fill()
            counts["seconds full"] += 1
        else:
            machine.free()
        machine.start()
        time.sleep(1)
        process = machine.resident()
        if process is not None:
            try:
                os.kill(process, 9)
                counts["kills"] += 1
            except ProcessLookupError:
                pass
    machine.free()


def main():
    programs = os.path.abspath(sys.argv[1])
    commands = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    shells_of = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    machine = Machine(programs)
    try:
        shells = [Shell(machine, number, commands // shells_of) for number in range(shells_of)]
        counts = collections.Counter()
        begin = time.monotonic()
        for shell in shells:
            shell.start()
        disturb(machine, shells, counts)
        seconds = time.monotonic() - begin
        if any(shell.finished != shell.commands for shell in shells):
            sys.exit(f"a shell stopped: {[shell.finished for shell in shells]}")

        seen = collections.defaultdict(list)
        machine.hunch("stats")
        for line in machine.hunch("export").stdout.splitlines():
            record = json.loads(line)
            words = str(record.get("userInfo", {}).get("line", "")).split()
            if words[:2] == [":", "shell"]:
                seen[int(words[2])].append(int(words[4]))
        total = sum(map(len, seen.values()))
        doubled = total - sum(len(set(numbers)) for numbers in seen.values())
        lost = commands // shells_of * shells_of - (total - doubled)
        unordered = sum(numbers != sorted(numbers) for numbers in seen.values())
        print(
            f"kills: {commands} commands in {shells_of} shells, {seconds:.0f} s: {counts['kills']} kills, "
            f"disk full for {counts['seconds full']} s; {lost} lost, {doubled} doubled, "
            f"{unordered} shells out of order")
        sys.exit(1 if lost or doubled or unordered else 0)
    finally:
        process = machine.resident()
        if process is not None:
            os.kill(process, 9)
        machine.remove()


if __name__ == "__main__":
    main()
