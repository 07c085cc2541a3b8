import Testing

@testable import ShellLines

@Suite("The probability of a line after a typed prefix")
struct TypedPrefixTests {
  private static let likely = [("git push", 0.2), ("git pull", 0.1), ("make", 0.3)]
  private static let known = ["git push", "git pull", "make", "ls"]

  private static func probability(_ line: String, after prefix: String) -> Double {
    let probability = likely.first { $0.0 == line }?.1 ?? 0
    return TypedPrefix(prefix, likely: likely.map { (line: $0.0, probability: $0.1) }, known: known)
      .conditioned(probability)
  }

  @Test("it is the share of the line in the lines with the prefix and the new ones that have it")
  func formula() {
    #expect(Self.probability("git push", after: "") == 0.2)
    // 3 of 5 lines, one more included, begin with it; 0.4 is new.
    #expect(abs(Self.probability("git push", after: "git ") - 0.2 / (0.3 + 0.4 * 3 / 5)) < 1e-12)
    #expect(abs(Self.probability("git push", after: "git pus") - 0.2 / (0.2 + 0.4 * 2 / 5)) < 1e-12)
  }

  @Test("each letter that rules out other lines raises it, and the sum stays below 1")
  func monotone() {
    let steps = ["", "g", "git pu", "git pus"].map { Self.probability("git push", after: $0) }
    #expect(steps == steps.sorted() && steps[0] < steps[1] && steps[2] < steps[3])
    #expect(
      Self.probability("git push", after: "git ") + Self.probability("git pull", after: "git ") < 1)
    #expect(TypedPrefix("x", likely: [], known: []).conditioned(0) == 0)
    #expect(TypedPrefix("x", likely: [("x", 0.7), ("xy", 0.6)], known: ["x", "xy"]).conditioned(0.6) < 0.5)
  }
}
