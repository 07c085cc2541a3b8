import Testing

/// The entry point of the test program.
///
/// Without this file SwiftPM writes one from the index of the build. Debug builds write no index, which saves a third of their time.
@main
struct TestRunner {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
