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

/// A package of its own, so that building or testing the project does not include it.
///
/// `make soak` runs it.
let package = Package(
  name: "hunch-soak",
  dependencies: [
    .package(name: "hunch", path: "../../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Soak",
      dependencies: [
        .product(name: "Hunch", package: "hunch"), .product(name: "HunchDevelopment", package: "hunch"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: rules),
    .testTarget(
      name: "SoakTests",
      dependencies: ["Soak", .product(name: "HunchDevelopment", package: "hunch")], swiftSettings: rules),
  ]
)
