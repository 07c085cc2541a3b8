internal import CCrypto
package import Foundation

// Hashes, codes and ciphers, by OpenSSL's libcrypto. This is the only file that imports CCrypto.

/// SHA-256 (FIPS 180-4), computed incrementally.
package struct SHA256: Sendable {
  private var state = hunch_sha256()

  /// Creates a hash of no bytes.
  package init() {
    unsafe hunch_sha256_begin(&state)
  }

  /// Appends further bytes to the message.
  package mutating func update(_ bytes: some ContiguousBytes) {
    unsafe bytes.withUnsafeBytes { unsafe hunch_sha256_update(&state, $0.baseAddress, $0.count) }
  }

  /// The digest of all bytes so far.
  package func finalize() -> SHA256Digest {
    var state = state
    return unsafe SHA256Digest { unsafe hunch_sha256_finish(&state, $0) }
  }
}

/// The 32 bytes of a SHA-256 digest, or of an HMAC made with it.
///
/// Comparing two takes constant time.
package struct SHA256Digest: Sendable {
  /// The first 16 bytes, the most significant first.
  package let leading: UInt128
  private let trailing: UInt128

  /// The digest of bytes.
  package init(of bytes: some ContiguousBytes) {
    var hash = SHA256()
    hash.update(bytes)
    self = hash.finalize()
  }

  fileprivate init(_ write: (UnsafeMutableRawPointer) -> Void) {
    var words: (UInt128, UInt128) = (0, 0)
    unsafe withUnsafeMutablePointer(to: &words) { unsafe write($0) }
    (leading, trailing) = (UInt128(bigEndian: words.0), UInt128(bigEndian: words.1))
  }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: (leading.bigEndian, trailing.bigEndian)) { unsafe Array($0) }
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String { leading.hexadecimal + trailing.hexadecimal }
}

extension SHA256Digest: Equatable {
  /// Returns whether all bytes are the same.
  package static func == (left: Self, right: Self) -> Bool {
    (left.leading ^ right.leading) | (left.trailing ^ right.trailing) == 0
  }
}

/// A secret key, in memory that is overwritten when the last copy is released.
package struct SymmetricKey: Sendable {
  private let storage: Storage

  /// Creates a key from bytes.
  package init(_ bytes: some ContiguousBytes) {
    storage = unsafe bytes.withUnsafeBytes { given in
      let storage = Storage(count: given.count)
      unsafe storage.bytes.copyMemory(from: given)
      return storage
    }
  }

  /// Creates a key whose bytes a closure writes; `nil` if the closure does not return 0.
  fileprivate init?(count: Int, _ write: (UnsafeMutableRawPointer?) -> Int32) {
    storage = Storage(count: count)
    guard unsafe write(storage.bytes.baseAddress) == 0 else { return nil }
  }

  /// The number of bytes.
  package var count: Int { unsafe storage.bytes.count }

  /// Bytes that never change after the key is made.
  @safe private final class Storage: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
      unsafe bytes = .allocate(byteCount: count, alignment: 1)
    }

    deinit {
      unsafe hunch_clear(bytes.baseAddress, bytes.count)
      unsafe bytes.deallocate()
    }
  }
}

extension SymmetricKey: ContiguousBytes {
  /// Calls the body with the key's bytes, which must not outlive it.
  package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe body(UnsafeRawBufferPointer(storage.bytes))
  }
}

extension SymmetricKey: Equatable {
  /// Returns whether two keys are equal, in time that does not depend on where they differ.
  package static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe hunch_equal(left.storage.bytes.baseAddress, right.storage.bytes.baseAddress, left.count)
  }
}

/// Message authentication codes (HMAC-SHA256, RFC 2104): they prove that the sender of a message
/// has the key.
///
/// It fails only without memory, and then ends the process, as Swift's own objects do.
@safe package final class HMAC: @unchecked Sendable {
  private let context: OpaquePointer?

  /// Prepares codes with a key, of any length.
  package init(key: some ContiguousBytes) {
    unsafe context = key.withUnsafeBytes { unsafe hunch_hmac_make($0.baseAddress, $0.count) }
    precondition(unsafe context != nil, "no memory for an HMAC")
  }

  deinit {
    unsafe hunch_hmac_free(context)
  }

  /// The code of a message.
  package func code(of message: some ContiguousBytes) -> SHA256Digest {
    unsafe SHA256Digest { code in
      let result = unsafe message.withUnsafeBytes {
        unsafe hunch_hmac_code(context, $0.baseAddress, $0.count, code)
      }
      precondition(result == 0, "no memory for an HMAC")
    }
  }

  /// Returns whether a code belongs to a message, in time that depends only on the length of the
  /// code.
  package func isValid(_ code: some Collection<UInt8>, of message: some ContiguousBytes) -> Bool {
    let right = self.code(of: message).bytes
    guard code.count == right.count else { return false }
    return unsafe hunch_equal(Array(code), right, right.count)
  }
}

