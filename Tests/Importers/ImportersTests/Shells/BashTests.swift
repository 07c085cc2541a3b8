import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Times and commands in bash's history")
struct BashTests {
  /// Returns the lines of commands, each with its seconds after 1,790,000,000 or `nil`.
  private func commands(_ text: String) async throws -> [String] {
    let (donations, report) = try await ImportRun.donations(of: text, by: BashImporter())
    #expect(report.malformedCount == 0)
    return donations.map { donation in
      let seconds = donation.context.instant.milliseconds / 1_000 - 1_790_000_000
      return "\(donation.hasExactTime ? "\(seconds)" : "?") \(donation.text("line") ?? "-")"
    }
  }

  @Test("numbers in a here-document are its text, even one that could be a time")
  func document() async throws {
    #expect(
      try await commands(
        "#1790000000\ncat > ports.txt <<EOT\n#8080\n#9090\nEOT\n#1790000060\nmake test\n")
        == ["0 cat > ports.txt <<EOT\n#8080\n#9090\nEOT", "60 make test"])
    #expect(
      try await commands(
        "#1790000000\ncat <<A >> x\n#1790000030\nls\nA\n#1790000060\nmake test\n")
        == ["0 cat <<A >> x\n#1790000030\nls\nA", "60 make test"])
    #expect(
      try await commands("make\ncat <<-END\n\t#1790000030\n#12\n\tEND\nhtop\n")
        == ["? make", "? cat <<-END\n\t#1790000030\n#12\n\tEND", "? htop"])
  }

  @Test("numbers in quotes and comments are not times")
  func quotes() async throws {
    #expect(
      try await commands("#1790000000\ngit commit -m \"Fix\n#1234\nand more\"\n#1790000060\nmake test\n")
        == ["0 git commit -m \"Fix\n#1234\nand more\"", "60 make test"])
    #expect(
      try await commands("#1790000000\ngit commit -m 'Fix\n#1790000030\nand more'\n#1790000060\nmake test\n")
        == ["0 git commit -m 'Fix\n#1790000030\nand more'", "60 make test"])
    #expect(
      try await commands("#1790000000\n#20240101\nmake all\n#5551234567\nmake test\n#1790000060\nhtop\n")
        == ["0 make all", "? make test", "60 htop"])
  }

  @Test("a time far from both its neighbours is just a number, but a gap of years is possible")
  func neighbours() async throws {
    #expect(
      try await commands("#1790000000\nmake a\n#1234567890\nmake b\n#1790000060\nmake c\n")
        == ["0 make a", "? make b", "60 make c"])
    // A shell that ended later wrote earlier commands.
    #expect(
      try await commands(
        "#1790000000\nmake a\n#1780000000\nmake b\n#1780000060\nmake c\n#1790000060\nmake d\n")
        == ["-10000000 make b", "-9999940 make c", "0 make a", "60 make d"])
    let years: Int64 = 1_790_000_000 - 1_600_000_000
    #expect(
      try await commands(
        "#1600000000\nmake a\n#1600000060\nmake b\n#1790000000\nmake c\n#1790000060\nmake d\n")
        == ["\(-years) make a", "\(60 - years) make b", "0 make c", "60 make d"])
  }

  @Test("complete commands are separate, and only the first one has the time")
  func commandsWithoutTimes() async throws {
    #expect(
      try await commands(
        "#1790000000\nmake test\ndocker compose up -d\nfor x in 1 2\ndo make $x\ndone\nhtop\n")
        == ["0 make test", "? docker compose up -d", "? for x in 1 2\ndo make $x\ndone", "? htop"])
    #expect(
      try await commands("#1790000000\nmake test\n#12\nmake all\n#1790000060\nmake clean\n")
        == ["0 make test", "? make all", "60 make clean"])
  }

  @Test("a quote that is never closed swallows no times and no commands")
  func unclosed() async throws {
    #expect(
      try await commands("#1790000000\nscript \"half\n#1790000060\nmake test\n#1790000120\nmake all\n")
        == ["0 script \"half", "60 make test", "120 make all"])
    #expect(
      try await commands("#1790000000\nmake test\nscript 'half\nmake all\nmake clean\n")
        == ["0 make test", "? script 'half", "? make all", "? make clean"])
    #expect(
      try await commands("scp 'half\nmake all\n#1790000000\nmake clean\n")
        == ["? scp 'half", "? make all", "0 make clean"])
    // The same word twice: the first here-document ended with the input.
    #expect(
      try await commands("#1790000000\ntee a <<E\nx\n#1790000060\ntee b <<E\ny\nE\n#1790000120\nmake all\n")
        == ["0 tee a <<E\nx", "60 tee b <<E\ny\nE", "120 make all"])
  }

  @Test("no line of an unterminated here-document is kept, because its end is unknown")
  func open() async throws {
    #expect(try await commands("#1790000000\ntee a <<E\nmake all\nmake clean\n") == ["0 -"])
    let (donations, _) = try await ImportRun.donations(
      of: "#1790000000\ntee a <<E\nmake all\n", by: BashImporter())
    #expect(donations.map(\.activity.isEligibleForPrediction) == [false])
  }

  @Test("a history that has grown is recognised")
  func again() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    var text = "htop\n#1790000000\nmake test\nmake all\nmake all\n"
    for added in [4, 0, 2, 1] {
      try scratch.write("history", text)
      let report = try await ImportRun.run(
        BashImporter(), HistoryFile(path: scratch.path("history")), into: store)
      #expect(report.added == added)
      if added == 0 {
        text += "make all\ngit log |\nwc -l x\n"
      } else if added == 2 {
        text += "#1790000060\nmake\n"
      }
    }
  }

  @Test(
    "unfinished constructs take time proportional to the length of their lines",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil, "a sanitizer takes time of its own"),
    arguments: [
      "cat <<A\n", "#1790000000\ncat <<A\n", "#1790000000\n'\n", "'\n", "(\n", "#1790000000\nif\n",
      "#1790000000\n",
      "#1790000000\ncat <<A\n#1790000001\n", "echo \"\n#1790000001\n",
    ])
  func growth(part: String) throws {
    let scratch = try Scratch()
    func time(_ count: Int) throws -> Duration {
      try scratch.write("history", String(repeating: part, count: count))
      let file = try HistoryFile(path: scratch.path("history"))
      return try ContinuousClock().measure {
        try BashImporter().read(file, ImportRun.settings()) { _ in }
      }
    }
    let (short, long) = (try time(1_000), try time(8_000))
    #expect(long < short * 32 || long < .milliseconds(800), "\(short), \(long)")
  }
}
