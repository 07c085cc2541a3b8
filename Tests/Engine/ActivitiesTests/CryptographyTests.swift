import Activities
import Foundation
import Testing

/// The test vectors of the standards.
@Suite("Hashes, codes and ciphers")
struct CryptographyTests {
  @Test(
    "SHA-256 matches FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func sha256(text: String, digest: String) {
    let found = SHA256Digest(of: Array(text.utf8))
    #expect(found.hexadecimal == digest)
    #expect(found.bytes == bytes(digest))
    #expect(found.leading == UInt128(digest.prefix(32), radix: 16))
    #expect(SHA256Digest(of: Data(text.utf8)) == found)
  }

  @Test("a million letters have the same hash in one piece and in pieces of every size up to 200")
  func pieces() {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256Digest(of: million).hexadecimal == digest)
    var hash = SHA256()
    var (rest, size) = (million[...], 0)
    while !rest.isEmpty {
      hash.update(rest.prefix(size))
      rest = rest.dropFirst(size)
      size = (size + 1) % 201
    }
    #expect(hash.finalize().hexadecimal == digest)
  }

  @Test("a hash continues after its digest is read, and copies are independent")
  func hashIsValue() {
    var hash = SHA256()
    hash.update([UInt8(ascii: "a")])
    var copy = hash
    #expect(hash.finalize() == SHA256Digest(of: Array("a".utf8)))
    hash.update(Array("bc".utf8))
    copy.update(Array("x".utf8))
    #expect(hash.finalize() == SHA256Digest(of: Array("abc".utf8)))
    #expect(copy.finalize() == SHA256Digest(of: Array("ax".utf8)))
  }

  @Test("digests that differ in any bit are not equal")
  func digestsDiffer() {
    let key = HMAC(key: [1, 2, 3] as [UInt8])
    let digest = key.code(of: [] as [UInt8])
    for bit in 0..<256 {
      var other = digest.bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.isValid(other, of: [] as [UInt8]))
    }
    #expect(key.isValid(digest.bytes, of: [] as [UInt8]))
    #expect(!key.isValid(digest.bytes.dropLast(), of: [] as [UInt8]))
    #expect(!key.isValid(digest.bytes + [0], of: [] as [UInt8]))
    #expect(digest != HMAC(key: [1, 2, 4] as [UInt8]).code(of: [] as [UInt8]))
  }

  @Test(
    "HMAC-SHA256 matches RFC 4231's test cases",
    arguments: [
      (
        String(repeating: "0b", count: 20), "4869205468657265",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
      ),
      (
        String(repeating: "aa", count: 131),
        "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
  func hmac(key: String, message: String, code: String) {
    let hmac = HMAC(key: bytes(key))
    #expect(hmac.code(of: bytes(message)).hexadecimal == code)
    #expect(hmac.code(of: bytes(message)).hexadecimal == code)  // the first left nothing behind
    #expect(HMAC(key: SymmetricKey(bytes(key))).isValid(bytes(code), of: bytes(message)))
  }

  @Test("threads can share an HMAC")
  func sharedHMAC() async {
    let hmac = HMAC(key: bytes("4a656665"))
    let expected = (0..<50).map { HMAC(key: bytes("4a656665")).code(of: [UInt8(truncatingIfNeeded: $0)]) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<2_000).allSatisfy { hmac.code(of: [UInt8($0 % 50)]) == expected[$0 % 50] } }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    "HKDF-SHA256 matches RFC 5869's test cases",
    arguments: [
      (
        String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        hexadecimal(0...0x4f), hexadecimal(0x60...0xaf), hexadecimal(0xb0...0xff),
        """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
        da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
        """
      ),
      (
        String(repeating: "0b", count: 22), "", "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ])
  func hkdf(key: String, salt: String, info: String, derived: String) throws {
    let found = try HKDF.deriveKey(
      from: SymmetricKey(bytes(key)), salt: bytes(salt), info: bytes(info), count: derived.count / 2)
    #expect(found == SymmetricKey(bytes(derived)))
    #expect(found != SymmetricKey(bytes(derived).dropLast()))
  }

  @Test("empty keys, and derived keys longer than RFC 5869 allows, are rejected")
  func hkdfLengths() throws {
    func derive(from key: [UInt8], count: Int) throws -> SymmetricKey {
      try HKDF.deriveKey(from: SymmetricKey(key), salt: Data(), info: Data(), count: count)
    }
    #expect(try derive(from: [1], count: 8_160).count == 8_160)
    for count in [-1, 0, 8_161, .max] {
      #expect(throws: CryptographyError.wrongLength) { try derive(from: [1], count: count) }
    }
    #expect(throws: CryptographyError.wrongLength) { try derive(from: [], count: 32) }
  }

  /// Test cases 13 to 16 of McGrew and Viega's specification of GCM, which NIST adopted.
  @Test(
    "AES-256-GCM matches NIST's test cases",
    arguments: [
      (zeros(32), zeros(12), "", "", "530f8afbc74536b9a963b4f1c4cb738b"),
      (
        zeros(32), zeros(12), "", zeros(16),
        "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
      ),
      (
        key, nonce, "", plain,
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838\
        c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c
        """
      ),
      (
        key, nonce, context, String(plain.dropLast(8)),
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838\
        c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b
        """
      ),
    ])
  func gcm(key: String, nonce: String, context: String, plain: String, sealed: String) throws {
    let key = SymmetricKey(bytes(key))
    let found = try AESGCM.seal(
      bytes(plain), with: key, nonce: bytes(nonce), authenticating: bytes(context))
    #expect(found == Data(bytes(nonce + sealed)))
    #expect(try AESGCM.open(found, with: key, authenticating: bytes(context)) == Data(bytes(plain)))
  }

  @Test("changing any bit of a sealed value, its context or the key is detected")
  func tampered() throws {
    let key = SymmetricKey(bytes(Self.key))
    let sealed = try AESGCM.seal(bytes(Self.plain), with: key, authenticating: bytes(Self.context))
    func refused(_ sealed: Data, _ key: SymmetricKey, _ context: [UInt8]) {
      #expect(throws: CryptographyError.notAuthentic) {
        try AESGCM.open(sealed, with: key, authenticating: context)
      }
    }
    for bit in 0..<8 * sealed.count {  // nonce, ciphertext and tag
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      refused(changed, key, bytes(Self.context))
    }
    for bit in 0..<4 * Self.context.count {
      var changed = bytes(Self.context)
      changed[bit / 8] ^= 1 << (bit % 8)
      refused(sealed, key, changed)
    }
    for bit in 0..<256 {
      var changed = bytes(Self.key)
      changed[bit / 8] ^= 1 << (bit % 8)
      refused(sealed, SymmetricKey(changed), bytes(Self.context))
    }
    refused(sealed, key, [])
    refused(sealed, key, bytes(Self.context + "00"))
    refused(sealed.dropLast(), key, bytes(Self.context))
    #expect(
      try AESGCM.open(sealed, with: key, authenticating: bytes(Self.context)) == Data(bytes(Self.plain)))
  }

  @Test("keys, nonces and sealed values of a wrong length are rejected")
  func gcmLengths() throws {
    let key = SymmetricKey(bytes(Self.key))
    let sealed = try AESGCM.seal(Data(), with: key, authenticating: Data())
    #expect(sealed.count == 28)
    #expect(try AESGCM.open(sealed, with: key, authenticating: Data()).isEmpty)
    for count in [0, 11, 27] {
      #expect(throws: CryptographyError.wrongLength) {
        try AESGCM.open(sealed.prefix(count), with: key, authenticating: Data())
      }
    }
    for count in [0, 16, 24, 31, 33] {
      let other = SymmetricKey([UInt8](repeating: 1, count: count))
      #expect(throws: CryptographyError.wrongLength) {
        try AESGCM.seal(Data(), with: other, authenticating: Data())
      }
      #expect(throws: CryptographyError.wrongLength) {
        try AESGCM.open(sealed, with: other, authenticating: Data())
      }
    }
    for count in [0, 11, 13, 16] {
      #expect(throws: CryptographyError.wrongLength) {
        try AESGCM.seal(
          Data(), with: key, nonce: [UInt8](repeating: 1, count: count), authenticating: Data())
      }
    }
  }

  @Test("no nonce is used twice, and slices are sealed like copies")
  func nonces() throws {
    let key = SymmetricKey(bytes(Self.key))
    let text = Data("ahead of what is sealed".utf8).dropFirst(9)
    let all = try (0..<1_000).map { _ in try AESGCM.seal(text, with: key, authenticating: text) }
    #expect(Set(all.map { $0.prefix(12) }).count == all.count)
    for position in 0..<12 { #expect(Set(all.map { $0[position] }).count > 200) }
    let surrounded = Data([1, 2, 3]) + all[0] + Data([4])
    let opened = try AESGCM.open(surrounded.dropFirst(3).dropLast(), with: key, authenticating: text)
    #expect(opened == text)
  }

  private static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  private static let nonce = "cafebabefacedbaddecaf888"
  private static let context = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
  private static let plain = """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
    b16aedf5aa0de657ba637b391aafd255
    """

  private static func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

  private static func hexadecimal(_ bytes: ClosedRange<Int>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
