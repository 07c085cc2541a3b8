/// A line that could not be read.
public struct LineProblem: Error, Equatable, Sendable {
  /// The name of the file, as it was given.
  public let file: String
  /// The number of the line, counted from 1.
  public let line: Int
  /// The error in the line.
  public let error: RecordError

  /// Creates a problem.
  public init(file: String, line: Int, error: RecordError) {
    self.file = file
    self.line = line
    self.error = error
  }
}

extension LineProblem: CustomStringConvertible {
  /// The text `file:line: field: reason; how to fix it`, without any content of the line.
  public var description: String { "\(file):\(line): \(error)" }
}
