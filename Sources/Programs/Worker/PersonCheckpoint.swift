internal import Activities
internal import Foundation
internal import Kernels
internal import LogFormat

/// Everything about a person that a later run needs to go on without the earlier rows.
struct PersonCheckpoint: Sendable {
  /// The version of its bytes.
  static let format = "hunch-worker-checkpoint-1"
  private static let digestLength = 32

  let user: UserIdentifier
  /// The learned state; `nil` if nothing was donated.
  var checkpoint: Checkpoint?
  /// The rows of the newest donations of all activities, by the positions of the donations.
  var texts: [LogCursor: [UInt8]] = [:]
  /// The lines of all feedback and phrases.
  var records: [[UInt8]] = []
  /// The identifiers of the donations at the newest donation's time: another row of that time may
  /// repeat one.
  var newestIdentifiers: [DonationIdentifier] = []

  init(of user: UserIdentifier) {
    self.user = user
  }

  var cursor: LogCursor? { checkpoint?.cursor }
  var donations: Int { checkpoint?.donations ?? 0 }
  var lastSequence: Int64 { checkpoint?.lastSequence ?? 0 }

  /// Returns the newest donation of an activity.
  func donation(at place: LogCursor, reading decoder: inout RecordDecoder) throws -> LoggedDonation? {
    guard let line = texts[place] else { return nil }
    guard case .donation(let donation) = try decoder.decode(line.span) else { throw StateError() }
    return LoggedDonation(sequence: place.sequence, donation: donation)
  }
}

/// The encoding.
extension PersonCheckpoint {
  /// A reason why bytes cannot be used.
  enum Fault: Error {
    case damaged
    /// They are of another version, model or kind of processor.
    case foreign
  }

  /// The text of its bytes.
  ///
  /// - Parameter key: The key of the learned state, which is kept even if nothing was donated.
  func text(key: String) -> String {
    var writer = StateWriter()
    for name in [Self.format, key, user.name] { writer.write(Array(name.utf8)) }
    writer.write([cursor?.milliseconds ?? 0, cursor?.sequence ?? 0, lastSequence, Int64(donations)])
    writer.write(checkpoint?.state ?? [])
    let ordered = texts.sorted { $0.key < $1.key }
    writer.write(ordered.flatMap { [$0.key.milliseconds, $0.key.sequence] })
    for line in ordered { writer.write(line.value) }
    writer.write(records.count)
    for record in records { writer.write(record) }
    writer.write(
      newestIdentifiers.flatMap { [$0.rawValue >> 64, $0.rawValue] }.map(UInt64.init(truncatingIfNeeded:)))
    return Data(writer.bytes + SHA256Digest(of: writer.bytes).bytes).base64EncodedString()
  }

  /// Reads the text of a checkpoint.
  ///
  /// - Throws: ``Fault``.
  init(_ text: String, of user: UserIdentifier, key: String) throws(Fault) {
    guard let data = Data(base64Encoded: text), data.count > Self.digestLength else { throw .damaged }
    let body = Array(data.dropLast(Self.digestLength))
    do {
      var reader = StateReader(body)
      func name() throws -> String { String(decoding: try reader.readTable(of: UInt8.self), as: UTF8.self) }
      guard SHA256Digest(of: body).bytes == Array(data.suffix(Self.digestLength)) else { throw Fault.damaged }
      guard try name() == Self.format, try name() == key else { throw Fault.foreign }
      guard try name() == user.name else { throw Fault.damaged }
      self.init(of: user)
      try read(&reader, key: key)
    } catch let fault as Fault {
      throw fault
    } catch { throw .damaged }
  }

  private mutating func read(_ reader: inout StateReader, key: String) throws {
    let numbers = try reader.readTable(of: Int64.self, count: 4)
    let state = try reader.readTable(of: UInt8.self)
    if numbers[3] > 0 {
      checkpoint = Checkpoint(
        key: key, cursor: LogCursor(milliseconds: numbers[0], sequence: numbers[1]), lastSequence: numbers[2],
        donations: Int(numbers[3]), state: state)
    }
    let places = try reader.readTable(of: Int64.self)
    for index in 0..<(places.count / 2) {
      texts[LogCursor(milliseconds: places[2 * index], sequence: places[2 * index + 1])] =
        try reader.readTable()
    }
    for _ in 0..<(try reader.read(Int.self)) { records.append(try reader.readTable()) }
    let words = try reader.readTable(of: UInt64.self)
    for index in 0..<(words.count / 2) {
      newestIdentifiers.append(
        DonationIdentifier(rawValue: UInt128(words[2 * index]) << 64 | UInt128(words[2 * index + 1])))
    }
    try reader.finish()
  }
}
