/// A line that could not be read; the rest of the file was.
public struct LineProblem: Error, Equatable, Sendable {
  /// The name of the file, as it was given.
  public let file: String
  /// The number of the line, counted from 1.
  public let line: Int
  /// The error in the line.
  public let error: RecordError

  /// Makes a problem.
  public init(file: String, line: Int, error: RecordError) {
    self.file = file
    self.line = line
    self.error = error
  }
}

extension LineProblem: CustomStringConvertible {
  /// `file:line: field: reason; how to mend it`, without anything that stands in the line.
  public var description: String { "\(file):\(line): \(error)" }
}
