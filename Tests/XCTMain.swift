import Foundation
import Testing

/// The entry point of the test program.
///
/// Without this file SwiftPM writes one from the index of the build. Debug builds write no index, which saves a third of their time.
@main
struct TestRunner {
  static func main() async {
    // SwiftPM starts the program once for each library of tests. There are none of XCTest, whose list is asked for in JSON.
    if CommandLine.arguments.contains("--dump-tests-json") { print("[]") }
    guard CommandLine.arguments.contains("swift-testing") else { exit(0) }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
