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
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let nio = [
  Target.Dependency.product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
]
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

func module(_ name: String, imports: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: rules)
}

func tests(of name: String, imports: [Target.Dependency] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)] + imports, swiftSettings: rules)
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
    .library(name: "Benchmarking", targets: ["Benchmarking"]),  // for the nested package Benchmarks
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Level 0: doors to C, each imported by one file; what happened.
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev", "pkg-config"])]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CKernels"),
    .target(name: "CHeap"),
    .target(name: "CFiles"),
    module("Activities", imports: [crypto]),
    module("Routes", imports: []),

    // Level 1: arithmetic; the log as text; the log on disk; made-up people; words to invoke by.
    module("Kernels", imports: ["CKernels", "COpenBLAS"]),
    module("DonationCodec", imports: ["Activities", "CSimdJSON"]),
    module("DonationStore", imports: ["Activities", "CFiles", "DonationCodec", crypto, grdb, sqlite]),
    module("Simulation", imports: ["Activities", "DonationCodec"]),
    module("Lint", imports: ["Activities"]),
    module("Phrases", imports: ["Activities"]),

    // Level 2: what a program declares; evidence; ranking.
    module("Manifest", imports: ["Activities", "DonationCodec"]),
    module("Features", imports: ["Activities", "Kernels"]),
    module("Hints", imports: ["Activities"]),
    module("Ranking", imports: ["Kernels"]),

    // Level 3: weights on disk; what to offer.
    module("ModelFile", imports: ["Kernels", "Ranking"]),
    module("Suggestions", imports: ["Activities", "Features", "Hints", "Kernels", "Phrases", "Ranking"]),

    // Level 4: back into the program; how good it is; better weights; how fast it is.
    module(
      "Benchmarking",
      imports: [
        "Activities", "CHeap", "Continuation", "DonationCodec", "DonationStore", "Features", "Kernels",
        "Ranking",
        "Routes", "Suggestions", sqlite,
      ]),
    module("Continuation", imports: ["Activities", "Manifest", "Routes", "Suggestions"]),
    module("Handoff", imports: ["Activities", "DonationCodec"] + nio),
    module("Evaluation", imports: ["Activities", "Features", "Kernels", "Ranking", "Suggestions"]),
    module("Reports", imports: ["Benchmarking", "Evaluation"]),
    module("TimeTravel", imports: ["Activities", "Features", "Simulation", "Suggestions"]),
    module("Training", imports: ["Activities", "Evaluation", "Features", "Kernels", "Ranking"]),

    // Level 5: the whole thing, with the model that is shipped.
    .target(
      name: "PriorModel", path: "Models", exclude: ["prior/card.md", "prior/provenance.md"],
      resources: [.embedInCode("prior/model.safetensors")], swiftSettings: rules),
    module(
      "Hunch",
      imports: [
        "Activities", "Continuation", "DonationStore", "Features", "Hints", "Manifest", "ModelFile",
        "Phrases",
        "PriorModel", "Routes", "Suggestions", crypto,
      ]),

    // Level 6: parse, call, print.
    program(
      "hunch-cli", path: "Sources/hunch-cli",
      imports: [
        "Activities", "Benchmarking", "DonationCodec", "DonationStore", "Evaluation", "Features", "Hints",
        "Hunch", "Kernels", "Lint", "ModelFile", "Phrases", "Ranking", "Reports", "Simulation",
        "Suggestions", "TimeTravel", "Training", argumentParser,
      ]),
    program(
      "Pizzeria", path: "Examples/Pizzeria", imports: ["Handoff", "Hunch", argumentParser],
      resources: [.embedInCode("manifest.json")]),

    // Tests, and what several of them share.
    testSupport("DonationLogContract", imports: ["Activities", "SeededNumbers"]),
    testSupport("FuzzingCorpus", imports: ["SeededNumbers"]),
    testSupport("SeededNumbers", imports: []),
    program("RankingOnly", path: "Tests/RankingOnly", imports: ["Kernels", "Ranking"]),
    program("SpeedPeer", path: "Tests/SpeedPeer", imports: ["Benchmarking", "ModelFile"]),
    .target(name: "CCallgrind", path: "Tests/CCallgrind"),
    program("WorkCounts", path: "Tests/WorkCounts", imports: ["Benchmarking", "CCallgrind"]),
    program("StoreCrashChild", path: "Tests/StoreCrashChild", imports: ["Activities", "DonationStore"]),
    program("Soak", path: "Tests/Soak", imports: ["CHeap", "Hunch", "SeededNumbers", grdb]),
    program(
      "PhraseFigures", path: "Tests/PhraseFigures",
      imports: ["Activities", "DonationCodec", "DonationStore", "Phrases", "Simulation"]),
    program("HandoffPeer", path: "Tests/HandoffPeer", imports: ["Activities", "Handoff"] + nio),
    tests(of: "Activities", imports: ["DonationLogContract", "SeededNumbers"]),
    tests(of: "Benchmarking", imports: ["Kernels", "Ranking"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Activities", "Features", "FuzzingCorpus", "Simulation", "StoreCrashChild", "Suggestions",
        "hunch-cli", grdb,
      ],
      swiftSettings: rules),
    tests(
      of: "Continuation",
      imports: ["Activities", "Features", "Kernels", "Manifest", "Ranking", "Routes", "Suggestions"]),
    tests(of: "DonationCodec", imports: ["Activities", "FuzzingCorpus", "SeededNumbers"]),
    tests(
      of: "DonationStore",
      imports: [
        "Activities", "DonationCodec", "DonationLogContract", "Features", "FuzzingCorpus", "Kernels",
        "Ranking", "SeededNumbers", "StoreCrashChild", "Suggestions", grdb,
      ]),
    tests(of: "Evaluation", imports: ["Activities", "Features", "Kernels", "Ranking", "Suggestions"]),
    .testTarget(
      name: "FaultTests", dependencies: ["hunch-cli", "Activities", "DonationStore", "SeededNumbers", grdb],
      exclude: ["Shim"], swiftSettings: rules),
    tests(of: "Features", imports: ["Activities", "Kernels"]),
    tests(of: "Handoff", imports: ["Activities", "HandoffPeer", "SeededNumbers"] + nio),
    tests(of: "Hints", imports: ["Activities", "DonationCodec", "SeededNumbers", "Simulation"]),
    tests(
      of: "Hunch",
      imports: [
        "Activities", "Continuation", "DonationCodec", "DonationStore", "ModelFile", "Routes",
        "SeededNumbers", "Simulation", "hunch-cli",
      ]),
    tests(of: "Kernels"),
    tests(of: "Lint", imports: ["Activities", "SeededNumbers", "Simulation"]),
    tests(of: "Manifest", imports: ["DonationCodec", "FuzzingCorpus"]),
    tests(of: "ModelFile", imports: ["FuzzingCorpus", "Kernels", "Ranking"]),
    .testTarget(name: "PizzeriaTests", dependencies: ["Pizzeria", "hunch-cli"], swiftSettings: rules),
    tests(of: "Phrases", imports: ["Activities", "FuzzingCorpus"]),
    tests(of: "Ranking", imports: ["Kernels"]),
    tests(of: "Reports", imports: ["Benchmarking", "Evaluation"]),
    tests(of: "Routes", imports: ["FuzzingCorpus"]),
    tests(of: "Simulation", imports: ["Activities", "DonationCodec", "FuzzingCorpus"]),
    tests(of: "Soak", imports: ["SeededNumbers"]),
    tests(
      of: "Suggestions",
      imports: ["Activities", "Features", "FuzzingCorpus", "Hints", "Kernels", "Phrases", "Ranking"]),
    tests(
      of: "TimeTravel",
      imports: ["Activities", "Features", "Kernels", "Ranking", "Simulation", "Suggestions"]),
    tests(
      of: "Training",
      imports: ["Activities", "Evaluation", "Features", "Kernels", "Ranking", "Simulation", "Suggestions"]),
  ],
  cxxLanguageStandard: .cxx17
)
