/// The journal of a store (SQLite's write-ahead log), read from its bytes.
///
/// The format is public: https://sqlite.org/fileformat2.html, section 4. The checksum of each frame
/// continues from that of the previous frame. SQLite reads up to the first frame with a wrong
/// checksum and ignores the rest. That is correct after a crash, when the last transaction is
/// incomplete. But if a byte of an older frame has changed, it silently drops acknowledged
/// transactions.
///
/// The two can be distinguished. A frame is written after the previous transaction was committed
/// and synchronised, and its checksum continues from that of the commit. So a commit after the
/// first wrong frame was acknowledged if a further frame continues from it, and dropping it would
/// be damage. Transactions without later frames could also be incomplete: damage to the last one
/// cannot be detected, and neither can a truncated journal.
package struct Journal: Equatable {
  /// The header of a frame; its page follows it in the file.
  package struct Frame: Equatable {
    package let page: Int
    /// The number of pages of the store after a commit; 0 for a frame without a commit.
    let databasePages: Int
    /// Distinguishes the frames of one run through the journal from leftovers of an earlier run.
    let salts: UInt64
    let checksum: Checksum
    /// A Boolean value that indicates whether the checksum fits the bytes and continues from the
    /// previous frame.
    let isLinked: Bool

    var isCommit: Bool { databasePages != 0 }
  }

  /// The sizes of the journal's header and of each frame's header.
  static let headerSize = 32
  static let frameHeaderSize = 24

  /// The size of its pages.
  package let pageSize: Int
  /// The frames, in the order of the file.
  package private(set) var frames: [Frame] = []
  /// A Boolean value that indicates whether the file begins with a journal's header.
  private let hasHeader: Bool
  private let isBlank: Bool
  /// The salts of this run.
  private(set) var salts: UInt64?

  /// Reads a journal.
  ///
  /// The part that SQLite would read is read completely. After it there may be anything: frames of
  /// earlier runs, or a gigabyte of zeros. Only their headers are read, and not even these where
  /// nothing was ever written.
  ///
  /// - Parameter pageSize: The size of the store's pages, in case the journal's header cannot be
  ///   read.
  /// - Returns: `nil` for a file that is too short for a journal.
  /// - Complexity: O(file), in memory of 1 MB and 40 bytes per frame.
  package init?(_ file: ReadOnlyFile, pageSize expected: Int) {
    guard let header = file.bytes(at: 0, count: Self.headerSize) else { return nil }
    let magic = header.bigEndian32(at: 0)
    let claimed = Int(header.bigEndian32(at: 8))
    let isBigEndian = magic == 0x377F_0683
    let stored = Checksum(header[24..<32])
    let computed = Checksum().adding(header[0..<24], isBigEndian: isBigEndian)
    hasHeader =
      magic & ~1 == 0x377F_0682 && header.bigEndian32(at: 4) == 3_007_000 && computed == stored
      && Self.isPageSize(claimed)
    isBlank = header.allSatisfy { $0 == 0 }
    pageSize = hasHeader ? claimed : expected
    salts = hasHeader ? Self.salts(header[16..<24]) : nil
    read(file, from: hasHeader ? [stored] : [stored, computed], isBigEndian: isBigEndian)
    if !hasHeader { salts = frames.first(where: \.isLinked)?.salts }
  }

  private mutating func read(_ file: ReadOnlyFile, from seeds: [Checksum], isBigEndian: Bool) {
    let size = Self.frameHeaderSize + pageSize
    let parts = file.writtenParts()
    // Frames do not begin where nothing was ever written.
    let end = min(file.size, (parts.last?.upperBound ?? 0) + size)
    let count = (end - Self.headerSize) / size
    var chain = Chain(checksums: seeds, salts: salts, isBigEndian: isBigEndian)
    let step = max(1, (1 << 20) / size)
    var (first, goesOn) = (0, true)
    // As far as SQLite would read, and a little further.
    while first < count, goesOn {
      let some = min(step, count - first)
      guard let bytes = file.bytes(at: Self.headerSize + first * size, count: some * size) else { return }
      for start in stride(from: 0, to: some * size, by: size) {
        frames.append(chain.next(bytes[start..<start + size]))
      }
      goesOn = frames[first...].allSatisfy(\.isLinked)
      first += some
    }
    // After that, a page is read only if its frame may belong to this run: most of a large journal
    // does not.
    var part = parts.startIndex
    for index in first..<max(first, count) {
      let offset = Self.headerSize + index * size
      while part < parts.endIndex, parts[part].upperBound <= offset { part += 1 }
      let isWritten = part < parts.endIndex && parts[part].lowerBound < offset + Self.frameHeaderSize
      let header = isWritten ? file.bytes(at: offset, count: Self.frameHeaderSize) : Self.blankHeader
      guard let header else { return }
      guard header != Self.blankHeader, salts == nil || Self.salts(header[8..<16]) == salts else {
        frames.append(chain.skip(header[...]))
        continue
      }
      guard let bytes = file.bytes(at: offset, count: size) else { return }
      frames.append(chain.next(bytes[...]))
    }
  }

  private static let blankHeader = [UInt8](repeating: 0, count: frameHeaderSize)

  /// The frames so far, from which the checksum of the next one continues.
  private struct Chain {
    /// The checksums from which the next frame may continue.
    var checksums: [Checksum]
    /// The salts that it must have; `nil` if unknown.
    var salts: UInt64?
    let isBigEndian: Bool

    /// Reads a frame.
    mutating func next(_ bytes: ArraySlice<UInt8>) -> Frame {
      let start = bytes.startIndex
      let frame = Frame(bytes, isLinked: false)
      let isBlank = frame.salts == 0 && frame.page == 0 && frame.checksum == Checksum()
      let isLinked =
        !isBlank && (salts == nil || frame.salts == salts)
        && checksums.contains {
          $0.adding(bytes[start..<start + 8], isBigEndian: isBigEndian)
            .adding(bytes[(start + Journal.frameHeaderSize)...], isBigEndian: isBigEndian) == frame.checksum
        }
      (checksums, salts) = ([frame.checksum], frame.salts)
      return Frame(bytes, isLinked: isLinked)
    }

    /// Reads the header of an unconnected frame.
    mutating func skip(_ header: ArraySlice<UInt8>) -> Frame {
      let frame = Frame(header, isLinked: false)
      (checksums, salts) = ([frame.checksum], frame.salts)
      return frame
    }
  }

  /// Returns whether a size is valid for pages: a power of two from 512 to 65,536.
  package static func isPageSize(_ size: Int) -> Bool {
    (512...65_536).contains(size) && size & (size - 1) == 0
  }

  fileprivate static func salts(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    UInt64(bytes.bigEndian32(at: 0)) << 32 | UInt64(bytes.bigEndian32(at: 4))
  }

  /// The number of frames that SQLite would accept, before it looks for the last commit among them.
  private var intact: Int { hasHeader ? frames.firstIndex { !$0.isLinked } ?? frames.count : 0 }

  private func goesOn(after index: Int) -> Bool {
    index + 1 < frames.count && frames[index + 1].isLinked && frames[index + 1].salts == salts
  }

  private func isCommit(at index: Int) -> Bool { frames[index].isCommit && frames[index].salts == salts }

  /// A Boolean value that indicates whether SQLite would drop acknowledged transactions.
  package var losesCommits: Bool {
    guard hasHeader else {
      // The header is synchronised before the first frame, and its 32 bytes are written completely
      // or not at all.
      return !isBlank || frames.indices.contains { isCommit(at: $0) && frames[$0].isLinked }
    }
    return (intact..<frames.count).contains { isCommit(at: $0) && goesOn(after: $0) }
  }

  /// The frames of committed transactions, as far as they are intact.
  package var readable: Readable {
    let loses = losesCommits
    let last = frames.indices.last { index in
      guard isCommit(at: index) else { return false }
      return loses ? frames[index].isLinked || goesOn(after: index) : index < intact
    }
    var readable = Readable()
    guard let last else { return readable }
    for index in 0...last {
      let frame = frames[index]
      guard frame.isLinked, frame.salts == salts, frame.page > 0 else {
        (readable.wrong, readable.lastWrong) = (readable.wrong + 1, index)
        continue
      }
      readable.frameOfPage[frame.page] = index
      if frame.isCommit { readable.databasePages = frame.databasePages }
    }
    return readable
  }

  /// The usable part of a journal.
  package struct Readable: Equatable, Sendable {
    /// The newest frame of each page.
    package var frameOfPage: [Int: Int] = [:]
    /// The number of pages of the store since the last commit; `nil` if there is none.
    package var databasePages: Int?
    /// The number of damaged frames among them.
    package var wrong = 0
    /// The last damaged frame.
    package var lastWrong: Int?

    /// Creates the reading of a journal without a usable part.
    package init() {}
  }

  /// Returns the offset in the file of the page in a frame.
  package func offset(ofFrame index: Int) -> Int {
    Self.headerSize + index * (Self.frameHeaderSize + pageSize) + Self.frameHeaderSize
  }
}

