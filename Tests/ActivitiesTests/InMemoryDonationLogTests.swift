import Activities
import DonationLogContract
import Testing

@Test("InMemoryDonationLog keeps the contract", arguments: DonationLogContract.all)
func inMemoryLogKeeps(contract: DonationLogContract) async throws {
  try await contract.verify { InMemoryDonationLog() }
}
