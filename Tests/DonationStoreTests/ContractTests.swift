import Activities
import DonationLogContract
import DonationStore
import Testing

@Test("SQLiteDonationLog keeps the contract", arguments: DonationLogContract.all)
func sqliteLogKeeps(contract: DonationLogContract) async throws {
  let scratch = try Scratch()
  let names = NameSource()
  try await contract.verify {
    try SQLiteDonationLog(path: scratch.path("\(await names.next()).sqlite"))
  }
}

@Test("A log that is opened anew for every call keeps the contract", arguments: DonationLogContract.all)
func reopenedLogKeeps(contract: DonationLogContract) async throws {
  let scratch = try Scratch()
  let names = NameSource()
  try await contract.verify {
    ReopeningLog(path: scratch.path("\(await names.next()).sqlite"))
  }
}

@Test("SQLiteDonationLog keeps the contract of the search index", arguments: SearchIndexContract.all)
func sqliteLogKeeps(contract: SearchIndexContract) async throws {
  let scratch = try Scratch()
  let names = NameSource()
  try await contract.verify {
    try SQLiteDonationLog(path: scratch.path("\(await names.next()).sqlite"))
  }
}

@Test("SQLiteDonationLog keeps the contract of checkpoints", arguments: CheckpointContract.all)
func sqliteLogKeeps(contract: CheckpointContract) async throws {
  let scratch = try Scratch()
  let log = try SQLiteDonationLog(path: scratch.path())
  try await contract.verify(log)
  #expect(try await log.integrityProblems() == [])
}

@Test(
  "A log that is opened anew for every call keeps the contract of checkpoints",
  arguments: CheckpointContract.all)
func reopenedLogKeeps(contract: CheckpointContract) async throws {
  let scratch = try Scratch()
  try await contract.verify(ReopeningLog(path: scratch.path()))
}

@Test("SQLiteDonationLog keeps its checkpoints true at random", arguments: 1...8)
func sqliteLogKeepsCheckpoints(seed: UInt64) async throws {
  let scratch = try Scratch()
  let log = try SQLiteDonationLog(path: scratch.path())
  try await CheckpointContract.atRandom(seed: seed).verify(log)
  #expect(try await log.integrityProblems() == [])
}

@Test("SQLiteDonationLog keeps the contract of the door", arguments: DoorContract.all)
func sqliteLogKeeps(contract: DoorContract) async throws {
  let scratch = try Scratch()
  let log = try SQLiteDonationLog(path: scratch.path())
  try await contract.verify(log)
  #expect(try await log.integrityProblems() == [])
}

@Test("SQLiteDonationLog keeps the contract of hints", arguments: HintContract.all)
func sqliteLogKeeps(contract: HintContract) async throws {
  let scratch = try Scratch()
  let log = try SQLiteDonationLog(path: scratch.path())
  try await contract.verify(log)
  #expect(try await log.integrityProblems() == [])
}

@Test("A log that is opened anew for every call keeps the contract of hints", arguments: HintContract.all)
func reopenedLogKeeps(contract: HintContract) async throws {
  let scratch = try Scratch()
  try await contract.verify(ReopeningLog(path: scratch.path()))
}

private actor NameSource {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}

/// Opens the store for each call, so that nothing can be answered from memory.
private struct ReopeningLog: CheckpointLog {
  let path: String

  fileprivate func log() throws -> SQLiteDonationLog { try SQLiteDonationLog(path: path) }

  func append(_ donations: [Donation]) async throws -> AppendReceipt { try await log().append(donations) }

  func append(_ feedback: [Feedback]) async throws -> AppendReceipt { try await log().append(feedback) }

  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation] {
    try await log().donations(of: user, in: times, after: cursor, limit: limit)
  }

  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws -> [LoggedDonation] {
    try await log().arrivals(of: user, after: sequence, limit: limit)
  }

  func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation] {
    try await log().donations(of: user, at: places)
  }

  func feedback(of user: UserIdentifier) async throws -> [Feedback] { try await log().feedback(of: user) }

  func forget(_ deletion: Deletion) async throws -> Int { try await log().forget(deletion) }

  func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    try await log().forget(deletions, rehearsing: rehearsing)
  }

  func users() async throws -> [(user: UserIdentifier, donations: Int)] { try await log().users() }

  func version(of user: UserIdentifier) async throws -> LogVersion { try await log().version(of: user) }

  func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint? {
    try await log().checkpoint(of: user, key: key, before: end, arrivedBy: last)
  }

  func save(_ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64) async throws -> Int {
    try await log().save(checkpoints, of: user, generation: generation)
  }
}

extension ReopeningLog: HintLog {
  func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws {
    try await log().setHints(hints, in: list, of: program, for: user)
  }

  func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint] {
    try await log().hints(in: list, of: user)
  }
}