extension Journal {
  /// SQLite's checksum of journals.
  package struct Checksum: Equatable {
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init() {}

    /// Reads a stored checksum.
    init(_ bytes: ArraySlice<UInt8>) {
      (first, second) = (bytes.bigEndian32(at: 0), bytes.bigEndian32(at: 4))
    }

    /// Returns the checksum continued over some bytes, a multiple of eight.
    func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Self {
      let bytes = bytes.span
      var result = self
      func word(_ at: Int) -> UInt32 {
        UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
          | UInt32(bytes[at + 3]) << 24
      }
      var at = 0
      while at + 8 <= bytes.count {
        let (left, right) = (word(at), word(at + 4))
        result.first &+= (isBigEndian ? left.byteSwapped : left) &+ result.second
        result.second &+= (isBigEndian ? right.byteSwapped : right) &+ result.first
        at += 8
      }
      return result
    }
  }
}

extension Journal {
  /// Returns whether the journal of a store would lose commits if SQLite opened it now.
  ///
  /// Another process may be writing to it, so apparent damage must look the same a second time. In
  /// a journal that nobody writes to, apparent damage is damage.
  static func isDamaged(at path: String, pageSize: Int) -> Bool {
    func read() -> Journal? { ReadOnlyFile(path: path).flatMap { Journal($0, pageSize: pageSize) } }
    var seen = read()
    for _ in 0..<3 {
      guard let now = seen, now.losesCommits else { return false }
      seen = read()
      if seen == now { return true }
    }
    return false
  }
}

extension Journal.Frame {
  /// Reads the header of a frame, which its page may follow.
  fileprivate init(_ bytes: ArraySlice<UInt8>, isLinked: Bool) {
    let start = bytes.startIndex
    self.init(
      page: Int(bytes.bigEndian32(at: 0)), databasePages: Int(bytes.bigEndian32(at: 4)),
      salts: Journal.salts(bytes[start + 8..<start + 16]),
      checksum: Journal.Checksum(bytes[start + 16..<start + 24]), isLinked: isLinked)
  }
}
