internal import Foundation

/// The source of the bytes of a log, piece by piece.
package struct ByteSource {
  private enum Origin {
    case handle(FileHandle)
    case bytes([UInt8], next: Int)
  }

  /// Large enough that calls cost nothing beside the work on the bytes, small enough to stay in the L2 cache.
  private static let pieceSize = 1 << 18
  private var origin: Origin

  init(_ handle: FileHandle) { origin = .handle(handle) }
  init(_ bytes: [UInt8]) { origin = .bytes(bytes, next: 0) }

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

  /// Returns whether links lead back to themselves, so that there is no file at their end.
  private static func isLoop(_ error: any Error) -> Bool {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain && underlying.code == Int(POSIXErrorCode.ELOOP.rawValue)
  }

  /// Appends the next piece; returns whether there was any.
  mutating func appendPiece(to buffer: inout [UInt8]) throws(LogReadingError) -> Bool {
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
