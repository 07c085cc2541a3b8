import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite struct RandomStringTests {
  private static let file = ProcessInfo.processInfo.environment["HUNCH_COMMAND_LINES"]

  private func isRandom(_ text: String) -> Bool {
    var work = 0
    return RandomStrings.firstMatch(in: Array(text.utf8), work: &work) != nil
  }

  @Test(arguments: [
    "/usr/share/doc/LibreOffice-7.4/ReadMe2ndEdition", "3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256:" + String(repeating: "0123456789abcdef", count: 4),
    "123e4567-e89b-12d3-a456-426614174000", "MyVeryLongClassNameWithDigits2024Test",
    "IMG_20240102_130405_HDR.jpg", "QT_QPA_PLATFORM_PLUGIN_PATH",
    "libwebkit2gtk-4.1-0_2.42.5-1_amd64.deb", "ThisTestOfCamelCaseHas2Numbers",
    "org.freedesktop.DBus.Properties.GetAll", "AAAAAAAAAAAAAAAAAAAAAAAAAA",
  ])
  func namesPathsAndDigestsAreNotRandom(_ text: String) { #expect(!isRandom(text)) }

  @Test func randomStringsOfManyLengthsAreFound() {
    var random = SeededNumbers(seed: 5)
    var missed = 0
    for _ in 0..<400 {
      if !isRandom("x=" + SecretCorpus.base62(Int.random(in: 24...64, using: &random), &random)) {
        missed += 1
      }
    }
    #expect(missed <= 8)
  }

  /// The table that the threshold was chosen from.
  @Test(
    .enabled(
      if: file != nil, "HUNCH_COMMAND_LINES names no file of command lines; scripts/secrets.py writes one"))
  func thresholds() throws {
    let text = try String(contentsOf: URL(filePath: Self.file ?? ""), encoding: .utf8)
    let lines = text.split(separator: "\n").map { Array($0.utf8) }
    var random = SeededNumbers(seed: 6)
    let strings = (0..<2_000).map { Array(SecretCorpus.base62(20 + $0 % 24, &random).utf8) }
    for length in [18, 20, 22] {
      for entropy in [3.4, 3.8] {
        for changes in [0.22, 0.26, 0.3, 0.34, 0.38] {
          let threshold = RandomStrings.Threshold(length: length, entropy: entropy, changes: changes)
          var work = 0
          var halves = [0, 0]
          for (number, line) in lines.enumerated() {
            if RandomStrings.firstMatch(in: line, threshold: threshold, work: &work) != nil {
              halves[number % 2] += 1
            }
          }
          let found = strings.count {
            RandomStrings.firstMatch(in: $0, threshold: threshold, work: &work) != nil
          }
          print(
            "threshold: length \(length), entropy \(entropy), changes \(changes): found \(found) of \(strings.count), lines hit \(halves[0]) and \(halves[1])"
          )
          #expect(halves[0] * 100 <= lines.count)
        }
      }
    }
  }
}
