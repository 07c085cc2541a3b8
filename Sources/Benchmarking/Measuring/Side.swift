/// One of the ways that are measured in turn.
struct Side {
  /// What it does.
  let name: String
  /// How many samples a round takes; `nil`: as many as the plan says.
  var samplesPerRound: Int?
  /// Whether one sample may be several calls; else each call is measured for itself.
  var isGrouped = true
  /// What has to be done before a sample and is not measured.
  var prepare: () async throws -> Void = {}
  /// Does it so many times.
  let run: (_ calls: Int) async throws -> Void
}

extension Side {
  /// A way that changes a state which is its own, or shared with others.
  static func sync<State>(
    _ name: String, _ state: Shared<State>, _ work: @escaping (inout State) throws -> Float
  ) -> Side {
    Side(name: name) { calls in
      var sum: Float = 0
      for _ in 0..<calls { sum += try work(&state.value) }
      state.sum = sum
    }
  }

  /// A way whose every call is measured for itself.
  static func single(_ name: String, _ run: @escaping () async throws -> Void) -> Side {
    prepared(name, {}, run: run)
  }

  /// A way whose every call is measured for itself, after a preparation that is not.
  static func prepared(
    _ name: String, _ prepare: @escaping () async throws -> Void, run: @escaping () async throws -> Void
  ) -> Side {
    Side(name: name, isGrouped: false, prepare: prepare) { calls in for _ in 0..<calls { try await run() } }
  }
}

/// A state that several ways work on, one after the other.
final class Shared<State> {
  var value: State
  /// What the last calls answered; kept, so that no work can be left out.
  var sum: Float = 0

  init(_ value: State) { self.value = value }
}
