import Activities
import DonationLogContract
import Testing

@Test("InMemoryDonationLog keeps the contract", arguments: DonationLogContract.all)
func inMemoryLogKeeps(contract: DonationLogContract) async throws {
  try await contract.verify { InMemoryDonationLog() }
}

@Test("InMemoryDonationLog keeps the contract of the search index", arguments: SearchIndexContract.all)
func inMemoryLogKeeps(contract: SearchIndexContract) async throws {
  try await contract.verify { InMemoryDonationLog() }
}

@Test("InMemoryDonationLog keeps the contract of checkpoints", arguments: CheckpointContract.all)
func inMemoryLogKeeps(contract: CheckpointContract) async throws {
  try await contract.verify(InMemoryDonationLog())
}

@Test("InMemoryDonationLog keeps its checkpoints true at random", arguments: 1...30)
func inMemoryLogKeepsCheckpoints(seed: UInt64) async throws {
  try await CheckpointContract.atRandom(seed: seed).verify(InMemoryDonationLog())
}

@Test("InMemoryDonationLog keeps the contract of the door", arguments: DoorContract.all)
func inMemoryLogKeeps(contract: DoorContract) async throws {
  try await contract.verify(InMemoryDonationLog())
}

@Test("InMemoryDonationLog keeps the contract of hints", arguments: HintContract.all)
func inMemoryLogKeeps(contract: HintContract) async throws {
  try await contract.verify(InMemoryDonationLog())
}
