import Activities
import Foundation
import TestSupport
import Testing

@testable import Handoff

@Suite("Unix sockets of one user", .timeLimit(.minutes(5)))
struct UnixSocketTests {
  private func rights(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)
      .intValue
  }

  @Test("the folder is 0700 and the socket 0600, whatever the umask is")
  func modes() async throws {
    let scratch = ScratchFolder()
    let folder = scratch.path + "/run/hunch"
    let listener = try await UnixSocketTransport(folder: folder).listen(
      as: "org.example.one", limits: .init())
    #expect(try rights(folder) == 0o700)
    #expect(try rights("\(folder)/\(listener.address.name)") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [listener.address.name])
    await listener.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test(
    "a folder that others can enter, or that is not a folder, is rejected",
    arguments: ["open", "file", "link"])
  func otherFolders(kind: String) async throws {
    let scratch = ScratchFolder()
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
    let folder = scratch.path + "/hunch"
    switch kind {
    case "open":
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder)
    case "file": try Data().write(to: URL(filePath: folder))
    default:
      let real = scratch.path + "/real"
      try FileManager.default.createDirectory(
        atPath: real, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: real)
    }
    let transport = UnixSocketTransport(folder: folder)
    let error = kind == "open" ? HandoffError.folderNotPrivate : .folderUnusable
    await #expect(throws: error) { try await transport.listen(as: "org.example.one", limits: .init()) }
    await #expect(throws: error) { try await transport.addresses() }
  }

  @Test("a path that is too long for a socket is refused before anything is made")
  func longPath() async throws {
    let scratch = ScratchFolder()
    let folder = scratch.path + "/" + String(repeating: "x", count: 100)
    await #expect {
      try await UnixSocketTransport(folder: folder).listen(as: "org.example.one", limits: .init())
    } throws: { error in
      guard case .pathTooLong(let bytes, limit: 107) = error as? HandoffError else { return false }
      return bytes > 107
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path))
  }

  @Test("the default folder is in the runtime folder of the user's login")
  func defaultFolder() throws {
    #expect(
      try UnixSocketTransport.defaultFolder(environment: ["XDG_RUNTIME_DIR": "/run/user/1"])
        == "/run/user/1/hunch")
    #expect(
      try UnixSocketTransport.defaultFolder(environment: ["XDG_RUNTIME_DIR": "/run/user/1/"])
        == "/run/user/1/hunch")
    for environment in [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run"]] {
      #expect(throws: HandoffError.noRuntimeFolder) {
        try UnixSocketTransport.defaultFolder(environment: environment)
      }
    }
  }

  @Test(
    "no identifier of a program leads out of the folder",
    arguments: [
      "../../etc/passwd", "a/b", ".", "..", "ö.example", "~root", String(repeating: "long.", count: 100),
    ])
  func names(identifier: String) async throws {
    let scratch = ScratchFolder()
    let transport = UnixSocketTransport(folder: scratch.path)
    let listener = try await transport.listen(as: identifier, limits: .init())
    #expect(try await transport.addresses() == [listener.address])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [listener.address.name])
    try await transport.connect(to: listener.address, limits: .init()).close()
    await listener.close()
  }

  @Test("files in the folder that are not our sockets are neither contacted nor removed")
  func foreignFiles() async throws {
    let scratch = ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in ["notes.txt", ".x.socket", "a b.socket"] {
      try Data("mine".utf8).write(to: URL(filePath: "\(scratch.path)/\(name)"))
    }
    let transport = UnixSocketTransport(folder: scratch.path)
    let listener = try await transport.listen(as: "org.example.one", limits: .init())
    #expect(try await transport.addresses() == [listener.address])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 4)
  }

  // MARK: Hostile peers

  static let hostile: [(String, [UInt8], HandoffViolation?)] = [
    ("text", Array("GET / HTTP/1.1\r\n\r\n".utf8), .frameTooLong(limit: 66_560)),
    ("the largest length", [0xFF, 0xFF, 0xFF, 0xFF, 1], .frameTooLong(limit: 66_560)),
    ("a length just too large", [0, 1, 4, 1], .frameTooLong(limit: 66_560)),
    ("an empty frame", [0, 0, 0, 0], .malformed),
    ("an unknown message", [0, 0, 0, 1, 0xEE], .malformed),
    ("a hello of zeros", [0, 0, 0, 45, 1] + [UInt8](repeating: 0, count: 44), .malformed),
    ("half a length, and gone", [0, 0], .truncated),
    ("half a frame, and gone", [0, 0, 0, 9, 1, 2], .truncated),
    ("nothing, and gone", [], nil),
  ]

  @Test("garbage ends its own connection with a reason, and nobody else's", arguments: hostile)
  func garbage(name: String, bytes: [UInt8], violation: HandoffViolation?) async throws {
    let scratch = ScratchFolder()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source, transport: UnixSocketTransport(folder: scratch.path))
    let watching = try await scene.conversation()
    try await watching.send(.watch)
    #expect(try await watching.receiveOffers().count == 1)

    let raw = try await RawSocket(path: "\(scratch.path)/\(scene.address.name)")
    try await raw.send(bytes)
    if violation == nil || violation == .truncated { try await raw.close() }
    try await raw.closed()
    if let violation {
      try await eventually { await source.notices == [.connectionEnded(.violation(violation))] }
    }

    await source.stand([])
    await scene.advertiser.offersChanged()
    #expect(try await watching.receiveOffers().isEmpty, "who was there before is still served")
    #expect(await source.notices.count == (violation == nil ? 0 : 1))
  }

  @Test("random bytes do no harm", arguments: 0..<4 as Range<UInt64>)
  func randomBytes(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let scratch = ScratchFolder()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source, transport: UnixSocketTransport(folder: scratch.path))
    for _ in 0..<20 {
      let raw = try await RawSocket(path: "\(scratch.path)/\(scene.address.name)")
      // a plausible length, so that the bytes reach the message decoder
      let count = UInt8.random(in: 1...60, using: &numbers)
      let body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      try? await raw.send([0, 0, 0, count, 1] + body.dropLast())
      try? await raw.close()
      try await raw.closed()
    }
    #expect(try await scene.browser().offers().count == 1, "seed \(seed)")
  }

  @Test("a peer that sends byte by byte is served like any other if it finishes in time")
  func slowBytes() async throws {
    let gate = Gate()
    let scratch = ScratchFolder()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(
      source, transport: UnixSocketTransport(folder: scratch.path),
      timing: .passing(HandoffTiming.patient.answer, at: gate))
    let raw = try await RawSocket(path: "\(scratch.path)/\(scene.address.name)")
    let hello = Message.hello(
      Hello(challenge: Array(0..<32), application: "org.example.slow", publisher: "org.example")
    ).frame
    for byte in [0, 0, 0, UInt8(hello.count)] + hello.dropLast() { try await raw.send([byte]) }
    #expect(try await scene.browser().offers().count == 1, "others do not wait for it")
    let notices = await source.notices
    #expect(notices == [])
    gate.open()  // its time is up before the last byte
    try await raw.closed()
    try await eventually { await source.notices == [.connectionEnded(.timedOut)] }
  }
}
