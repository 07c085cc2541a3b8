import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("A file that is complete or absent")
struct AtomicFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func draft(_ access: AtomicFile.Access = .ownerOnly, replacing: Bool = false) -> AtomicFile {
    AtomicFile(at: scratch.path("file"), access: access, replacing: replacing)
  }

  private func mode(of name: String = "file") throws -> Int { try #require(try scratch.mode(name)) }

  @Test("a file has only its draft's name until it is complete, then only its own; nobody else may read it")
  func names() throws {
    let file = draft()
    try file.create()
    let name = URL(filePath: file.draft).lastPathComponent
    #expect(try scratch.names() == [name] && mode(of: name) == 0o600)
    try file.commit()
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("file"))
    #expect(try scratch.names() == ["file"] && attributes[.referenceCount] as? Int == 1)
    file.discard()
    #expect(try scratch.names() == ["file"])
  }

  @Test("writing replaces nothing by default, and then follows no link", arguments: [false, true])
  func taken(isLink: Bool) throws {
    if isLink {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("file"), withDestinationPath: scratch.path("elsewhere"))
    } else {
      try scratch.write("file", "mine")
    }
    let file = draft()
    try file.create()
    #expect(throws: AtomicFile.Problem.taken) { try file.commit() }
    file.discard()
    #expect(throws: AtomicFile.Problem.taken) {
      try AtomicFile.write(Data("new".utf8), to: scratch.path("file"), replacing: false)
    }
    #expect(try scratch.names() == ["file"])
    if !isLink { #expect(try scratch.read("file") == Data("mine".utf8)) }
  }

  @Test("a file cannot be created in a missing folder")
  func refused() throws {
    let path = scratch.path("no/file")
    #expect(throws: AtomicFile.Problem.refused(code: ENOENT)) {
      try AtomicFile(at: path, access: .ownerOnly, replacing: false).create()
    }
    #expect(throws: AtomicFile.Problem.refused(code: ENOENT)) { try AtomicFile.write(Data(), to: path) }
  }

  @Test("discarding removes the draft and the files next to it, and nothing else")
  func discarding() throws {
    let file = draft()
    try file.create()
    let name = URL(filePath: file.draft).lastPathComponent
    try scratch.write(name + "-wal", "journal")
    try scratch.write(name + "-other", "not named")
    file.discard(with: ["-wal", "-shm"])
    #expect(try scratch.names() == [name + "-other"])
  }

  @Test("replacing a file keeps its mode, and replaces the target of a link")
  func replacing() throws {
    try scratch.write("file", "old")
    try scratch.setMode(0o640, of: "file")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("file"))
    try AtomicFile.write(Data("new".utf8), to: scratch.path("link"))
    #expect(try scratch.names() == ["file", "link"])
    #expect(try scratch.read("file") == Data("new".utf8) && mode() == 0o640)
    let link = try FileManager.default.attributesOfItem(atPath: scratch.path("link"))
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("a file is unchanged if writing stops half-way, and no draft remains", arguments: [false, true])
  func interrupted(replaces: Bool) throws {
    struct Stop: Error {}
    if replaces { try scratch.write("file", "old") }
    #expect(throws: Stop.self) {
      try AtomicFile.write(to: scratch.path("file"), replacing: replaces) { write in
        try write(Data(count: 100_000))
        throw Stop()
      }
    }
    #expect(try scratch.names() == (replaces ? ["file"] : []))
    if replaces { #expect(try scratch.read("file") == Data("old".utf8)) }
  }

  @Test("a file written in pieces has them in order, for its owner alone if requested")
  func pieces() throws {
    try AtomicFile.write(to: scratch.path("file"), access: .ownerOnly, replacing: false) { write in
      for byte in UInt8(0)..<5 { try write(Data(repeating: byte, count: 70_000)) }
    }
    let bytes = try scratch.read("file")
    #expect(try bytes.count == 350_000 && mode() == 0o600)
    #expect(Set([0, 69_999].map { bytes[$0] }) == [0] && bytes[70_000] == 1 && bytes.last == 4)
  }

  @Test("the promised maximum length of a name is possible")
  func longestName() throws {
    let name = String(repeating: "x", count: AtomicFile.longestName)
    try AtomicFile.write(Data(), to: scratch.path(name))
    #expect(try scratch.names() == [name])
    #expect(throws: AtomicFile.Problem.refused(code: ENAMETOOLONG)) {
      try AtomicFile.write(Data(), to: scratch.path(name + "x"))
    }
  }
}
