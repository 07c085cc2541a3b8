internal import Activities
internal import Foundation
package import LogFormat

extension ExampleSpool {
  /// The maximum length of a line in bytes: about 150,000 donations of one person.
  private static let longestLine = 1 << 31
  /// The name of the task in trailers.
  private static let task = "examples"

  /// Reads the output of `hunch-worker examples`, or several outputs one after the other.
  ///
  /// - Parameters:
  ///   - file: The name in messages.
  ///   - progress: Called with the number of people after each of them.
  /// - Throws: ``ExamplesError``, `LogReadingError`, `UnnamedFile.Refusal`, or an error of
  ///   `progress`. The spool must not be used after an error.
  /// - Complexity: O(bytes); memory holds one line.
  package mutating func read(
    _ source: ByteSource, named file: String, progress: (Int) throws -> Void = { _ in }
  ) throws {
    var lines = LineSplitter(source, maximalLength: Self.longestLine)
    var (people, last, isComplete) = (0, 0, false)
    while let line = try lines.next() {
      guard !line.range.isEmpty || line.isTooLong else { continue }
      last = line.number
      func failed(_ reason: ExamplesError.Reason) -> ExamplesError {
        ExamplesError(file: file, row: line.number, reason)
      }
      var limits = LineLimits()
      limits.length = max(limits.length, line.range.count)
      guard let object = try? JSONNode(parsing: lines.buffer.span.extracting(line.range), limits: limits)
      else { throw failed(.notALine) }
      if object.member("end") == .boolean(true) {
        guard object.member("task") == .string(Self.task) else { throw failed(.notALine) }
        guard object.member("people") == .integer(Int64(people)) else { throw failed(.otherCount) }
        (people, isComplete) = (0, true)
        continue
      }
      isComplete = false
      let examples: PersonExamples
      do throws(ExamplesError.Reason) { examples = try Self.person(in: object, by: plan) } catch {
        throw failed(error)
      }
      if let reason = origins.add(examples, file: file, row: line.number) { throw failed(reason) }
      try add(examples)
      people += 1
      try progress(origins.count)
    }
    guard isComplete else { throw ExamplesError(file: file, row: last, .noTrailer) }
  }

  /// Returns the examples of a line.
  private static func person(
    in object: JSONNode, by plan: FittingPlan
  ) throws(ExamplesError.Reason) -> PersonExamples {
    guard case .string(let person) = object.member("person"),
      case .integer(let donations) = object.member("donations"),
      case .integer(let number) = object.member("number"),
      case .string(let text) = object.member("examples")
    else { throw .notALine }
    guard let bytes = Data(base64Encoded: text) else { throw .damaged }
    let examples: PersonExamples
    do throws(PersonExamples.Fault) {
      examples = try PersonExamples(decoding: Array(bytes), by: plan)
    } catch { throw .init(error) }
    guard examples.person == person, examples.donations == donations, examples.number == number else {
      throw .damaged
    }
    return examples
  }
}

/// The lines of the people that were read, to find repeated ones.
struct ExampleOrigins: Sendable {
  private struct Origin {
    let file: Int
    let row: Int
  }

  private var files: [String] = []
  private var numbers: [Int: Origin] = [:]
  private var people: [String: Origin] = [:]

  /// The number of people.
  var count: Int { people.count }

  /// Notes a person; returns the reason if an earlier line has the same number or person.
  mutating func add(_ examples: PersonExamples, file: String, row: Int) -> ExamplesError.Reason? {
    if files.last != file { files.append(file) }
    let origin = Origin(file: files.count - 1, row: row)
    if let other = people.updateValue(origin, forKey: examples.person) {
      return .repeatedPerson(file: files[other.file], row: other.row)
    }
    if let other = numbers.updateValue(origin, forKey: examples.number) {
      return .repeatedNumber(examples.number, file: files[other.file], row: other.row)
    }
    return nil
  }
}

/// An error about the lines of `hunch-worker examples`.
package struct ExamplesError: Error, Equatable, Sendable {
  package enum Reason: Error, Equatable, Sendable {
    /// A line is neither a person's examples nor a trailer.
    case notALine
    /// A line is incomplete or was changed.
    case damaged
    /// A line was made by another version.
    case foreign
    /// A line was made with another share to learn from.
    case otherShare(Double)
    /// A line was made with another seed.
    case otherSeed(UInt64)
    /// An earlier line is of the same person.
    case repeatedPerson(file: String, row: Int)
    /// An earlier line has the same number.
    case repeatedNumber(Int, file: String, row: Int)
    /// A trailer counts more or fewer people than the lines before it.
    case otherCount
    /// The last line is not a trailer.
    case noTrailer
  }

  /// The name of the file.
  package let file: String
  /// The number of the line, from 1; 0 for an empty file.
  package let row: Int
  /// The reason.
  package let reason: Reason

  init(file: String, row: Int, _ reason: Reason) {
    (self.file, self.row, self.reason) = (file, row, reason)
  }
}

extension ExamplesError: CustomStringConvertible {
  /// The reason, and how to fix it.
  package var description: String { "\(file): row \(row): \(reason.text)" }
}

extension ExamplesError.Reason {
  init(_ fault: PersonExamples.Fault) {
    switch fault {
    case .damaged: self = .damaged
    case .foreign: self = .foreign
    case .otherShare(let share): self = .otherShare(share)
    case .otherSeed(let seed): self = .otherSeed(seed)
    }
  }

  fileprivate var text: String {
    switch self {
    case .notALine: "not a line of `hunch-worker examples`"
    case .damaged: "the examples are damaged; make them again"
    case .foreign: "the examples were made by another version; use the hunch-worker of this version"
    case .otherShare(let share):
      "the examples were made with --until \(share); give hunch train the same, and make all examples with it"
    case .otherSeed(let seed):
      "the examples were made with --seed \(seed); give hunch train the same, and make all examples with it"
    case .repeatedPerson(let file, let row):
      "the same person as in \(file), row \(row); give each person once"
    case .repeatedNumber(let number, let file, let row):
      "the number \(number), as in \(file), row \(row); number people by their rank among all of them"
    case .otherCount: "the trailer counts more or fewer people than came before it; make the lines again"
    case .noTrailer:
      "the last line is not a trailer, so lines may be missing; make the file again"
    }
  }
}
