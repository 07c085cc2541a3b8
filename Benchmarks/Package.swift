// swift-tools-version: 6.1

import PackageDescription

/// A separate package, so that users of Hunch never resolve the dependencies of its benchmarks.
///
/// The benchmark package's traits are off: the malloc counters of the default one need jemalloc.
let package = Package(
  name: "hunch-benchmarks",
  dependencies: [
    .package(name: "hunch", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: ["Ranking", "Continuation", "Store"].map { name in
    .executableTarget(
      name: "\(name)Benchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Benchmarking", package: "hunch"),
      ],
      path: "Benchmarks/\(name)",
      swiftSettings: [.swiftLanguageMode(.v6)],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  }
)
