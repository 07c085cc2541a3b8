import Foundation
import TestSupport
import Testing

@Suite("OpenSSL's configuration")
struct CryptoConfigurationTests {
  /// This configuration leaves a program without any algorithm.
  private static let configuration = """
    openssl_conf = start
    [start]
    alg_section = algorithms
    providers = providers
    [algorithms]
    default_properties = provider=none
    [providers]
    null = null
    [null]
    activate = 1
    """

  @Test("an administrator's OpenSSL configuration does not make stores unreadable")
  func isNotRead() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    _ = try await Program.run(["encrypt", "--new-key-file", "key"], in: scratch)
    let export = try await Program.run(["export", "--key-file", "key"], in: scratch)
    #expect(export.code == 0 && !export.lines.isEmpty)
    let file = scratch.folder.appending(path: "openssl.cnf")
    try Data(Self.configuration.utf8).write(to: file)
    let other = try await Program.run(
      ["export", "--key-file", "key"], in: scratch, environment: ["OPENSSL_CONF": file.path])
    #expect(other.code == 0 && other.output == export.output && other.errors == export.errors)
  }
}
