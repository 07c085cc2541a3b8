import Foundation
import TestSupport
import Testing

/// The tutorial's package, extracted from the article and built.
@Suite("Examples: the tutorial's package", .timeLimit(.minutes(5)))
struct TutorialProgramTests {
  private static let article = "Sources/Stores/Hunch/Hunch.docc/Continuation.md"

  /// The text of the article's blocks in a section, as a file.
  private static func file(after start: String, before end: String) throws -> String {
    let blocks = try Page(article).blocks("swift", after: start, before: end)
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  @Test("the article prints Examples/Coffee, and nothing else before the pizzeria")
  func isExample() throws {
    let printed = try Self.file(after: "## A whole program", before: "## A larger program")
    func bare(_ text: String) -> [Substring] { text.split(separator: "\n") }
    #expect(bare(printed) == bare(try Repository.text("Examples/Coffee/Coffee.swift")))
  }

  @Test("the printed package is complete, and names products that exist")
  func manifest() async throws {
    let machine = try Machine()
    let folder = machine.scratch.folder.appending(path: "coffee")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try machine.scratch.write(
      "coffee/Package.swift", try Self.file(after: "## Set up a package", before: "## A whole program"))
    let described = try await machine.run(
      URL(filePath: "/usr/bin/env"), ["swift", "package", "--package-path", folder.path, "dump-package"],
      path: try Self.toolchain())
    let package = try JSONDecoder().decode(Package.self, from: described.output)
    #expect(package.name == "coffee" && package.targets.map(\.name) == ["coffee"])
    let ours = try Repository.text("Package.swift")
    let products = package.targets.flatMap { $0.dependencies.compactMap { $0.product?.first ?? nil } }
    #expect(products.count == 2)
    for product in products { #expect(ours.contains(".library(name: \"\(product)\"")) }
  }

  @Test(
    "the printed program is built, brews, suggests, opens its URL, and is continued by a launcher",
    .disabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] != nil,
      "its objects are linked without the sanitizer"))
  func program() async throws {
    let machine = try Machine()
    try machine.scratch.write(
      "Coffee.swift", try Self.file(after: "## A whole program", before: "## A larger program"))
    let coffee = machine.scratch.folder.appending(path: "coffee")
    try await Self.build(machine.scratch.folder.appending(path: "Coffee.swift"), as: coffee, on: machine)

    let path = [machine.scratch.folder, BuiltProgram.folder]
    #expect(try await machine.run(coffee, path: path).lines == ["brewing espresso"])
    let opened = try await machine.run(coffee, ["coffee://brew/ristretto"], path: path)
    #expect(opened.lines == ["brewing ristretto"])
    #expect(
      try await machine.run(coffee, ["coffee://wash/cup"], path: path).lines == ["that cannot be brewed"])
    let suggested = try await machine.run(coffee, path: path)
    #expect(suggested.lines.count == 1)
    #expect(["brewing espresso", "brewing ristretto"].contains(suggested.lines.first))
    // `hunch open` asks, and only on a terminal.
    let continued = try await machine.run(
      URL(filePath: "/usr/bin/script"), ["-qec", "hunch open 'Brew ristretto'", "/dev/null"], input: "y\n",
      path: path)
    #expect(continued.text.contains("brewing ristretto"), "\(continued)")
  }

  @Test(
    "the examples of the first articles compile as printed", arguments: ["GettingStarted", "PublicTypes"])
  func articles(name: String) async throws {
    let page = try Page("Sources/Stores/Hunch/Hunch.docc/\(name).md")
    let blocks = page.blocks("swift", after: "## Overview", before: "## See Also")
    #expect(!blocks.isEmpty)
    for block in blocks {
      let machine = try Machine()
      try machine.scratch.write("main.swift", block.joined(separator: "\n"))
      try await Self.compile(
        machine.scratch.folder.appending(path: "main.swift"), ["-typecheck"], on: machine)
    }
  }
}

extension TutorialProgramTests {
  /// The part of a package's description that the tutorial decides.
  private struct Package: Decodable {
    struct Target: Decodable {
      struct Dependency: Decodable {
        let product: [String?]?
      }
      let name: String
      let dependencies: [Dependency]
    }
    let name: String
    let targets: [Target]
  }
}

extension TutorialProgramTests {
  /// The folder of the compiler that built the tests, if it is in `PATH`.
  private static func toolchain() throws -> [URL] {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      URL(filePath: String($0), directoryHint: .isDirectory)
    }
    return [
      try #require(
        folders.first { FileManager.default.isExecutableFile(atPath: $0.appending(path: "swiftc").path) })
    ]
  }

  /// Builds a program of one file as SwiftPM would, but with modules and objects that were built
  /// with the tests.
  ///
  /// `make nightly PART=tutorial` builds the whole package, which takes minutes.
  private static func build(_ source: URL, as program: URL, on machine: Machine) async throws {
    let built = BuiltProgram.testsFolder
    let objects = try String(
      contentsOf: built.appending(path: "Coffee.product/Objects.LinkFileList"), encoding: .utf8
    ).split(separator: "\n").filter { !$0.contains("/Coffee.build/") }
    let list = try machine.scratch.write("objects", objects.joined(separator: "\n"))
    try await compile(
      source, ["-parse-as-library", "-module-name", "coffee", "-o", program.path, "@\(list)"], on: machine)
  }

  /// Compiles a file with the modules that were built with the tests.
  private static func compile(_ source: URL, _ options: [String], on machine: Machine) async throws {
    let modules = BuiltProgram.testsFolder.appending(path: "Modules").path
    let run = try await machine.run(
      try toolchain()[0].appending(path: "swiftc"),
      ["-swift-version", "6", source.path, "-I", modules] + options + Self.options(), path: toolchain())
    try #require(run.code == 0, "\(run.text)\(run.errors)")
  }

  /// The options for modules and libraries of C, from the commands by which SwiftPM built
  /// `Examples/Coffee`.
  private static func options() throws -> [String] {
    let folder = BuiltProgram.testsFolder
    let file = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "\(folder.lastPathComponent).yaml")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    func command(_ kind: String) throws -> [String] {
      let begun = lines.drop { !($0.hasPrefix("  \"C.Coffee-") && $0.hasSuffix(".\(kind)\":")) }
      let arguments = try #require(begun.first { $0.hasPrefix("    args: ") })
      return try JSONDecoder().decode([String].self, from: Data(arguments.dropFirst(10).utf8))
    }
    let compiling = try command("module")
    let modules = zip(compiling, compiling.dropFirst()).filter { $0.0 == "-Xcc" }.flatMap { [$0.0, $0.1] }
    let libraries = try command("exe").filter { $0.hasPrefix("-l") || $0.hasPrefix("-L/") }
    return modules + libraries
  }
}
