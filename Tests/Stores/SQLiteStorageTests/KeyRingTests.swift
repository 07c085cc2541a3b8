import Activities
import Foundation
import Testing

@testable import SQLiteStorage

/// The content of stores of earlier versions, computed by Python's `hmac` and `cryptography` from
/// the article *Encryption*.
@Suite("Values derived from a store's key do not change")
struct KeyRingTests {
  private func keys() throws -> KeyRing {
    try KeyRing(StoreKey(contents: Data(0..<32)), salt: Data(100..<116))
  }

  @Test("the identifier, keyed hashes and the column of a name stay the same")
  func columns() throws {
    let keys = try keys()
    #expect(keys.identifier == Data(base64Encoded: "ByH0SRdZE5/oSvV+0j7w+w=="))
    #expect(keys.blindIndex(of: Data("abc".utf8)) == Data(base64Encoded: "NVy5HdOrNPYGB4vrLeyPcA=="))
    #expect(keys.tag(of: "me") == Data(base64Encoded: "axcwpDneqISvb0opV0Jv8A=="))
    let column = "njeFBe2GkXG9k1MQUwdRgc57AiFpHJBpv9guJKmVkBWSb0sVLsD1PST7EK9Nuxg5oeRkQHlPCrTGF5Zi"
    #expect(try keys.column(of: "me") == column)
    #expect(try self.keys().user(in: column) == "me")
    #expect(try self.keys().user(in: String(column.dropLast(4)) + "AAAA") == nil)
  }

  @Test("an earlier encrypted value can be decrypted, but only in its place")
  func values() throws {
    let encrypted = try #require(
      Data(base64Encoded: "AAECAwQFBgcICQoL/3hvaMm0TagQEwh6CsFMDU597O63CAtKVDoeIlk="))
    let keys = try keys()
    #expect(try keys.decrypt(encrypted, authenticating: Data("place".utf8)) == Data("what was done".utf8))
    #expect(try keys.decrypt(encrypted, authenticating: Data("other".utf8)) == nil)
    #expect(try keys.decrypt(Data(), authenticating: Data("place".utf8)) == nil)
  }
}
