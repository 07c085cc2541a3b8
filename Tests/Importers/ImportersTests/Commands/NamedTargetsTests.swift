import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Targets that a command line names")
struct NamedTargetsTests {
  /// A folder with files, a makefile and a repository with branches.
  private static func world() throws -> (scratch: Scratch, folder: WorkingFolder) {
    let scratch = try Scratch()
    for folder in ["src/app", ".git/refs/heads/feature", ".git/refs/remotes/origin"] {
      try FileManager.default.createDirectory(
        at: scratch.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    try scratch.write("src/main.swift", "")
    try scratch.write("run.sh", "")
    try scratch.write("Makefile", "all check: build\n\ttrue\nbuild:\n\ttrue\n# ghost: x\n")
    try scratch.write(".git/HEAD", "ref: refs/heads/main\n")
    try scratch.write(".git/refs/heads/feature/x", "")
    try scratch.write(".git/packed-refs", "# pack-refs\n0123456789 refs/heads/old\n0123456789 refs/tags/v1\n")
    return (scratch, WorkingFolder(scratch.folder.path))
  }

  @Test(
    "a line whose files, folders, branches and targets exist is kept",
    arguments: [
      "ls src", "vim src/main.swift", "./run.sh --fast", "cd src && vim main.swift",
      "cat 'src/main.swift' | wc -l",
      "make", "make check -j4", "make all CFLAGS=-O2", "make -C elsewhere lost", "git checkout feature/x",
      "git switch old", "git checkout v1", "git switch -c brand-new", "git checkout 0123abcd",
      "git rebase HEAD~3",
      "git push origin feature/y", "docker run library/alpine", "ssh host.example",
      "curl https://x.example/a/b",
      "mkdir -p src/new", "python3 -m http.server", "grep -r needle src", "cp src/main.swift src/copy.swift",
      "cat $FILE", "ls src/*.c", "scp box:/etc/hosts src/hosts", "git commit -m 'a/b'", "cd ~",
    ])
  func present(line: String) throws {
    let (scratch, folder) = try Self.world()
    #expect(NamedTargets.exist(in: line, at: folder, home: scratch.folder.path))
  }

  @Test(
    "a line that names something that is gone is not",
    arguments: [
      "vim src/gone.swift", "vim gone.swift", "./gone.sh", "cd gone", "cd src && vim gone.swift",
      "cat /proc/none/a",
      "make lost", "make ghost", "cd src && make all", "git checkout gone-branch", "git merge feature/z",
      "mkdir /proc/none/new", "less ~/gone.txt", "bash gone.sh", "cat src/main.swift src/gone.swift",
    ])
  func absent(line: String) throws {
    let (scratch, folder) = try Self.world()
    #expect(!NamedTargets.exist(in: line, at: folder, home: scratch.folder.path))
  }

  @Test("a worktree's branches are those of its repository")
  func worktree() throws {
    let (scratch, _) = try Self.world()
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: ".git/worktrees/w"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "tree/deep"), withIntermediateDirectories: true)
    try scratch.write("tree/.git", "gitdir: \(scratch.path(".git/worktrees/w"))\n")
    try scratch.write(".git/worktrees/w/HEAD", "ref: refs/heads/feature/x\n")
    try scratch.write(".git/worktrees/w/commondir", "../..\n")
    let folder = WorkingFolder(scratch.path("tree/deep"))
    #expect(folder.repository == scratch.path("tree") && folder.branch == "feature/x")
    #expect(folder.hasReference("old") && !folder.hasReference("gone") && !folder.hasReference("../HEAD"))
  }

  @Test("outside of a repository there is no branch")
  func noRepository() {
    let folder = WorkingFolder("/proc")
    #expect(folder.repository == nil && folder.branch == nil && !folder.hasReference("main"))
  }
}
