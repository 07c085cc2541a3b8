internal import Activities
internal import Foundation
internal import LogFormat

/// The use of a device that newer versions of iOS and macOS record for Siri's suggestions: the
/// streams `App.InFocus` and `App.Intent` of Biome.
///
/// A stream is a folder of files (``StreamFile``), each of which is a history; `hunch import auto`
/// searches folders. The records tell which stream a file belongs to, because copies lose their
/// folders.
///
/// - `App.InFocus`: a program that came to the front, ``ApplicationUse``. Going to the background
///   gives the duration, and is not a separate record.
/// - `App.Intent`: an action of a program, ``DonatedIntent``, at the time of writing. An archive of
///   the interaction has the donor and the direction, as far as Foundation reads it as a property
///   list; its texts are not read.
/// - Program: the bundle identifier. Dropped: all other streams; parameters of intents.
///
/// Deleted records are skipped. Times are instants without an offset.
package struct BiomeImporter: HistoryImporter {
  package let name = "apple-biome"
  package var aliases: [String: any HistoryImporter] { ["biome": self] }
  package let summary = "the use of programs and Siri's actions on a Mac or iPhone (Biome)"
  package let locations = ["App.InFocus", "App.Intent"].flatMap { stream in
    // Files are named by microseconds since 2001.
    ["7*", "8*"].map { HistoryLocation.home("Library/Biome/streams/restricted/\(stream)/local/\($0)") }
  }
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant

  package init() {}

  private static let otherStream = HistoryFilter("stream that is not read")
  private static let noMessage = HistoryProblem("its bytes are not a message; the record is damaged")
  /// The number of records that decide which stream a file belongs to.
  private static let sample = 16

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    guard StreamFile.isMarked(file.head) else { return .foreign }
    struct Enough: Error {}
    var (found, seen) = (HistoryRecognition.foreign, 0)
    do {
      try StreamFile(file).forEachRecord { record in
        seen += 1
        if case .bytes(let bytes) = record.content, let message = ProtobufMessage(bytes),
          Focus(message) != nil || Self.isIntent(message)
        {
          found = .certain
        }
        if found == .certain || seen == Self.sample { throw Enough() }
      }
    } catch is Enough {}
    return found
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var front: (focus: Focus, number: Int)?
    func flush(at end: Double?) throws {
      guard let last = front else { return }
      front = nil
      let content = Self.use(last.focus, until: end, settings)
      try receive(HistoryRecord(content, at: .record(last.number)))
    }
    try StreamFile(file).forEachRecord { record in
      if case .bytes(let bytes) = record.content, let focus = ProtobufMessage(bytes).flatMap(Focus.init) {
        if focus.isInFront {
          try flush(at: nil)
          front = (focus, record.number)
        } else if front?.focus.program == focus.program {
          try flush(at: focus.time)
        }
        return
      }
      try flush(at: nil)
      try receive(HistoryRecord(Self.content(of: record, settings), at: .record(record.number)))
    }
    try flush(at: nil)
  }

  /// A program came to the front, or left it.
  private struct Focus {
    let program: String
    let isInFront: Bool
    /// Seconds since 2001.
    let time: Double

    init?(_ message: ProtobufMessage) {
      guard let program = message.text(6), let time = message.double(4) else { return nil }
      (self.program, self.time, isInFront) = (program, time, message.number(3) == 1)
    }
  }

  private static func use(
    _ focus: Focus, until end: Double?, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    guard !ApplicationUse.isPassedThrough(focus.program) else {
      return .filtered(ApplicationUse.passedThrough)
    }
    do {
      var found = HistoryActivity(
        try ApplicationUse.activity(of: focus.program),
        at: .exact(try AppleTime.instant(focus.time, offset: nil, settings)))
      found.program = focus.program
      if let end, end > focus.time { found.duration = end - focus.time }
      return .activity(found)
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  private static func isIntent(_ message: ProtobufMessage) -> Bool {
    message.text(2) != nil && message.text(4) != nil && message.text(5) != nil
  }

  private static func content(
    of record: StreamFile.Record, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    let bytes: [UInt8]
    switch record.content {
    case .deleted: return .filtered(.deleted)
    case .problem(let problem): return .malformed(problem)
    case .bytes(let found): bytes = found
    }
    guard let message = ProtobufMessage(bytes) else { return .malformed(noMessage) }
    guard isIntent(message) else { return .filtered(otherStream) }
    let archive = message.bytes(8).map(InteractionArchive.init) ?? InteractionArchive()
    let intent = DonatedIntent(
      program: message.text(2), intentClass: message.text(4), verb: message.text(5),
      direction: archive.direction, isDonatedBySiri: archive.isDonatedBySiri, groupIdentifier: nil)
    guard !intent.isIncoming else { return .filtered(DonatedIntent.incoming) }
    do {
      var found = HistoryActivity(
        try intent.activity(), at: .exact(try AppleTime.instant(record.written, offset: nil, settings)))
      found.program = intent.program
      return .activity(found)
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }
}

/// The numbers of an archived `INInteraction`.
private struct InteractionArchive {
  /// The maximum nesting of elements; an archive lists its objects one after the other.
  private static let deepest = 32

  var direction: Int64?
  var isDonatedBySiri = false

  init() {}

  /// Reads the numbers that the archive has, which may be none.
  init(_ bytes: [UInt8]) {
    guard
      let archive = try? PropertyListDecoder.decode(Archive.self, guarded: bytes, depth: Self.deepest),
      let interaction = archive.objects.first(where: { $0.direction != nil || $0.isDonatedBySiri != nil })
    else { return }
    direction = interaction.direction
    isDonatedBySiri = interaction.isDonatedBySiri ?? false
  }

  /// The list of objects in a keyed archive.
  private struct Archive: Decodable {
    let objects: [Object]

    enum CodingKeys: String, CodingKey {
      case objects = "$objects"
    }
  }

  /// An object of any kind; only two of its members are read.
  private struct Object: Decodable {
    var direction: Int64?
    var isDonatedBySiri: Bool?

    enum CodingKeys: String, CodingKey {
      case direction
      case isDonatedBySiri = "_donatedBySiri"
    }

    init(from decoder: any Decoder) {
      guard let members = try? decoder.container(keyedBy: CodingKeys.self) else { return }
      direction = try? members.decode(Int64.self, forKey: .direction)
      isDonatedBySiri =
        (try? members.decode(Bool.self, forKey: .isDonatedBySiri))
        ?? (try? members.decode(Int.self, forKey: .isDonatedBySiri)).map { $0 != 0 }
    }
  }
}
