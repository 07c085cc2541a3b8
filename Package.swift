// swift-tools-version: 6.2

import PackageDescription

/// Every target of ours is compiled under the same rules: Swift 6 concurrency, imports that do not
/// leak, and `unsafe` spelled out wherever memory safety is in our hands.
///
/// Each C module is imported by one file.
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
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// The modules with arithmetic, loops and unsafe code: `make test` builds them optimised, with
/// their assertions, as the optimiser may change what they do, and their time is most of the
/// tests'.
let hot = [
  "Activities", "Features", "Importers", "Kernels", "LogFormat", "ModelFile", "Ranking", "SQLiteStorage",
  "Suggestions",
]
let hotRules: [SwiftSetting] =
  Context.environment["HUNCH_TESTS"] == "landing" ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : []

/// `Hunch` and the modules that it exports, for a program that imports it alone.
let exports: [Target.Dependency] = [
  "Activities", "Hunch", "ModelFile", "ModelOpening", "Phrases", "SQLiteStorage", "Storage", "Suggestions",
]

/// The wings of the house: a wing may use the wings above it.
///
/// Sources and Tests have a folder for each.
enum Wing: String {
  case engine = "Engine"
  case stores = "Stores"
  case continuation = "Continuation"
  case importers = "Importers"
  case lab = "Lab"
  case programs = "Programs"
}

func module(
  _ name: String, in wing: Wing, imports: [Target.Dependency], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: imports, path: "Sources/\(wing.rawValue)/\(name)", exclude: exclude,
    resources: resources, swiftSettings: rules + (hot.contains(name) ? hotRules : []))
}

/// A module of C or C++, which one file of Swift imports.
func cModule(
  _ name: String, in wing: Wing, headers: [String] = [], links: [String] = [],
  imports: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: imports, path: "Sources/\(wing.rawValue)/\(name)",
    cSettings: headers.map { .headerSearchPath($0) }, linkerSettings: links.map { .linkedLibrary($0) })
}

func tests(
  of name: String, in wing: Wing, as suite: String? = nil, imports: [Target.Dependency] = []
) -> Target {
  let suite = suite ?? "\(name)Tests"
  return .testTarget(
    name: suite, dependencies: [.target(name: name)] + imports, path: "Tests/\(wing.rawValue)/\(suite)",
    swiftSettings: rules)
}

/// Exercises of a module, which its tests and the fuzzers run: each reads arbitrary bytes, and
/// throws if a promise is broken.
func exercises(of name: String, in wing: Wing, imports: [Target.Dependency]) -> Target {
  .target(
    name: "\(name)Exercises", dependencies: [.target(name: name)] + imports,
    path: "Tests/\(wing.rawValue)/\(name)Exercises", swiftSettings: rules)
}

