package import Foundation

/// The source of the bytes of a log, piece by piece; converts UTF-16 with a byte order mark to
/// UTF-8.
package struct ByteSource {
  /// The encoding of the bytes, detected at their beginning.
  private enum Encoding {
    case unknown, plain
    case utf16(UTF16Decoder)
  }

  private enum Origin {
    case handle(FileHandle)
    case bytes([UInt8], next: Int)
  }

  /// Large enough to make the cost of calls negligible, small enough for the L2 cache.
  private static let pieceSize = 1 << 18
  private var origin: Origin
  private var encoding = Encoding.unknown

  package init(_ handle: FileHandle) { origin = .handle(handle) }
  package init(_ bytes: [UInt8]) { origin = .bytes(bytes, next: 0) }

  package init(path: String) throws(LogReadingError) {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard attributes?[.type] as? FileAttributeType != .typeDirectory else { throw .isFolder }
    do {
      origin = .handle(try FileHandle(forReadingFrom: file))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      throw .notFound
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      throw .notPermitted
    } catch  where Self.isLoop(error) {
      throw .notFound
    } catch {
      throw .unreadable
    }
  }

  /// Returns whether opening failed because links form a circle, so that the file does not exist.
  private static func isLoop(_ error: any Error) -> Bool {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain && underlying.code == Int(POSIXErrorCode.ELOOP.rawValue)
  }

  /// Appends the next piece; returns whether there was any.
  mutating func appendPiece(to buffer: inout [UInt8]) throws(LogReadingError) -> Bool {
    let start = buffer.count
    if case .unknown = encoding {
      // A pipe may hand over one byte at a time.
      while buffer.count - start < 2, try appendBytes(to: &buffer) {}
      guard let decoder = UTF16Decoder(markOf: buffer[start...]) else {
        encoding = .plain
        return buffer.count > start
      }
      encoding = .utf16(decoder)
      decode(&buffer, from: start)
    }
    guard case .utf16 = encoding else { return try appendBytes(to: &buffer) }
    while buffer.count == start, try appendBytes(to: &buffer) { decode(&buffer, from: start) }
    if buffer.count == start, case .utf16(var decoder) = encoding {
      buffer += decoder.finish()
      encoding = .utf16(decoder)
    }
    return buffer.count > start
  }

  /// Converts the UTF-16 bytes from an index on to UTF-8, in place.
  private mutating func decode(_ buffer: inout [UInt8], from start: Int) {
    guard case .utf16(var decoder) = encoding else { return }
    let text = decoder.decode(buffer[start...])
    buffer.replaceSubrange(start..., with: text)
    encoding = .utf16(decoder)
  }

  /// Appends the next piece without conversion; returns whether there was any.
  private mutating func appendBytes(to buffer: inout [UInt8]) throws(LogReadingError) -> Bool {
    switch origin {
    case .handle(let handle):
      do {
        guard let piece = try handle.read(upToCount: Self.pieceSize), !piece.isEmpty else { return false }
        buffer.append(contentsOf: piece)
        return true
      } catch {
        throw .unreadable
      }
    case .bytes(let bytes, let next):
      guard next < bytes.count else { return false }
      let end = min(next + Self.pieceSize, bytes.count)
      buffer.append(contentsOf: bytes[next..<end])
      origin = .bytes(bytes, next: end)
      return true
    }
  }
}
