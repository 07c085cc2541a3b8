// swift-tools-version: 6.2

import PackageDescription

/// The rules of the project's own targets.
let rules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A libFuzzer program: its entry point calls an exercise of the project's tests.
func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: "\(name)Fuzzer",
    dependencies: ["FuzzEntry", .product(name: "HunchFuzzing", package: "hunch")], path: "Sources/\(name)",
    swiftSettings: rules)
}

/// A package of its own, so that building or testing the project does not include it.
///
/// `make fuzz` builds it: only its flags provide coverage, and libFuzzer's `main`.
let package = Package(
  name: "hunch-fuzzing",
  dependencies: [.package(name: "hunch", path: "../../..")],
  targets: [
    .target(name: "FuzzEntry", swiftSettings: rules),
    fuzzer("Router"),
    fuzzer("Manifest"),
    fuzzer("Payload"),
    fuzzer("Log"),
    fuzzer("History"),
    fuzzer("Identity"),
    fuzzer("Phrases"),
    fuzzer("CommandLine"),
    fuzzer("Persona"),
    fuzzer("Model"),
    fuzzer("State"),
    fuzzer("Store"),
  ]
)
