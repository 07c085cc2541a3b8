// swift-tools-version: 6.2

import PackageDescription

/// A package of its own, so that building or testing the project does not include it.
///
/// `make faults` runs it.
let package = Package(
  name: "hunch-faults",
  dependencies: [
    .package(name: "hunch", path: "../../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .testTarget(
      name: "FaultTests",
      dependencies: [
        .product(name: "HunchDevelopment", package: "hunch"), .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Shim"],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ])
  ]
)
