internal import Activities
internal import Crypto
internal import Foundation

/// Opens the rows of an encrypted store, and gives them the columns that they would have in a plain one; rows of a plain store
/// stay as they are.
///
/// A row opens only with the user for whom it was sealed. Its own column says who that is, through the table of users; if that
/// cannot be, everyone is tried whose name is left anywhere: what opens is proven.
struct SealedRows {
  let seal: RowSeal
  /// The names of users by their numbers, as far as they can be read.
  let names: [Int64: String]
  /// Who is tried if a number leads to nobody: not more, so that a store that was made to be slow is not.
  private let others: [String]
  private static let mostOthers = 256

  /// - Parameter more: Names that are left, of whichever number.
  init(_ seal: RowSeal, names: [Int64: String], more: Set<String> = []) {
    (self.seal, self.names) = (seal, names)
    let known = more.union(names.values).subtracting([UserIdentifier.me.name])
    others = [UserIdentifier.me.name] + known.sorted().prefix(Self.mostOthers)
  }

  /// Calls the body with each name that may be that of a number, until one opens.
  private func opened<Value>(_ number: Int64, _ open: (String) throws(StoreError) -> Value) -> Value? {
    if let name = names[number], let value = try? open(name) { return value }
    for name in others where name != names[number] {
      if let value = try? open(name) { return value }
    }
    return nil
  }

  func donation(_ row: FoundRow.Donation) -> FoundRow.Donation? {
    guard !seal.isPlain else { return row }
    let stored = StoredDonation(
      sequence: 0, identifier: row.identifier, identity: row.identity, payload: row.payload)
    let content = opened(row.user) { name throws(StoreError) in try stored.content(of: name, seal) }
    return content.map {
      var row = row
      (row.identifier, row.identity, row.payload) = ($0.identifier.bytes, $0.identity.bytes, $0.line)
      return row
    }
  }

  func feedback(_ row: FoundRow.Feedback) -> FoundRow.Feedback? {
    guard !seal.isPlain else { return row }
    let line = opened(row.user) { name throws(StoreError) in
      try seal.opened(row.payload, at: .feedback(row.digest, of: name))
    }
    return line.map {
      var row = row
      (row.digest, row.payload) = (Data(SHA256.hash(data: $0).prefix(16)), $0)
      return row
    }
  }

  /// The identity stands in the line.
  func phrase(_ row: FoundRow.Phrase, _ reader: inout PayloadReader) -> FoundRow.Phrase? {
    guard !seal.isPlain else { return row }
    let line = opened(row.user) { name throws(StoreError) in
      try seal.opened(row.payload, at: .phrase(row.identity, of: name))
    }
    guard let line, let phrase = reader.phrase(line) else { return nil }
    var row = row
    (row.identity, row.payload) = (phrase.identity.rawValue.bytes, line)
    return row
  }

  /// The program stands in the line.
  func hint(_ row: FoundRow.Hint, _ reader: inout PayloadReader) -> FoundRow.Hint? {
    guard !seal.isPlain else { return row }
    guard let list = Int(exactly: row.list), let place = Int(exactly: row.place) else { return nil }
    let found = opened(row.user) { name throws(StoreError) in
      (
        try seal.opened(row.payload, at: .hint(list: list, program: row.program, place: place, of: name)),
        name
      )
    }
    guard let (line, name) = found, let stated = reader.hint(line) else { return nil }
    var row = row
    (row.program, row.payload, row.owner) = (Data(name: stated.program), line, name)
    return row
  }

  func item(_ row: FoundRow.Item) -> FoundRow.Item? {
    guard !seal.isPlain else { return row }
    let found = opened(row.user) { name throws(StoreError) in
      let place = RowPlace.searchEntry(identity: nil, program: row.program, item: row.item, of: name)
      return (try SearchContent.opened(row.payload, at: place, seal), name)
    }
    guard let (content, name) = found, let item = content.item, let payload = content.payload else {
      return nil
    }
    var row = row
    (row.program, row.item, row.domain) = (content.program, item, content.domain)
    (row.words, row.payload, row.owner) = (content.words, payload, name)
    return row
  }

  func rule(_ row: FoundRow.DoorRule, number: Int64) -> FoundRow.DoorRule? {
    guard let number = Int(exactly: number), let line = try? seal.opened(row.payload, at: .doorRule(number))
    else { return nil }
    var row = row
    row.payload = line
    return row
  }

  /// The secret of the hashes; `nil` if there is none, or none that can be read.
  func secret(_ row: FoundRow.Door) -> HashSecret? {
    row.hashSecret.flatMap { try? seal.opened($0, at: .hashSecret) }.flatMap { HashSecret(stored: $0) }
  }
}

extension SealedRows {
  /// How the rows of a damaged store are kept.
  ///
  /// - Returns: A plain seal, too, if nothing is left that says that the store is encrypted; rows will then show it.
  /// - Throws: ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey``, or ``StoreError/Reason/encryptionLost`` if there is a
  ///   row that says how, and it is damaged.
  static func seal(of pages: StorePages, with key: StoreKey?, at path: String) throws(StoreError) -> RowSeal {
    var isDamaged = false
    var error: StoreError?
    for number in pages.numbers {
      guard let page = pages.tree(number), page.kind == .leafTable, case let cells = page.cells,
        cells.count == 1, let cell = cells[0], let columns = pages.columns(of: cell, on: page),
        case .encryption(let entry)? = FoundRow(columns, row: cell.row)
      else { continue }
      guard entry.isWhole else {
        isDamaged = true
        continue
      }
      do throws(StoreError) { return try entry.unlock(with: key, at: path) } catch let refusal {
        error = refusal
      }
    }
    if let error { throw error }
    guard !isDamaged else { throw StoreError(.encryptionLost, at: path) }
    return RowSeal(path: path)
  }
}

extension StoreMap {
  /// Whether it is sure that the store is not encrypted.
  var isSurelyPlain: Bool {
    guard let tree = trees["encryption"] else { return hasSchema }
    return tree.isWhole
      && tree.pages.allSatisfy { number in
        pages.tree(number).map { $0.isCoherent && $0.cells.isEmpty } ?? false
      }
  }
}
