// swift-tools-version: 6.2

import PackageDescription

/// Every target of ours is compiled under the same rules: Swift 6 concurrency, imports that do not leak, and
/// `unsafe` spelled out wherever memory safety is in our hands.
let rules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let nio = [
  Target.Dependency.product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
]
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// The modules with arithmetic, loops and unsafe code: `make test` builds them optimised, with their assertions, as the optimiser may change
/// what they do, and their time is most of the tests'.
let hot = ["Features", "Importers", "Kernels", "LogFormat", "ModelFile", "Ranking", "Suggestions"]
let hotRules: [SwiftSetting] =
  Context.environment["HUNCH_TESTS"] == "landing" ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : []

func module(_ name: String, in folder: String = "Sources", imports: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: imports, path: "\(folder)/\(name)",
    swiftSettings: rules + (hot.contains(name) ? hotRules : []))
}

func tests(of name: String, as suite: String? = nil, imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: suite ?? "\(name)Tests", dependencies: [.target(name: name)] + imports, swiftSettings: rules)
}

func testSupport(_ name: String, imports: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: imports, path: "Tests/\(name)", swiftSettings: rules)
}

func program(
  _ name: String, path: String, imports: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: imports, path: path, resources: resources, swiftSettings: rules)
}

let package = Package(
  name: "hunch",
  products: [
    .executable(name: "hunch", targets: ["hunch-cli"]),
    .executable(name: "pizzeria", targets: ["Pizzeria"]),  // the example that the tutorial walks through
    .library(name: "Hunch", targets: ["Hunch"]),
    .library(name: "Ranking", targets: ["Ranking"]),
    .library(name: "Handoff", targets: ["Handoff"]),
    // For the nested packages: Benchmarks; Faults and Soak; Fuzzing.
    .library(name: "Benchmarking", targets: ["Benchmarking"]),
    .library(
      name: "HunchDevelopment",
      targets: ["Activities", "CHeap", "LogFormat", "SQLiteStorage", "Storage", "TestSupport"]),
    .library(
      name: "HunchFuzzing",
      targets: [
        "Activities", "Continuation", "Evaluation", "Features", "Files", "Importers", "Kernels", "LogFormat",
        "ModelFile", "Phrases", "Ranking", "SQLiteStorage", "Simulation", "Storage", "StoreRecovery",
        "Suggestions", "TestSupport",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),  // for `make docs` alone
  ],
  targets: [
    // C modules, each imported by one file.
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev", "pkg-config"])]),
    .target(name: "CCalendar"),  // loads libical when it is asked for
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CKernels"),
    .target(name: "CWindow", dependencies: ["CKernels"], cSettings: [.headerSearchPath("../CKernels")]),
    .target(name: "CHeap"),
    .target(name: "CPrivateCopy", linkerSettings: [.linkedLibrary("sqlite3")]),

    // Values; text; disk.
    module("Files", imports: []),
    module("Activities", imports: ["CCrypto"]),
    module("LogFormat", imports: ["Activities", "CSimdJSON"]),
    module("Storage", imports: ["Activities", "LogFormat"]),
    module("SQLiteStorage", imports: ["Activities", "Files", "LogFormat", "Storage", grdb, sqlite]),

    // Histories of other programs become donations.
    module(
      "Importers",
      imports: ["Activities", "CCalendar", "CExpat", "CPrivateCopy", "Files", "LogFormat", "Storage", sqlite]),

    // Arithmetic; evidence; ranking; weights on disk.
    module("Kernels", imports: ["CKernels", "COpenBLAS"]),
    module("Features", imports: ["Activities", "CWindow", "Kernels"]),
    module("Ranking", imports: ["Kernels"]),
    module("ModelFile", imports: ["Files", "Kernels", "Ranking"]),

    // Suggestions, and the way back into the program.
    module("Phrases", imports: ["Activities"]),
    module("Suggestions", imports: ["Activities", "Features", "Kernels", "Phrases", "Ranking"]),
    module("Continuation", imports: ["Activities", "Files", "LogFormat", "Suggestions"]),

    // Measured and fitted.
    module(
      "Evaluation",
      imports: [
        "Activities", "Features", "Kernels", "LogFormat", "Phrases", "Ranking", "Storage", "Suggestions",
      ]),
    module(
      "Training",
      imports: [
        "Activities", "Evaluation", "Features", "Kernels", "ModelFile", "Ranking", "Suggestions",
      ]),
    module("Charts", imports: []),
    module(
      "Benchmarking",
      imports: [
        "Activities", "CHeap", "Continuation", "Features", "Kernels", "LogFormat", "Ranking", "SQLiteStorage",
        "Storage", "Suggestions", sqlite,
      ]),

    // The library that programs import, with the shipped model; the program.
    .target(
      name: "PriorModel", path: "Models", exclude: ["prior/card.md", "prior/provenance.md"],
      resources: [.embedInCode("prior/model.safetensors")], swiftSettings: rules),
    module(
      "Hunch",
      imports: [
        "Activities", "Continuation", "Features", "ModelFile", "Phrases", "PriorModel", "Ranking",
        "SQLiteStorage", "Storage", "Suggestions",
      ]),
    program(
      "hunch-cli", path: "Sources/hunch-cli",
      imports: [
        "Activities", "Benchmarking", "Evaluation", "Features", "Files", "Hunch", "Importers", "Kernels",
        "LogFormat", "ModelFile",
        "Phrases", "Ranking", "Reports", "SQLiteStorage", "Simulation", "Storage", "StoreRecovery",
        "Suggestions", "Training",
        argumentParser,
      ]),

    // Beside the engine.
    .target(
      name: "StoreRecovery", dependencies: ["Activities", "Files", "LogFormat", "SQLiteStorage", "Storage"],
      path: "StoreRecovery", swiftSettings: rules),
    .target(
      name: "Handoff", dependencies: ["Activities", "Continuation", "LogFormat"] + nio, path: "Handoff",
      exclude: ["README.md"], swiftSettings: rules),
    module("Simulation", in: "Tools", imports: ["Activities", "Evaluation", "LogFormat"]),
    module("Reports", in: "Tools", imports: ["Benchmarking", "Charts", "Evaluation", "Suggestions"]),
    // The modules that `Hunch` exports are named, too: SwiftPM compiles a module again only when one that it names has changed.
    program(
      "Pizzeria", path: "Examples/Pizzeria",
      imports: [
        "Activities", "Continuation", "Handoff", "Hunch", "ModelFile", "Phrases", "Ranking", "SQLiteStorage",
        "Storage", "Suggestions", argumentParser,
      ],
      resources: [.embedInCode("manifest.json")]),

    // Tests, and what several of them share.
    testSupport("TestSupport", imports: []),
    testSupport("DonationStoreContract", imports: ["Activities", "Storage", "TestSupport"]),
    program("RankingOnly", path: "Tests/RankingOnly", imports: ["Kernels", "Ranking"]),
    program("SpeedPeer", path: "Tests/SpeedPeer", imports: ["Benchmarking", "ModelFile"]),
    .target(name: "CCallgrind", path: "Tests/CCallgrind"),
    program("WorkCounts", path: "Tests/WorkCounts", imports: ["Benchmarking", "CCallgrind"]),
    program("StoreCrashChild", path: "Tests/StoreCrashChild", imports: ["Activities", "SQLiteStorage"]),
    program(
      "PhraseFigures", path: "Tests/PhraseFigures",
      imports: ["Activities", "LogFormat", "Phrases", "Simulation", "Storage"]),
    program(
      "HandoffPeer", path: "Tests/HandoffPeer", imports: ["Activities", "Continuation", "Handoff"] + nio),
    tests(of: "Activities", imports: ["TestSupport"]),
    tests(of: "Benchmarking", imports: ["Kernels", "Ranking"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Activities", "Features", "Simulation", "Suggestions", "TestSupport", "hunch-cli", grdb,
      ],
      swiftSettings: rules),
    tests(
      of: "Continuation",
      imports: [
        "Activities", "Features", "Kernels", "LogFormat", "Ranking", "Storage", "Suggestions", "TestSupport",
      ]),
    tests(of: "LogFormat", imports: ["Activities", "TestSupport"]),
    tests(
      of: "SQLiteStorage",
      imports: [
        "Activities", "LogFormat", "DonationStoreContract", "Features", "Files", "Kernels", "Ranking",
        "Storage", "StoreRecovery",
        "Suggestions", "TestSupport", grdb,
      ]),
    tests(of: "StoreRecovery", imports: ["Activities", "SQLiteStorage", "TestSupport", grdb]),
    tests(
      of: "Evaluation",
      imports: [
        "Activities", "Features", "Kernels", "LogFormat", "Ranking", "Simulation", "Storage", "Suggestions",
        "TestSupport",
      ]),
    tests(of: "Features", imports: ["Activities", "Kernels"]),
    tests(of: "Files", imports: ["TestSupport"]),
    tests(of: "Handoff", imports: ["Activities", "Continuation", "TestSupport"] + nio),
    tests(
      of: "Suggestions", as: "HintsTests", imports: ["Activities", "LogFormat", "TestSupport", "Simulation"]),
    tests(
      of: "Hunch",
      imports: [
        "Activities", "Continuation", "Features", "LogFormat", "Kernels", "SQLiteStorage", "ModelFile",
        "Ranking", "Simulation", "Storage", "Suggestions", "TestSupport",
      ]),
    tests(of: "Importers", imports: ["Activities", "Storage", "TestSupport", grdb]),
    tests(of: "Kernels"),
    tests(of: "ModelFile", imports: ["TestSupport", "Kernels", "Ranking"]),
    .testTarget(name: "PizzeriaTests", dependencies: ["TestSupport"], swiftSettings: rules),
    tests(of: "Phrases", imports: ["Activities", "TestSupport"]),
    tests(of: "Ranking", imports: ["Kernels"]),
    tests(of: "Reports", imports: ["Activities", "Benchmarking", "Charts", "Evaluation"]),
    tests(of: "Simulation", imports: ["Activities", "Evaluation", "LogFormat", "TestSupport"]),
    tests(
      of: "Suggestions",
      imports: ["Activities", "Features", "TestSupport", "Kernels", "Phrases", "Ranking", "Storage"]),
    tests(of: "Storage", imports: ["Activities", "DonationStoreContract", "TestSupport"]),
    tests(
      of: "Training",
      imports: [
        "Activities", "Evaluation", "Features", "Kernels", "LogFormat", "ModelFile", "Ranking", "Simulation",
        "Suggestions",
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
