/// A reason to end a run without its trailer.
package enum WorkerError: Error, Equatable {
  /// A person comes after one with a later name: the rows are not sorted, or a person comes
  /// twice.
  case personOutOfOrder(row: Int, person: String, after: String)
  /// A row of a person is earlier than the one before it.
  case rowOutOfOrder(row: Int, person: String)
  /// A checkpoint cannot be read, or belongs to another person.
  case damagedCheckpoint(row: Int, person: String)
  /// A checkpoint was made with another model, format or kind of processor.
  case otherCheckpoint(row: Int, person: String)
  /// A checkpoint comes after another row of its person, or the task takes none.
  case misplacedCheckpoint(row: Int, person: String)
  /// A row that gives a person's number comes after another row of the person, or gives none from 0
  /// on.
  case misplacedNumber(row: Int, person: String)
  /// There are more bad rows than the run allows; the first of them.
  case tooManyBadRows(limit: Int, row: Int, reason: String)
  /// A question for all persons cannot be asked.
  case question(String)
  /// A line of an earlier run cannot be added up.
  case notALine(row: Int)
  /// The trailer of an earlier run counts more or fewer people than the lines before it.
  case otherCount(row: Int)
  /// The trailer of an earlier run names another model than those before it.
  case otherModel(row: Int)
  /// The last line of earlier runs is not a trailer.
  case noTrailer
  /// The rows cannot be read.
  case unreadable
  /// The lines cannot be written.
  case unwritable
  /// The reader of the lines has closed them.
  case closed
  /// The file for bad rows cannot be created or written.
  case deadLetters
}

extension WorkerError: CustomStringConvertible {
  /// The reason, and how to fix it.
  package var description: String {
    switch self {
    case .personOutOfOrder(let row, let person, let other):
      "row \(row): \(person) comes after \(other); sort the rows by person in byte order"
    case .rowOutOfOrder(let row, let person):
      "row \(row): a row of \(person) is earlier than the one before it; sort each person's rows by time"
    case .damagedCheckpoint(let row, let person):
      "row \(row): the checkpoint of \(person) is damaged or another person's; learn again from the whole history"
    case .otherCheckpoint(let row, let person):
      "row \(row): the checkpoint of \(person) was made by another version, model or kind of processor; learn again "
        + "from the whole history, or use the worker and model that made it"
    case .misplacedCheckpoint(let row, let person):
      "row \(row): a checkpoint of \(person) has to come before the person's other rows, once, for suggest or learn"
    case .misplacedNumber(let row, let person):
      "row \(row): the number of \(person) has to be a whole one from 0 to 4294967295, before the person's other rows, once"
    case .tooManyBadRows(let limit, let row, let reason):
      "more than \(limit) bad rows; the first is row \(row): \(reason)"
    case .question(let reason): "--ask: \(reason)"
    case .notALine(let row): "row \(row): not a line of `hunch-worker evaluate`"
    case .otherCount(let row):
      "row \(row): the trailer counts more or fewer people than come before it; run `hunch-worker evaluate` again"
    case .otherModel(let row):
      "row \(row): the trailer names another model than those before it; evaluate everybody with one model"
    case .noTrailer:
      "the input does not end with a trailer, so lines may be missing; run `hunch-worker evaluate` again"
    case .unreadable: "the rows cannot be read"
    case .unwritable: "the lines cannot be written; check whether the disk is full"
    case .closed: ""
    case .deadLetters: "the file for bad rows cannot be written; name another, or check the disk"
    }
  }
}

/// A row that was skipped.
package struct BadRow: Equatable, Sendable {
  /// The person, if the row says who it is.
  package let person: String?
  /// The number of the row, counted from 1.
  package let row: Int
  /// The reason, without anything that the row says.
  package let reason: String
}
