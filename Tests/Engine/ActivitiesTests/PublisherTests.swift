import Activities
import Testing

@Suite("Publishers")
struct PublisherTests {
  @Test("a publisher needs a name, and a key that is hard to guess")
  func refused() {
    #expect(throws: ActivityError.empty(field: "publisher")) {
      try Publisher(identifier: "", key: Array(repeating: 7, count: 16))
    }
    #expect(throws: ActivityError.publisherKeyTooShort) {
      try Publisher(identifier: "org.example", key: Array(repeating: 7, count: 15))
    }
  }

  @Test("a proof is valid for one message and one key, and descriptions omit the key")
  func proof() throws {
    let publisher = try Publisher(identifier: "org.example", key: Array(0..<16))
    let other = try Publisher(identifier: "org.example", key: Array(1..<17))
    let proof = publisher.proof(of: [1, 2, 3])
    #expect(publisher.verifies(proof, of: [1, 2, 3]))
    #expect(!publisher.verifies(proof, of: [1, 2]) && !other.verifies(proof, of: [1, 2, 3]))
    #expect("\(publisher)" == "org.example")
  }
}