/// Keys that are derived from a key (HKDF-SHA256, RFC 5869).
package enum HKDF {
  /// Derives a key.
  ///
  /// - Parameters:
  ///   - key: The secret; not empty.
  ///   - salt: A different value for each use of the secret.
  ///   - info: The purpose of the derived key.
  ///   - count: Its number of bytes, at most 8,160.
  package static func deriveKey(
    from key: SymmetricKey, salt: some ContiguousBytes, info: some ContiguousBytes, count: Int
  ) throws(CryptographyError) -> SymmetricKey {
    guard key.count > 0, 1...255 * hunch_digest_length ~= count else { throw .wrongLength }
    let derived = unsafe SymmetricKey(count: count) { derived in
      unsafe withBytes(key, salt, info) { key, salt, info in
        unsafe hunch_hkdf(
          key.baseAddress, key.count, salt.baseAddress, salt.count, info.baseAddress, info.count, derived,
          count)
      }
    }
    guard let derived else { throw .outOfMemory }
    return derived
  }
}

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D): only readers with the key can decrypt, and
/// every change is detected.
package enum AESGCM {
  /// The number of bytes of a nonce: 96 bits.
  package static let nonceLength = hunch_nonce_length
  /// The number of bytes that encryption adds to the plaintext.
  private static let overhead = nonceLength + hunch_tag_length

  /// Encrypts bytes under a random nonce.
  ///
  /// - Returns: nonce ‖ ciphertext ‖ tag.
  /// - Throws: ``CryptographyError/wrongLength`` if the key does not have 32 bytes.
  package static func seal(
    _ bytes: some ContiguousBytes, with key: SymmetricKey, authenticating context: some ContiguousBytes
  ) throws(CryptographyError) -> Data {
    var source = SystemRandomNumberGenerator()
    let words: (UInt64, UInt64) = (source.next(), source.next())
    let nonce = unsafe withUnsafeBytes(of: words) { unsafe Array($0.prefix(nonceLength)) }
    return try seal(bytes, with: key, nonce: nonce, authenticating: context)
  }

  /// Encrypts bytes.
  ///
  /// - Parameter nonce: 12 bytes, never repeated under one key.
  /// - Returns: nonce ‖ ciphertext ‖ tag.
  /// - Throws: ``CryptographyError/wrongLength`` unless the key has 32 bytes and the nonce 12.
  package static func seal(
    _ bytes: some ContiguousBytes, with key: SymmetricKey, nonce: [UInt8],
    authenticating context: some ContiguousBytes
  ) throws(CryptographyError) -> Data {
    guard key.count == hunch_key_length, nonce.count == nonceLength else { throw .wrongLength }
    let sealed: Data? = unsafe withBytes(key, context, bytes) { key, context, plain in
      var box = Data(count: plain.count + overhead)
      let result = unsafe box.withUnsafeMutableBytes { box in
        unsafe box.copyBytes(from: nonce)
        return unsafe hunch_aes_gcm_seal(
          key.baseAddress, context.baseAddress, context.count, plain.baseAddress, plain.count, box.baseAddress
        )
      }
      return result == 0 ? box : nil
    }
    guard let sealed else { throw .outOfMemory }
    return sealed
  }

  /// Decrypts a value in the form nonce ‖ ciphertext ‖ tag.
  ///
  /// - Throws: ``CryptographyError/wrongLength`` if the key does not have 32 bytes, or the value is
  ///   shorter than an encrypted empty one; ``CryptographyError/notAuthentic`` if it was encrypted
  ///   with another key or context, or has been changed.
  package static func open(
    _ sealed: some ContiguousBytes, with key: SymmetricKey, authenticating context: some ContiguousBytes
  ) throws(CryptographyError) -> Data {
    let (opened, result): (Data, Int?) = unsafe withBytes(key, context, sealed) { key, context, box in
      guard key.count == hunch_key_length, box.count >= overhead else { return (Data(), nil) }
      let count = box.count - overhead
      var plain = Data(count: count)
      let result = unsafe plain.withUnsafeMutableBytes { plain in
        unsafe hunch_aes_gcm_open(
          key.baseAddress, context.baseAddress, context.count, box.baseAddress, count, plain.baseAddress)
      }
      return (plain, Int(result))
    }
    switch result {
    case 0: return opened
    case nil: throw .wrongLength
    case hunch_not_authentic: throw .notAuthentic
    default: throw .outOfMemory
    }
  }
}

/// The reason why something could not be derived, encrypted or decrypted.
package enum CryptographyError: Error, Equatable {
  /// A key, a nonce or an encrypted value has the wrong number of bytes.
  case wrongLength
  /// It was not encrypted with this key and context, or has been changed.
  case notAuthentic
  /// OpenSSL failed for lack of memory.
  case outOfMemory
}

/// Calls the body with the bytes of all three.
private func withBytes<Result>(
  _ first: some ContiguousBytes, _ second: some ContiguousBytes, _ third: some ContiguousBytes,
  _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
) -> Result {
  unsafe first.withUnsafeBytes { first in
    unsafe second.withUnsafeBytes { second in
      unsafe third.withUnsafeBytes { third in unsafe body(first, second, third) }
    }
  }
}
