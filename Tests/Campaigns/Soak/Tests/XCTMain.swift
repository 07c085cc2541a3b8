import Foundation
import Testing

/// The entry point of the test program.
///
/// Without this file SwiftPM generates one from the build's index. Debug builds without an index
/// take a third less time.
@main
struct TestRunner {
  static func main() async {
    // `swift test` without `--enable-swift-testing` treats the program as an XCTest bundle, and
    // asks for its list of tests before filtering.
    if CommandLine.arguments.contains("--dump-tests-json") {
      FileHandle.standardOutput.write(Data(#"{"name": "All tests", "tests": []}"#.utf8))
      exit(0)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
