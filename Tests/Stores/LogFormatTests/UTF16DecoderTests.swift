import Foundation
import TestSupport
import Testing

@testable import LogFormat

@Suite("UTF-16")
struct UTF16DecoderTests {
  private func bytes(_ text: String, bigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test("any text is decoded to the same characters, wherever its pieces are cut", arguments: [false, true])
  func pieces(_ isBigEndian: Bool) throws {
    let text = "Grüße, 東京 🚀\n\u{FEFF}x"
    let bytes = bytes(text, bigEndian: isBigEndian)
    for size in 1...7 {
      var decoder = try #require(UTF16Decoder(markOf: bytes))
      var decoded: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.decode(bytes[start..<min(start + size, bytes.count)])
      }
      decoded += decoder.finish()
      #expect(String(decoding: decoded, as: UTF8.self) == text)
    }
  }

  @Test("an invalid unit becomes the replacement character")
  func broken() throws {
    let bytes: [UInt8] = [0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x61, 0xDC, 0x00, 0xD8, 0x00, 0x12]
    var decoder = try #require(UTF16Decoder(markOf: bytes))
    let text = decoder.decode(bytes) + decoder.finish()
    #expect(String(decoding: text, as: UTF8.self) == "\u{FFFD}a\u{FFFD}\u{FFFD}")
    #expect(UTF16Decoder(markOf: [0xEF, 0xBB]) == nil && UTF16Decoder(markOf: [0xFF]) == nil)
  }

  @Test("a file in UTF-16 has the same lines as its text", arguments: [false, true])
  func lines(_ isBigEndian: Bool) throws {
    let scratch = try Scratch()
    let lines = (0..<20_000).map { "line \($0) ü" }
    let text = lines.joined(separator: "\r\n")
    try Data(bytes(text, bigEndian: isBigEndian)).write(to: scratch.folder.appending(path: "text"))
    var splitter = LineSplitter(try ByteSource(path: scratch.path("text")), maximalLength: 1 << 20)
    var found: [String] = []
    while let line = try splitter.next() {
      found.append(String(decoding: splitter.buffer[line.range], as: UTF8.self).filter { $0 != "\r" })
    }
    #expect(found == lines)
  }
}
