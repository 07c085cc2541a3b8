import Activities
import DonationStoreContract
import Storage
import Testing

@Test("InMemoryDonationStore keeps the contract", arguments: DonationStoreContract.all)
func inMemoryStoreKeeps(contract: DonationStoreContract) async throws {
  try await contract.verify { InMemoryDonationStore() }
}

@Test("InMemoryDonationStore keeps its checkpoints valid under random changes", arguments: 1...30)
func inMemoryStoreKeepsCheckpoints(seed: UInt64) async throws {
  try await DonationStoreContract.checkpoints(atRandom: seed).verify { InMemoryDonationStore() }
}