func testSupport(_ name: String, imports: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: imports, path: "Tests/Support/\(name)", swiftSettings: rules)
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
    .executable(name: "hunch", targets: ["hunch"]),
    .executable(name: "hunchd", targets: ["hunchd"]),
    .executable(name: "hunch-client", targets: ["hunch-client"]),
    .executable(name: "hunch-worker", targets: ["hunch-worker"]),
    .executable(name: "pizzeria", targets: ["Pizzeria"]),  // the example that the tutorial walks through
    .library(name: "Hunch", targets: ["Hunch"]),
    .library(name: "Ranking", targets: ["Ranking"]),
    .library(name: "Continuation", targets: ["Continuation"]),
    .library(name: "Handoff", targets: ["Handoff"]),
    // For the nested packages: Benchmarks; Fuzzing.
    .library(name: "Benchmarking", targets: ["Benchmarking"]),
    .library(
      name: "HunchFuzzing",
      targets: [
        "CommandLineExercises", "ContinuationExercises", "ImportersExercises", "LogFormatExercises",
        "ModelFileExercises", "PhrasesExercises", "SQLiteStorageExercises", "SimulationExercises",
        "SuggestionsExercises",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),  // for `make docs` alone
  ],
  targets: [
    // Engine: values; arithmetic; evidence; ranking; suggestions.
    cModule("CCrypto", in: .engine, links: ["crypto"]),
    cModule("CKernels", in: .engine),
    cModule("CWindow", in: .engine, headers: ["../CKernels"], imports: ["CKernels"]),
    .systemLibrary(
      name: "COpenBLAS", path: "Sources/Engine/COpenBLAS", pkgConfig: "openblas",
      providers: [.apt(["libopenblas-dev", "pkg-config"])]),
    module("Activities", in: .engine, imports: ["CCrypto"]),
    module("Kernels", in: .engine, imports: ["CKernels", "COpenBLAS"]),
    module("Features", in: .engine, imports: ["Activities", "CWindow", "Kernels"]),
    module("Ranking", in: .engine, imports: ["Kernels"]),
    module("Phrases", in: .engine, imports: ["Activities"]),
    module("Suggestions", in: .engine, imports: ["Activities", "Features", "Kernels", "Phrases", "Ranking"]),
    module("Answers", in: .engine, imports: ["Activities", "Features", "Phrases", "Suggestions"]),

    // Stores: text and files; questions, donations, weights; and the library that programs import,
    // with the shipped model.
    cModule("CSimdJSON", in: .stores, links: ["simdjson"]),
    module("Files", in: .stores, imports: []),
    module("LogFormat", in: .stores, imports: ["Activities", "CSimdJSON"]),
    module("Questions", in: .stores, imports: ["Activities", "Answers", "LogFormat", "Suggestions"]),
    module("Storage", in: .stores, imports: ["Activities", "LogFormat"]),
    module(
      "SQLiteStorage", in: .stores, imports: ["Activities", "Files", "LogFormat", "Storage", grdb, sqlite]),
    module(
      "StoreRecovery", in: .stores, imports: ["Activities", "Files", "LogFormat", "SQLiteStorage", "Storage"]),
    module("ModelFile", in: .stores, imports: ["Files", "Kernels", "Ranking"]),
    .target(
      name: "PriorModel", path: "Models", exclude: ["prior/card.md", "prior/provenance.md"],
      resources: [.embedInCode("prior/model.safetensors")], swiftSettings: rules),
    module(
      "ModelOpening", in: .stores,
      imports: ["Features", "ModelFile", "PriorModel", "Ranking", "Suggestions"]),
    module(
      "Hunch", in: .stores,
      imports: [
        "Activities", "ModelFile", "ModelOpening", "Phrases", "SQLiteStorage", "Storage", "Suggestions",
      ]),

    // Continuation: the way back into the program, and between a user's programs.
    module("Continuation", in: .continuation, imports: ["Activities", "Files", "LogFormat", "Suggestions"]),
    module(
      "Handoff", in: .continuation, imports: ["Activities", "Continuation", "LogFormat"] + nio,
      exclude: ["README.md"]),

    // Importers: histories of other programs become donations.
    cModule("CCalendar", in: .importers),  // loads libical when it is asked for
    .systemLibrary(
      name: "CExpat", path: "Sources/Importers/CExpat", providers: [.apt(["libexpat1-dev"])]),
    cModule("CPrivateCopy", in: .importers, links: ["sqlite3"]),
    module(
      "Importers", in: .importers,
      imports: ["Activities", "CCalendar", "CExpat", "CPrivateCopy", "Files", "LogFormat", "Storage", sqlite]),

    // Lab: measured, fitted, simulated, reported.
    cModule("CHeap", in: .lab),
    module(
      "Evaluation", in: .lab,
      imports: [
        "Activities", "Features", "Kernels", "LogFormat", "Phrases", "Ranking", "Storage", "Suggestions",
      ]),
    module(
      "Training", in: .lab,
      imports: [
        "Activities", "Answers", "Evaluation", "Features", "Files", "Kernels", "LogFormat", "ModelFile",
        "Ranking", "Suggestions",
      ]),
    module("Simulation", in: .lab, imports: ["Activities", "Evaluation", "LogFormat"]),
    module("Charts", in: .lab, imports: []),
    module(
      "Benchmarking", in: .lab,
      imports: [
        "Activities", "CHeap", "Continuation", "Features", "Kernels", "LogFormat", "Ranking", "SQLiteStorage",
        "Storage", "Suggestions", sqlite,
      ]),
    module("Reports", in: .lab, imports: ["Benchmarking", "Charts", "Evaluation", "Suggestions"]),

    // Programs. The modules that `Hunch` exports are named, too: SwiftPM compiles a module again
    // only when one that it names has changed.
    module("ProgramSupport", in: .programs, imports: ["Activities"]),
    module(
      "Answering", in: .programs,
      imports: [
        "Activities", "Answers", "Files", "Importers", "LogFormat", "Phrases", "Questions", "SQLiteStorage",
        "Storage", "Suggestions",
      ]),
    module(
      "ShellLines", in: .programs,
      imports: ["Activities", "Answers", "Files", "Importers", "LogFormat", "Storage", "Suggestions"]),
    module(
      "Resident", in: .programs,
      imports: [
        "Activities", "Answering", "Answers", "Files", "Handoff", "Importers", "LogFormat", "Phrases",
        "Questions", "SQLiteStorage", "ShellLines", "Storage", "Suggestions", lifecycle,
      ] + nio),
    module(
      "CommandLine", in: .programs,
      imports: [
        "Activities", "Answering", "Answers", "Benchmarking", "Continuation", "Evaluation", "Features",
        "Files", "Hunch", "Importers", "Kernels", "LogFormat", "ModelFile", "ModelOpening", "Phrases",
        "ProgramSupport", "Questions", "Ranking", "Reports", "SQLiteStorage", "ShellLines", "Simulation",
        "Storage", "StoreRecovery", "Suggestions", "Training", argumentParser,
      ],
      resources: ["zsh", "bash", "fish"].map { .embedInCode("Shells/hook.\($0)") }),
    module(
      "Worker", in: .programs,
      imports: [
        "Activities", "Answers", "Evaluation", "Kernels", "LogFormat", "Phrases", "Questions", "Storage",
        "Suggestions", "Training",
      ]),
    program("hunch", path: "Sources/Programs/hunch", imports: ["CommandLine"]),
    program(
      "hunch-worker", path: "Sources/Programs/hunch-worker",
      imports: [
        "LogFormat", "ModelFile", "ModelOpening", "Phrases", "ProgramSupport", "Ranking", "Suggestions",
        "Training", "Worker", argumentParser,
      ]),
    program(
      "hunchd", path: "Sources/Programs/hunchd",
      imports: [
        "Activities", "Files", "Hunch", "Importers", "ModelOpening", "ProgramSupport", "Resident",
        "SQLiteStorage",
        argumentParser, lifecycle, logging, signals,
      ]),
    // In C, as it has to start and answer within milliseconds.
    .executableTarget(name: "hunch-client", path: "Sources/Programs/hunch-client"),
    // Examples, which tests run.
    program(
      "Pizzeria", path: "Examples/Pizzeria",
      imports: [
        "Activities", "Continuation", "Handoff", "Hunch", "ModelFile", "Phrases", "Ranking", "SQLiteStorage",
        "Storage", "Suggestions", argumentParser,
      ],
      resources: [.embedInCode("manifest.json")]),
    program("TenLines", path: "Examples/TenLines", imports: exports),
    program("Launcher", path: "Examples/Launcher", imports: exports),
    program("OwnStore", path: "Examples/OwnStore", imports: exports),
    program("Coffee", path: "Examples/Coffee", imports: ["Continuation"] + exports),

    // Tests, and what several of them share.
    testSupport("TestSupport", imports: []),
    testSupport("DonationStoreContract", imports: ["Activities", "Storage", "TestSupport"]),
    program("RankingOnly", path: "Tests/Support/RankingOnly", imports: ["Kernels", "Ranking"]),
    program("SpeedPeer", path: "Tests/Support/SpeedPeer", imports: ["Benchmarking", "ModelFile"]),
    .target(name: "CCallgrind", path: "Tests/Support/CCallgrind"),
    program("WorkCounts", path: "Tests/Support/WorkCounts", imports: ["Benchmarking", "CCallgrind"]),
    program(
      "StoreCrashChild", path: "Tests/Support/StoreCrashChild", imports: ["Activities", "SQLiteStorage"]),
    program(
      "PhraseFigures", path: "Tests/Support/PhraseFigures",
      imports: ["Activities", "LogFormat", "Phrases", "Simulation", "Storage", "TestSupport"]),
    program(
      "HandoffPeer", path: "Tests/Support/HandoffPeer",
      imports: ["Activities", "Continuation", "Handoff"] + nio),
    exercises(
      of: "CommandLine", in: .programs,
      imports: ["Activities", "Answers", "Features", "LogFormat", "Simulation", "Suggestions"]),
    exercises(of: "Continuation", in: .continuation, imports: []),
    exercises(of: "Importers", in: .importers, imports: ["Activities"]),
    exercises(of: "LogFormat", in: .stores, imports: ["Activities"]),
    exercises(of: "ModelFile", in: .stores, imports: ["Kernels", "Ranking"]),
    exercises(of: "Phrases", in: .engine, imports: ["Activities"]),
    exercises(
      of: "SQLiteStorage", in: .stores,
      imports: [
        "Activities", "Features", "Kernels", "Ranking", "Storage", "StoreRecovery", "Suggestions",
        "TestSupport", grdb,
      ]),
    exercises(of: "Simulation", in: .lab, imports: ["Activities", "Evaluation", "LogFormat"]),
    exercises(
      of: "Suggestions", in: .engine, imports: ["Activities", "Features", "Kernels", "Ranking", "Storage"]),
    // Campaigns, which `make test` skips: `make faults` and `make soak-short` run them.
    program("Soak", path: "Tests/Campaigns/Soak", imports: ["CHeap", "TestSupport", grdb] + exports),
    .testTarget(
      name: "SoakTests", dependencies: ["Soak", "TestSupport"], path: "Tests/Campaigns/SoakTests",
      swiftSettings: rules),
    .testTarget(
      name: "FaultTests", dependencies: ["Activities", "SQLiteStorage", "TestSupport", grdb],
      path: "Tests/Campaigns/FaultTests", exclude: ["Shim"], swiftSettings: rules),
    tests(of: "Activities", in: .engine, imports: ["TestSupport"]),
    tests(of: "Benchmarking", in: .lab, imports: ["Kernels", "Ranking"]),
    tests(
      of: "CommandLine", in: .programs,
      imports: [
        "Activities", "CommandLineExercises", "Evaluation", "Features", "Simulation", "Suggestions",
        "TestSupport", "hunch", argumentParser, grdb,
      ]),
    tests(
      of: "Continuation", in: .continuation,
      imports: [
        "Activities", "ContinuationExercises", "Features", "Kernels", "LogFormat", "Ranking", "Storage",
        "Suggestions", "TestSupport",
      ]),
    tests(of: "LogFormat", in: .stores, imports: ["Activities", "LogFormatExercises", "TestSupport"]),
    tests(
      of: "SQLiteStorage", in: .stores,
      imports: [
        "Activities", "LogFormat", "DonationStoreContract", "Features", "Files", "Kernels", "Ranking",
        "SQLiteStorageExercises", "Storage", "StoreRecovery", "Suggestions", "TestSupport", grdb,
      ]),
    tests(
      of: "StoreRecovery", in: .stores,
      imports: ["Activities", "SQLiteStorage", "SQLiteStorageExercises", "TestSupport", grdb]),
    tests(
      of: "Evaluation", in: .lab,
      imports: [
        "Activities", "Features", "Kernels", "LogFormat", "Ranking", "Simulation", "Storage", "Suggestions",
        "TestSupport",
      ]),
    tests(of: "Features", in: .engine, imports: ["Activities", "Kernels"]),
    tests(of: "Files", in: .stores, imports: ["TestSupport"]),
    tests(of: "Handoff", in: .continuation, imports: ["Activities", "Continuation", "TestSupport"] + nio),
    tests(
      of: "Suggestions", in: .engine, as: "HintsTests",
      imports: ["Activities", "LogFormat", "TestSupport", "Simulation"]),
    tests(
      of: "Hunch", in: .stores,
      imports: [
        "Activities", "Continuation", "Features", "LogFormat", "Kernels", "SQLiteStorage", "ModelFile",
        "Ranking", "Simulation", "Storage", "Suggestions", "TestSupport",
      ]),
    tests(
      of: "Importers", in: .importers,
      imports: ["Activities", "ImportersExercises", "Storage", "TestSupport", grdb]),
    tests(of: "Kernels", in: .engine),
    tests(
      of: "ModelFile", in: .stores, imports: ["Kernels", "ModelFileExercises", "Ranking", "TestSupport"]),
    tests(
      of: "ShellLines", in: .programs,
      imports: [
        "Activities", "Answers", "Hunch", "Importers", "LogFormat", "Storage", "Suggestions", "TestSupport",
      ]),
    tests(
      of: "Resident", in: .programs,
      imports: [
        "Activities", "Answers", "Hunch", "Importers", "LogFormat", "Questions", "Storage", "TestSupport",
        "hunchd", "hunch-client",
      ]),
    tests(
      of: "Worker", in: .programs,
      imports: [
        "Activities", "Answers", "LogFormat", "ModelFile", "ModelOpening", "Phrases", "Ranking", "Storage",
        "Suggestions", "TestSupport", "Training", "hunch-worker",
      ]),
    .testTarget(
      name: "ExampleTests", dependencies: ["TestSupport"], path: "Tests/Programs/ExampleTests",
      swiftSettings: rules),
    .testTarget(
      name: "PizzeriaTests", dependencies: ["TestSupport"], path: "Tests/Continuation/PizzeriaTests",
      swiftSettings: rules),
    tests(
      of: "Questions", in: .stores, imports: ["Activities", "Answers", "LogFormat", "Storage", "Suggestions"]),
    tests(of: "Phrases", in: .engine, imports: ["Activities", "PhrasesExercises", "TestSupport"]),
    tests(of: "Ranking", in: .engine, imports: ["Kernels"]),
    tests(of: "Reports", in: .lab, imports: ["Activities", "Benchmarking", "Charts", "Evaluation"]),
    tests(
      of: "Simulation", in: .lab,
      imports: ["Activities", "Evaluation", "LogFormat", "SimulationExercises", "TestSupport"]),
    tests(
      of: "Suggestions", in: .engine,
      imports: [
        "Activities", "Features", "Kernels", "Phrases", "Ranking", "Storage", "SuggestionsExercises",
        "TestSupport",
      ]),
    tests(of: "Storage", in: .stores, imports: ["Activities", "DonationStoreContract", "TestSupport"]),
    tests(
      of: "Training", in: .lab,
      imports: [
        "Activities", "Evaluation", "Features", "Kernels", "LogFormat", "ModelFile", "Ranking", "Simulation",
        "Suggestions", "TestSupport",
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
