internal import ArgumentParser

/// A command that declares an invocation, with which tests look for users' data in what it prints.
protocol SampledCommand: AsyncParsableCommand {
  /// Arguments with which it succeeds over the files of the tests' `MarkedFiles`.
  ///
  /// Words of users begin with ZQ there.
  static var sample: [String] { get }
}
