// swift-tools-version: 6.2

import PackageDescription

/// The folder of the project, as an identifier.
let folder = String(
  (Context.packageDirectory.split(separator: "/").dropLast(3).last ?? "").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

/// The rules of the project's own tests, from which most of what is compiled here is.
let rules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  // What the project's modules share with each other: SwiftPM names their package after the folder that it lies in.
  .unsafeFlags(["-package-name", folder]),
]

/// A program of libFuzzer: its entry, and an exercise of the tests.
func fuzzer(_ name: String, imports: [Target.Dependency] = [], flags: [String] = []) -> Target {
  .executableTarget(
    name: "\(name)Fuzzer", dependencies: [.product(name: "HunchFuzzing", package: "hunch")] + imports,
    path: "Sources/\(name)", packageAccess: false, swiftSettings: rules + [.unsafeFlags(flags)])
}

/// A package of its own, so that who builds or tests the project does not pay for it.
///
/// `make fuzz` builds it: only with its flags is there coverage, and a `main`, which is libFuzzer's.
let package = Package(
  name: "hunch-fuzzing",
  dependencies: [
    .package(name: "hunch", path: "../../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    fuzzer("Router"),
    fuzzer("Manifest"),
    fuzzer("Payload"),
    fuzzer("Log"),
    fuzzer("History"),
    fuzzer("Identity"),
    fuzzer("Phrases"),
    fuzzer(
      "CommandLine", imports: ["ProgramOptions"], flags: ["-module-alias", "CommandLine=ProgramOptions"]),
    fuzzer("Persona"),
    fuzzer("Model"),
    fuzzer("State"),
    fuzzer("Store", imports: [.product(name: "GRDB", package: "GRDB.swift")]),
    // What reads options; the rest of the program would bring everything with it.
    .target(
      name: "ProgramOptions",
      dependencies: [
        .product(name: "HunchFuzzing", package: "hunch"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Options", packageAccess: false, swiftSettings: rules),
  ]
)
