import Activities
import Features
import Kernels
import Ranking

@testable import Suggestions

/// The outcome of one state.
struct StateOutcome: Equatable {
  /// The number of activities it knows, or nil if it was rejected.
  var candidates: Int?
  /// Whether it answered, and whether it continued to learn.
  var answered = false
  var learned = false
}

/// A promise about checkpoints that an input broke.
enum StatePromise: Error {
  /// It was rejected with an error other than the one that makes an engine replay.
  case otherError(any Error)
  /// A state differs after writing and reading it.
  case roundTrip
  /// It needs far more memory than its size in bytes.
  case allocation(bytes: Int, for: Int)
  /// A probability is not between 0 and 1, or the probabilities do not sum to 1.
  case probability
}

/// Reads a changed checkpoint state, queries it, lets it learn, and checks the promises that hold
/// for all bytes.
///
/// The first byte selects the state to change, and every 12 bytes after it are one change; or it
/// says that the following bytes are the state. The fuzzer and the tests of its corpus share this
/// function.
func exerciseState(_ bytes: [UInt8]) throws -> StateOutcome {
  let state = ChangedState.bytes(bytes)
  let coding = UserModelCoding.current
  var profile: UserModel
  do { profile = try coding.decode(state, ChangedState.model) } catch {
    guard error is StateError else { throw StatePromise.otherError(error) }
    return StateOutcome()
  }
  let written = coding.encode(profile)
  guard let again = try? coding.decode(written, ChangedState.model), coding.encode(again) == written else {
    throw StatePromise.roundTrip
  }
  guard profile.memoryFootprint <= 32 * state.count + 1 << 20 else {
    throw StatePromise.allocation(bytes: profile.memoryFootprint, for: state.count)
  }
  var (outcome, scratch) = (StateOutcome(candidates: profile.candidateCount), UserModelScratch())
  outcome.answered = try ask(profile, &scratch)
  do {
    for minutes in [0, 1, 90_000] as [Int64] {
      let donation = try World.donation("d\(minutes % 7)", at: 6_000_000 + minutes)
      try profile.observe(LoggedDonation(sequence: minutes + 1_000, donation: donation), scratch: &scratch)
    }
    outcome.learned = true
  } catch is RankingError {}
  _ = try ask(profile, &scratch)
  return outcome
}

/// Returns whether the state answers, after checking all numbers of the answer.
private func ask(_ profile: UserModel, _ scratch: inout UserModelScratch) throws -> Bool {
  do {
    for minutes in [0, 5_900_000, 9_000_000] as [Int64] {
      let context = try Context(
        at: World.instant(minutes), place: Place(latitude: 52.5, longitude: 13.4),
        attributes: ["wifi": "home"])
      let assessment = try profile.score(AskedMoment(context), scratch: &scratch)
      let all = assessment.probabilities + [assessment.noveltyProbability]
      guard all.allSatisfy({ $0 >= 0 && $0 <= 1 }), abs(all.reduce(0, +) - 1) < 1e-2 else {
        throw StatePromise.probability
      }
      _ = profile.recent(at: context.instant, limit: 4)
      let answer = try profile.answer(
        SuggestionRequest(in: context, limit: 4, explains: minutes > 0), scratch: &scratch)
      guard answer.offers.allSatisfy({ (0...1).contains($0.probability) }) else {
        throw StatePromise.probability
      }
    }
    return true
  } catch is RankingError {
    return false
  }
}

/// States written by an engine, with some changes.
enum ChangedState {
  static let model: SuggestionModel = {
    guard let model = try? World.curvedModel(seed: 3) else {
      preconditionFailure("the test model is invalid")
    }
    return model
  }()

  /// The states to change: after 0, 1, 5 and 60 donations.
  private static let bases: [[UInt8]] = [0, 1, 5, 60].map { count in
    var (profile, scratch) = (UserModel(model), UserModelScratch())
    let donations = (try? World.history(count, seed: 11)) ?? []
    for (index, donation) in donations.enumerated() {
      try? profile.observe(LoggedDonation(sequence: Int64(index + 1), donation: donation), scratch: &scratch)
    }
    return UserModelCoding.current.encode(profile)
  }

  private static let words: [UInt64] = [
    0, 1, .max, 1 << 63, 1 << 62, 0x7F, 0xFFFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0x4000_0000, 0x7FC0_0000,
    0x7F80_0000, 0xFF80_0000, 0x7F7F_FFFF, 0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0000,
    0x7FEF_FFFF_FFFF_FFFF,
  ]

  static func bytes(_ input: [UInt8]) -> [UInt8] {
    guard let first = input.first else { return [] }
    guard first < 0xF0 else { return Array(input.dropFirst()) }
    var state = bases[Int(first) % bases.count]
    var place = 1
    while place + 12 <= input.count {
      change(&state, by: input[place..<place + 12])
      place += 12
    }
    return state
  }

  /// Applies a change: three bytes give the position, one the kind, and eight the value.
  private static func change(_ state: inout [UInt8], by change: ArraySlice<UInt8>) {
    let bytes = Array(change)
    let offset = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    guard !state.isEmpty else { return }
    let place = offset % state.count
    let value = bytes[4...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch bytes[3] % 8 {
    case 0: state[place] = bytes[4]
    case 1: state[place] ^= bytes[4]
    case 2: put(value, width: 4, into: &state, at: place & ~3)
    case 3: put(value, width: 8, into: &state, at: place & ~7)
    case 4: put(words[Int(bytes[4]) % words.count], width: 4, into: &state, at: place & ~3)
    case 5: put(words[Int(bytes[4]) % words.count], width: 8, into: &state, at: place & ~7)
    case 6: state.removeSubrange(place..<min(state.count, place + Int(bytes[4])))
    default: state.insert(contentsOf: bytes[4...], at: place)
    }
  }

  private static func put(_ value: UInt64, width: Int, into state: inout [UInt8], at place: Int) {
    for index in 0..<width where place + index < state.count {
      state[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))
    }
  }
}
