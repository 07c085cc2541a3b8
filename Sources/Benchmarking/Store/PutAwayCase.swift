internal import Activities
internal import DonationStore
internal import Kernels
internal import Suggestions

/// Many people whose state lies in a store, and who are asked for one after the other: a server's day.
///
/// Each is fetched, asked once, and let go, so nobody takes memory who is not asking. Only so many differ, because making up
/// a history takes far longer than reading its state.
public final class PutAwayCase {
  /// How many made-up people there are; those beyond are copies of them.
  private static let different = 100
  private static let key = "benchmark"

  private let folder: TemporaryFolder
  private let log: SQLiteDonationLog
  private let model: SuggestionModel
  private let context: Context
  private let people: Int
  private var random: SeededRandom
  private var scratch = ProfileScratch()

  /// Bytes of the store, a person.
  public let bytesOnDisk: Int

  /// Makes up people of a usual history and puts them away.
  ///
  /// - Throws: ``BenchmarkError/notStored`` for no people at all; what the store throws if the temporary folder cannot be written.
  public init(people: Int, activities: Int, donations: Int, seed: UInt64) async throws {
    folder = try TemporaryFolder()
    let path = folder.path("people.sqlite")
    log = try SQLiteDonationLog(path: path)
    model = try SuggestionModel.random(seed: seed)
    random = SeededRandom(seed: seed)
    self.people = people
    var states: [[UInt8]] = []
    var (newest, then): (Donation?, Context?)
    for number in 0..<min(people, Self.different) {
      var history = try MadeUpHistory(activities: activities, seed: seed + UInt64(number))
      states.append(try Profile.madeUp(of: &history, donations: donations, followed: 16, model: model).state)
      (newest, then) = (try history.next(), try history.nextQuery())
    }
    guard let newest, let then else { throw BenchmarkError.notStored }
    context = then
    for number in 0..<people {
      // A checkpoint stands at a donation of the person.
      let own = try Donation(of: newest.activity, by: Self.user(number), in: newest.context)
      _ = try await log.append([own])
      let version = try await log.version(of: own.user)
      let checkpoint = Checkpoint(
        key: Self.key,
        cursor: LogCursor(milliseconds: own.context.instant.milliseconds, sequence: version.lastSequence),
        lastSequence: version.lastSequence, donations: donations, state: states[number % states.count])
      guard try await log.save([checkpoint], of: own.user, generation: version.generation) == 1 else {
        throw BenchmarkError.notStored
      }
    }
    bytesOnDisk = try folder.storeBytes(at: path) / max(1, people)
  }

  private static func user(_ number: Int) throws -> UserIdentifier {
    try UserIdentifier("person-\(number)")
  }

  /// Bytes of the heap that are in use, whoever uses them.
  public var heapBytes: Int { HeapUse.bytes }

  /// Fetches a person at random, asks what they may do next, and lets them go; answers the best one's probability.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if the person is not there.
  public func ask() async throws -> Float {
    let user = try Self.user(random.integer(below: people))
    let found = try await log.checkpoint(of: user, key: Self.key, before: .max, arrivedBy: .max)
    guard let found else { throw BenchmarkError.notStored }
    let profile = try Profile(state: found.state, of: model)
    return try profile.rank(SuggestionRequest(in: context, limit: Benchmarks.limit), scratch: &scratch) ?? 0
  }
}
