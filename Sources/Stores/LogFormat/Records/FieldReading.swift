internal import Activities

/// Reading the fields of a record as its table lists them.
extension RecordDecoder {
  /// Reads every field of a table that is in a line into a record.
  mutating func read<Root>(
    _ table: RecordTable<Root>, into root: inout Root, from members: borrowing Members
  ) throws(RecordError) {
    for row in table.rows {
      guard let position = members.position(of: row, on: json.tape) else { continue }
      try read(row, at: position, into: &root, from: members)
    }
  }

  private mutating func read<Root>(
    _ row: RecordTable<Root>.Row, at position: Int, into root: inout Root, from members: borrowing Members
  ) throws(RecordError) {
    switch row.field.kind {
    case .text(_, let set): set(&root, try json.string(row, in: members))
    case .flag(_, _, let set): if let flag = try json.boolean(row, in: members) { set(&root, flag) }
    case .number(_, let set): set(&root, try json.number(row, in: members))
    case .object(_, let set): set(&root, try json.object(row, in: members))
    case .instant(_, let set): set(&root, try json.instant(row, in: members))
    case .place(_, let set): set(&root, try place(at: position))
    case .area(_, let set): set(&root, try area(at: position, in: members))
    case .texts(_, let set):
      set(
        &root, try row.field.isName ? requiredKeys(in: members) : json.strings(row, in: members).map(Set.init)
      )
    case .parsed(_, let set):
      guard let text = try json.string(row, in: members) else { return }
      do { try set(&root, text) } catch { throw RecordError(row.name, refusal: error) }
    case .words(_, let set):
      guard let words = try json.strings(row, in: members) else { return }
      do { try set(&root, words) } catch { throw RecordError(row.name, refusal: error) }
    case .date(_, let set):
      guard let date = json.date(at: position) else {
        throw RecordError(row.name, .wrongType(expected: .date))
      }
      set(&root, date)
    case .url(_, let set):
      let url = try json.url(row, in: members)
      do { try set(&root, url) } catch { throw RecordError(error.field, .invalid(error)) }
    case .storedObject(_, let set):
      let stored = try json.object(row, in: members)
      do { try set(&root, stored) } catch { throw RecordError(error.field, .invalid(error)) }
    case .storedList(_, let set):
      guard case .array(let stored) = try json.value(at: position) else {
        throw RecordError(row.name, .wrongType(expected: .objects))
      }
      do { try set(&root, stored) } catch { throw RecordError(row.name, .invalid(error)) }
    case .user, .time, .activity: break  // read first, because a record cannot be made without them
    }
  }
}

extension RecordError {
  fileprivate init(_ field: String, refusal: FieldRefusal) {
    switch refusal {
    case .unknownWord(let known): self.init(field, .unknownWord(known: known))
    case .notDigits: self.init(field, .wrongType(expected: .digits))
    case .invalid(let error): self.init(field, .invalid(error))
    }
  }
}
