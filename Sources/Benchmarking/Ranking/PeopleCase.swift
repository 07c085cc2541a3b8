internal import Activities
internal import Suggestions

/// Made-up people who are kept in memory side by side.
public struct PeopleCase: Sendable {
  private let people: [Profile]

  /// Bytes of one person, on average; the model that all share is not counted.
  public let bytesPerPerson: Int

  /// Makes up people.
  ///
  /// - Throws: Nothing for positive numbers.
  public init(people count: Int, activities: Int, donations: Int, seed: UInt64) throws {
    let model = try SuggestionModel.random(seed: seed)
    var scratch = ProfileScratch()
    // The first one fills the buffers and caches that everybody shares.
    _ = try Self.person(model, activities, donations, seed: seed, scratch: &scratch)
    let (people, bytes) = try HeapUse.bytes {
      try (0..<count).map { number in
        try Self.person(model, activities, donations, seed: seed &+ UInt64(number), scratch: &scratch)
      }
    }
    self.people = people
    bytesPerPerson = max(0, bytes) / max(1, people.count)
  }

  /// A person whose model followed the last donations.
  private static func person(
    _ model: SuggestionModel, _ activities: Int, _ donations: Int, seed: UInt64,
    scratch: inout ProfileScratch
  ) throws -> Profile {
    var history = try MadeUpHistory(activities: activities, seed: seed)
    var profile = Profile(model)
    for number in 0..<donations {
      if number < donations - PersonCase.mostFollowed {
        profile.observeEvidence(try history.next())
      } else {
        try profile.observe(try history.next(), scratch: &scratch)
      }
    }
    return profile
  }
}
