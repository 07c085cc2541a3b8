import Foundation
import Testing

/// The entry point of the test program.
///
/// Without this file SwiftPM writes one from the index of the build. Debug builds write no index,
/// which saves a third of their time.
@main
struct TestRunner {
  static func main() async {
    // `swift test` without `--enable-swift-testing` takes the program for one of XCTest, and to
    // filter asks for a list of its tests.
    if CommandLine.arguments.contains("--dump-tests-json") {
      FileHandle.standardOutput.write(Data(#"{"name": "All tests", "tests": []}"#.utf8))
      exit(0)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
