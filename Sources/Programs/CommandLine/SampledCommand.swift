internal import ArgumentParser

/// A command with a sample invocation, whose output tests search for users' data.
protocol SampledCommand: AsyncParsableCommand {
  /// Arguments with which the command succeeds on the files of the tests' `MarkedFiles`.
  ///
  /// Words of users begin with ZQ there.
  static var sample: [String] { get }
}
