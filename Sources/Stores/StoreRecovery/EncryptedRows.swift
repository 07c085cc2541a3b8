internal import Activities
internal import Foundation
internal import SQLiteStorage

/// Decrypts the rows of an encrypted store into the form of a plain one; rows of a plain store stay
/// unchanged.
///
/// A row can be decrypted only with the name of its user. Its own column leads to the name through
/// the table of users. If that fails, every name left anywhere is tried: successful decryption is
/// proof.
struct EncryptedRows {
  let cipher: RowCipher
  /// The names of users by their numbers, as far as they can be read.
  let names: [Int64: String]
  /// The users to try if a number leads to nobody, limited in case a store was crafted to be slow.
  private let others: [String]
  private static let mostOthers = 256

  /// - Parameter more: Other names that are left, with unknown numbers.
  init(_ cipher: RowCipher, names: [Int64: String], more: Set<String> = []) {
    (self.cipher, self.names) = (cipher, names)
    let known = more.union(names.values).subtracting([UserIdentifier.me.name])
    others = [UserIdentifier.me.name] + known.sorted().prefix(Self.mostOthers)
  }

  /// Calls the body with each possible name for a number, until it does not throw.
  private func decrypted<Value>(_ number: Int64, _ decrypt: (String) throws(StoreError) -> Value) -> Value? {
    if let name = names[number], let value = try? decrypt(name) { return value }
    for name in others where name != names[number] {
      if let value = try? decrypt(name) { return value }
    }
    return nil
  }

  func donation(_ row: FoundRow.Donation) -> FoundRow.Donation? {
    guard !cipher.isPlain else {
      var row = row
      row.payload = RowDecoding.line(of: row.payload)
      return row
    }
    let content = decrypted(row.user) { name throws(StoreError) in
      try cipher.plainDonation(
        identifier: row.identifier, identity: row.identity, payload: row.payload, of: name)
    }
    return content.map {
      var row = row
      (row.identifier, row.identity, row.payload) = ($0.identifier, $0.identity, $0.line)
      return row
    }
  }

  func feedback(_ row: FoundRow.Feedback) -> FoundRow.Feedback? {
    guard !cipher.isPlain else { return row }
    let line = decrypted(row.user) { name throws(StoreError) in
      try cipher.decrypted(row.payload, at: .feedback(row.digest, of: name))
    }
    return line.map {
      var row = row
      (row.digest, row.payload) = (SHA256Digest(of: $0).leading.bytes, $0)
      return row
    }
  }

  /// Returns the row of a phrase; its identity is in the line.
  func phrase(_ row: FoundRow.Phrase, _ reader: inout RowDecoding) -> FoundRow.Phrase? {
    guard !cipher.isPlain else { return row }
    let line = decrypted(row.user) { name throws(StoreError) in
      try cipher.decrypted(row.payload, at: .phrase(row.identity, of: name))
    }
    guard let line, let phrase = reader.phrase(line) else { return nil }
    var row = row
    (row.identity, row.payload) = (phrase.identity.rawValue.bytes, line)
    return row
  }

  /// Returns the row of a hint; its program is in the line.
  func hint(_ row: FoundRow.Hint, _ reader: inout RowDecoding) -> FoundRow.Hint? {
    guard !cipher.isPlain else { return row }
    guard let list = Int(exactly: row.list), let place = Int(exactly: row.place) else { return nil }
    let found = decrypted(row.user) { name throws(StoreError) in
      (
        try cipher.decrypted(
          row.payload, at: .hint(list: list, program: row.program, place: place, of: name)),
        name
      )
    }
    guard let (line, name) = found, let stated = reader.hint(line) else { return nil }
    var row = row
    (row.program, row.payload, row.owner) = (Data(name: stated.program), line, name)
    return row
  }

  func namedPlace(_ row: FoundRow.NamedPlace) -> FoundRow.NamedPlace? {
    guard !cipher.isPlain else { return row }
    let found = decrypted(row.user) { name throws(StoreError) in
      (try cipher.decrypted(row.payload, at: .namedPlace(row.digest, of: name)), name)
    }
    return found.map { object, name in
      var row = row
      (row.digest, row.payload, row.owner) = (SHA256Digest(of: object).leading.bytes, object, name)
      return row
    }
  }

  func item(_ row: FoundRow.Item) -> FoundRow.Item? {
    guard !cipher.isPlain else { return row }
    let found = decrypted(row.user) { name throws(StoreError) in
      let place = RowPlace.searchEntry(identity: nil, program: row.program, item: row.item, of: name)
      return (try SearchContent.decrypted(row.payload, at: place, cipher), name)
    }
    guard let (content, name) = found, let item = content.item, let payload = content.payload else {
      return nil
    }
    var row = row
    (row.program, row.item, row.domain) = (content.program, item, content.domain)
    (row.words, row.payload, row.owner) = (content.words, payload, name)
    return row
  }

  func rule(_ row: FoundRow.PrivacyRule, number: Int64) -> FoundRow.PrivacyRule? {
    guard let number = Int(exactly: number),
      let line = try? cipher.decrypted(row.payload, at: .privacyRule(number))
    else { return nil }
    var row = row
    row.payload = line
    return row
  }

  /// Returns the secret of the hashes; `nil` if it is missing or unreadable.
  func secret(_ row: FoundRow.Settings) -> HashSecret? {
    row.hashSecret.flatMap { try? cipher.decrypted($0, at: .hashSecret) }.flatMap { HashSecret(stored: $0) }
  }
}

extension EncryptedRows {
  /// Finds the cipher of the rows of a damaged store.
  ///
  /// - Returns: The cipher of a plain store also if no trace of encryption is left; the rows will
  ///   then show it.
  /// - Throws: ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey``, or
  ///   ``StoreError/Reason/encryptionLost`` if the row that describes the encryption is damaged.
  static func cipher(of pages: StorePages, with key: StoreKey?, at path: String) throws(StoreError)
    -> RowCipher
  {
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
    return RowCipher(plainAt: path)
  }
}
