/// The journal beside a store (SQLite's write-ahead log), as its bytes say.
///
/// The format is public: https://sqlite.org/fileformat2.html, section 4. Each frame has a checksum
/// that goes on from that of the frame before it. SQLite reads up to the first frame whose checksum
/// is wrong and ignores what lies behind it. That is right after a crash, when the last transaction
/// is half there; but if a byte of an older frame has changed, it silently drops transactions that
/// were acknowledged.
///
/// Both can be told apart. A frame is written when the transaction before it has been committed and
/// synchronised, and its checksum goes on from that of the commit. So a commit behind the first
/// wrong frame from which a further frame goes on was acknowledged, and what would drop it is
/// damage. Transactions of which nothing was written behind them could as well be half there:
/// damage to the last one is not told, and neither is a journal that was cut off.
package struct Journal: Equatable {
  /// The header of a frame; its page follows it in the file.
  package struct Frame: Equatable {
    package let page: Int
    /// The number of pages that the store has after a commit; 0 for a frame that is not one.
    let databasePages: Int
    /// Tells the frames of one run through the journal from what an earlier run left behind them.
    let salts: UInt64
    let checksum: Checksum
    /// A Boolean value that indicates whether the checksum fits its bytes and goes on from the
    /// frame before.
    let isLinked: Bool

    var isCommit: Bool { databasePages != 0 }
  }

  /// The bytes of the header, and of what stands before each page.
  static let headerSize = 32
  static let frameHeaderSize = 24

  /// The size of the pages in it.
  package let pageSize: Int
  /// The frames, in the order of the file.
  package private(set) var frames: [Frame] = []
  /// A Boolean value that indicates whether the first bytes are those of a journal.
  private let hasHeader: Bool
  private let isBlank: Bool
  /// The salts of this run.
  private(set) var salts: UInt64?

  /// Reads a journal.
  ///
  /// What SQLite would read is read whole. Behind it there may be anything: frames of earlier runs,
  /// or zeros, a gigabyte of them; of those only the headers are read, and where nothing was ever
  /// written not even these.
  ///
  /// - Parameter pageSize: The size of the store's pages, in case that the journal's header cannot
  ///   be read.
  /// - Returns: `nil` for a file that is too short to have been anything.
  /// - Complexity: O(file), in memory of 1 MB and 40 bytes a frame.
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
    // No frame begins where nothing was ever written.
    let end = min(file.size, (parts.last?.upperBound ?? 0) + size)
    let count = (end - Self.headerSize) / size
    var chain = Chain(checksums: seeds, salts: salts, isBigEndian: isBigEndian)
    let step = max(1, (1 << 20) / size)
    var (first, goesOn) = (0, true)
    // As far as SQLite would read, and a little behind it.
    while first < count, goesOn {
      let some = min(step, count - first)
      guard let bytes = file.bytes(at: Self.headerSize + first * size, count: some * size) else { return }
      for start in stride(from: 0, to: some * size, by: size) {
        frames.append(chain.next(bytes[start..<start + size]))
      }
      goesOn = frames[first...].allSatisfy(\.isLinked)
      first += some
    }
    // Behind it a page is read only if its frame may be of this run: most of a large journal is
    // none of it.
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

  /// The frames so far, as the checksum of the next one goes on from them.
  private struct Chain {
    /// The checksums that the next frame may go on from.
    var checksums: [Checksum]
    /// The salts that it has to have; `nil` if they are not known.
    var salts: UInt64?
    let isBigEndian: Bool

    /// Takes a frame.
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

    /// Takes the header of a frame that goes on from nothing.
    mutating func skip(_ header: ArraySlice<UInt8>) -> Frame {
      let frame = Frame(header, isLinked: false)
      (checksums, salts) = ([frame.checksum], frame.salts)
      return frame
    }
  }

  /// Returns whether pages may have a size: a power of two from 512 to 65,536.
  package static func isPageSize(_ size: Int) -> Bool {
    (512...65_536).contains(size) && size & (size - 1) == 0
  }

  fileprivate static func salts(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    UInt64(bytes.bigEndian32(at: 0)) << 32 | UInt64(bytes.bigEndian32(at: 4))
  }

  /// The number of frames that SQLite would believe, before it looks for the last commit among
  /// them.
  private var intact: Int { hasHeader ? frames.firstIndex { !$0.isLinked } ?? frames.count : 0 }

  private func goesOn(after index: Int) -> Bool {
    index + 1 < frames.count && frames[index + 1].isLinked && frames[index + 1].salts == salts
  }

  private func isCommit(at index: Int) -> Bool { frames[index].isCommit && frames[index].salts == salts }

  /// A Boolean value that indicates whether SQLite would drop transactions that were acknowledged.
  package var losesCommits: Bool {
    guard hasHeader else {
      // The header is synchronised before the first frame, and 32 bytes are written in whole or not
      // at all.
      return !isBlank || frames.indices.contains { isCommit(at: $0) && frames[$0].isLinked }
    }
    return (intact..<frames.count).contains { isCommit(at: $0) && goesOn(after: $0) }
  }

  /// The frames that count: those of committed transactions, as far as they are whole.
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

  /// The part of a journal that can be used.
  package struct Readable: Equatable, Sendable {
    /// The newest frame of each page.
    package var frameOfPage: [Int: Int] = [:]
    /// The number of pages that the store has since the last commit; `nil` if there is none.
    package var databasePages: Int?
    /// The number of frames among them that are damaged.
    package var wrong = 0
    /// The last of those.
    package var lastWrong: Int?

    /// Creates the reading of a journal of which nothing can be used.
    package init() {}
  }

  /// The place in the file at which the page of a frame begins.
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

    /// Reads it from where it is stored.
    init(_ bytes: ArraySlice<UInt8>) {
      (first, second) = (bytes.bigEndian32(at: 0), bytes.bigEndian32(at: 4))
    }

    /// The checksum that goes on over some bytes, a multiple of eight.
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
  /// Another process may be writing to it. So what looks like damage has to look the same a second
  /// time: a journal that nobody writes to looks like damage only if it is.
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
  /// Reads the header of a frame, which may be followed by its page.
  fileprivate init(_ bytes: ArraySlice<UInt8>, isLinked: Bool) {
    let start = bytes.startIndex
    self.init(
      page: Int(bytes.bigEndian32(at: 0)), databasePages: Int(bytes.bigEndian32(at: 4)),
      salts: Journal.salts(bytes[start + 8..<start + 16]),
      checksum: Journal.Checksum(bytes[start + 16..<start + 24]), isLinked: isLinked)
  }
}
