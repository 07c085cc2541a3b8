import Activities
import Testing

@testable import Evaluation

@Suite("Evaluation at moments: figures")
struct MomentTallyTests {
  /// Three activities in the order of their identities.
  private static func identities() throws -> [ActivityIdentity] {
    try World.hourly(["a", "b", "c"]).map(\.identity).sorted()
  }

  private static func figures(
    _ moments: [(said: [Double], done: Set<Int>, novel: Int)], step: Double = 43_200
  ) throws -> MomentEvaluation.Ranker {
    var tally = MomentTally()
    for (said, done, novel) in moments {
      tally.count(said, done: done, novel: novel, identities: try identities())
    }
    let evaluation = MomentEvaluation(of: [[tally]], rules: [.conditional], step: step, horizon: 3_600)
    return try #require(evaluation.rankers.first)
  }

  @Test("the Brier score adds the squared errors of all known activities, and 1 for each new one")
  func brier() throws {
    let first = (said: [0.5, 0.25, 0], done: [0] as Set, novel: 0)  // 1/4 + 1/16
    let second = (said: [0.5, 0.25, 1], done: [1, 2] as Set, novel: 2)  // 1/4 + 9/16 + 2
    #expect(try Self.figures([first]).brier == 0.3125)
    #expect(try Self.figures([first, second]).brier == (0.3125 + 2.8125) / 2)
    #expect(try Self.figures([]).brier == 0)
  }

  @Test(
    "activities at or above a threshold are counted: how many, how many came true, and how many were missed")
  func interruptions() throws {
    let figures = try Self.figures([
      (said: [0.5, 0.75, 0], done: [1], novel: 0),  // true
      (said: [0.5, 0.75, 0], done: [0], novel: 0),  // the other came, of those that were likely from .3 to .5
      (said: [0.4999, 0, 0], done: [0], novel: 0),  // too unlikely for .5
      (said: [0.5, 0.25, 0], done: [1], novel: 0),  // nothing likely came
    ])
    #expect(figures.interruptions.map(\.threshold) == [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    #expect(figures.interruptions.map(\.said) == [4, 4, 3, 2, 2, 0, 0])
    let cameTrue: [Double?] = [0.5, 0.5, 1.0 / 3, 0.5, 0.5, nil, nil]
    #expect(figures.interruptions.map(\.cameTrue) == cameTrue)
    #expect(figures.interruptions.map(\.missed) == [0.25, 0.25, 0.25, 0, 0, 0, 0])
    #expect(figures.interruptions.map(\.perDay) == [2, 2, 1.5, 1, 1, 0, 0], "two moments are a day")
  }

  @Test("among equally likely activities the first by identity is announced")
  func ties() throws {
    for (done, cameTrue) in [(0, 1.0), (1, 0), (2, 0)] {
      let figures = try Self.figures([(said: [0.5, 0.5, 0.5], done: [done], novel: 0)])
      #expect(figures.interruptions[2].cameTrue == cameTrue)
      #expect(figures.interruptions[2].missed == 1 - cameTrue)
    }
  }

  @Test("the highest probabilities are compared with outcomes, except at moments without one above 0")
  func reliability() throws {
    let figures = try Self.figures([
      (said: [0.25, 0.125, 0], done: [1], novel: 0), (said: [0.75, 0, 0.5], done: [0], novel: 0),
      (said: [0, 0, 0], done: [0], novel: 0), (said: [], done: [], novel: 1),
    ])
    #expect(figures.reliability.map(\.said) == [0.25, 0.75])
    #expect(figures.reliability.map(\.met) == [0, 1])
    #expect(figures.calibrationError == 0.25)
    let silent = try Self.figures([(said: [0, 0, 0], done: [0], novel: 0)])
    #expect(silent.calibrationError == nil && silent.reliability.isEmpty && silent.brier == 1)
  }

  @Test("the ratio is to the better one of the two simple rankers", arguments: [0.5, 0.1])
  func ratio(guess: Double) throws {
    let identities = try Self.identities()
    let tallies = [0, guess, 0.9].map { said in
      var tally = MomentTally()
      tally.count(
        [said, 0, 0], done: guess > 0.2 ? [0] : [], novel: guess > 0.2 ? 0 : 1, identities: identities)
      return tally
    }
    let evaluation = MomentEvaluation(
      of: [tallies], rules: [.nothing, .climatology, .hunch], step: 900, horizon: 3_600)
    let scores = evaluation.rankers.map(\.brier)
    #expect(evaluation.rankers.map(\.ratio) == scores.map { $0 / min(scores[0], scores[1]) })
    #expect((scores[0] < scores[1]) == (guess < 0.2))
  }
}
