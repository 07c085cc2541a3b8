import Activities

@testable import Evaluation
@testable import Reports

/// Evaluations made up for tests.
enum Sample {
  static let names = ["hunch"] + Baseline.allCases.map(\.rawValue)

  /// Returns users for whom the engine is right when a rule is second, and sometimes vice versa,
  /// with all probabilities.
  static func users(_ count: Int, queries: Int = 12, scoredFrom: Int = 0) -> [ReplayedUser] {
    (0..<count).map { user in
      ReplayedUser(
        queries: (0..<queries).map { ReplayedUser.Query(donationsSeen: $0 + 1, hour: ($0 * 5 + user) % 24) },
        outcomes: names.indices.map { ranker in
          (0..<queries).map { outcome(query: $0, user: user, ranker: ranker) }
        }, firstScored: scoredFrom, stopwatches: [])
    }
  }

  /// Returns a user who did these known activities, with the first-ranked one before each; the
  /// right one came first or second.
  static func user(_ predictions: [(done: String, first: String)]) throws -> ReplayedUser {
    var activities: [ActivityIdentity: UserActivity] = [:]
    func identity(_ title: String) throws -> ActivityIdentity {
      let activity = try UserActivity(
        activityType: "org.example.open", title: title, userInfo: ["name": .string(title)])
      activities[activity.identity] = activity
      return activity.identity
    }
    let kept = try predictions.map {
      ReplayedUser.Prediction(done: try identity($0.done), first: try identity($0.first))
    }
    let outcomes = kept.map {
      QueryOutcome(rank: $0.done == $0.first ? 1 : 2, probability: 0.5, topProbability: 0.5)
    }
    return ReplayedUser(
      queries: kept.indices.map { ReplayedUser.Query(donationsSeen: $0 + 1, hour: $0 % 24) },
      outcomes: names.map { _ in outcomes }, firstScored: 0, stopwatches: [], predictions: kept,
      activities: activities)
  }

  private static func outcome(query: Int, user: Int, ranker: Int) -> QueryOutcome {
    let said = ranker == 0 ? Float(query % 10) / 10 : nil
    let rank = (query + user) % 7 == 6 ? nil : 1 + (query * (ranker + 1) + user) % (2 + ranker)
    return QueryOutcome(rank: rank, probability: said, topProbability: said)
  }

  static func evaluation(of users: [ReplayedUser], names: [String] = names) -> Evaluation {
    Evaluation(
      users: users.count, scored: users.reduce(0) { $0 + $1.scored.count },
      rankers: names.indices.map { ranker in
        Evaluation.Ranker(
          name: names[ranker],
          metrics: RankingMetrics(outcomesByUser: users.map { $0.scoredOutcomes(ofRanker: ranker) }),
          microsecondsPerQuery: nil)
      }, details: EvaluationDetails(of: users, names: names, seed: 1))
  }

  /// A page about logs of these names, each of some users.
  static func page(
    _ logs: [String], users: [ReplayedUser] = users(3), isInSample: Bool = false,
    isColdStartInSample: Bool = false, model: String = "m.safetensors"
  ) -> EvaluationPage {
    let evaluation = evaluation(of: users)
    return EvaluationPage(
      logs: logs.map {
        EvaluationPage.Log(
          name: $0, evaluation: evaluation, isInSample: isInSample,
          isColdStartInSample: isInSample || isColdStartInSample)
      },
      pooled: .coldStart(of: users, names: names, seed: 1),
      under: EvaluationPage.Conditions(model: model, scoreFrom: 0.7, place: "the last one known", seed: 1))
  }
}
