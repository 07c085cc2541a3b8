import Foundation
import Kernels
import Ranking
import Testing

@testable import Benchmarking

@Suite("Benchmarking: cases")
struct CaseTests {
  @Test("compared ways do the same work", arguments: 1...3 as ClosedRange<UInt64>)
  func twins(seed: UInt64) throws {
    var product = try MatrixVectorCase(rows: 7, columns: 5, seed: seed)
    let expected = try product.plain()
    func check(_ found: Float, _ expected: Float, _ tolerance: Float = 1e-5) {
      #expect(abs(found - expected) < tolerance, "seed \(seed)")
    }
    check(try product.multiply(), expected)
    var layer = try DenseLayerCase(rows: 3, inputs: 6, units: 4, seed: seed)
    check(try layer.serve(), try layer.plain())
    #expect(try layer.multiply() != layer.serve())
    var softmax = SoftmaxCase(scores: 9, seed: seed)
    check(softmax.normalize(), softmax.plain(), 1e-6)
    var selection = SelectionCase(scores: 100, limit: 8, seed: seed)
    #expect(selection.select() == selection.plain(), "seed \(seed)")
    var activation = try ActivationCase(rows: 2, columns: 3, seed: seed)
    let plain = try activation.plain()
    check(try activation.activate(), plain)
  }

  @Test("repeatedly activated numbers stay normal")
  func rest() throws {
    var activation = try ActivationCase(rows: 2, columns: 3, seed: 1)
    for _ in 0..<500 { _ = try activation.activate() }
    #expect(try activation.activate() > 0.1)
  }

  @Test("the reference computes the network's products, which are all work of a linear one", arguments: 1...3)
  func products(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let network = try Network.random(inputs: 5, hidden: [], random: &random)
    let row = (0..<5).map { _ in random.normal() }
    var products = RawProducts(of: network)
    let expected = zip(row, network.skip).reduce(Float(0)) { $0 + $1.0 * $1.1 }
    let found = try products.multiply(Matrix(rows: 1, columns: 5, elements: row))
    #expect(abs(found - expected) < 1e-5, "seed \(seed)")
  }

  @Test("queries get the same scores one by one and stacked", arguments: [1, 2, 60])
  func batches(queries: Int) throws {
    var batch = try BatchCase(queries: queries, candidates: 9, features: 4, seed: 3)
    let one = try BatchCase(queries: 1, candidates: 9, features: 4, seed: 3)
    #expect(
      batch.work.operations == Double(queries) * one.work.operations && batch.work.items == Double(queries))
    let score = try batch.oneByOne()
    #expect(try abs(batch.stacked() - score) < 1e-5)
    #expect(try abs(batch.stacked() - score) < 1e-5, "the batch is filled again")
  }

  @Test("the reference does the same products in blocks and at once")
  func blocks() throws {
    var random = SeededRandom(seed: 4)
    let network = try Network.random(inputs: 5, hidden: [4, 3], random: &random)
    let rows = try Matrix.random(rows: 7, columns: 5, random: &random)
    var (whole, blocks) = (RawProducts(of: network), RawProducts(of: network, blockRows: 3))
    #expect(try abs(whole.multiply(rows) - blocks.multiply(rows)) < 1e-5)
  }

  @Test("a dot-product layer finds the item equal to a query")
  func dotLayer() throws {
    let items: [Float] = [1, 0, 0, 0, 2, 0, 0, 0, 3]
    var layer = try DotLayerCase(items: items, queries: [0, 1, 0, 0, 0, 1], columns: 3, limit: 2)
    #expect(try layer.firstBest() == [1, 0])
    #expect(try layer.search() == 2, "the last query's best")
    var single = try DotLayerCase(items: items, queries: [0, 1, 0], columns: 3, limit: 2)
    #expect(try single.search() == 1)
  }

  @Test("a person's work counts the network's products, and depends only on the seed")
  func people() throws {
    var (first, second) = try (
      PersonCase(activities: 5, donations: 30, seed: 2), PersonCase(activities: 5, donations: 30, seed: 2)
    )
    let weights = Benchmarks.shippedFeatures * 65 + 64 * 32 + 32
    let operations = 2 * 5 * weights
    #expect(first.work.operations == Double(operations))
    #expect(try first.assess() == second.assess())
    #expect(try first.suggest() > 0)
    #expect(try first.learn() == 1 && first.observe() == 2)
    #expect(try first.assess() != second.assess(), "it learned two donations more")
  }

  @Test("a loaded person has all of their activities")
  func checkpoints() throws {
    let person = try PersonCase(activities: 5, donations: 30, seed: 2)
    #expect(try person.load() == 5)
    #expect(person.checkpointBytes > 1_000)
  }

  @Test("evicted people are queried one after the other")
  func evict() async throws {
    let people = try await EvictionCase(people: 3, activities: 4, donations: 20, seed: 1)
    for _ in 0..<8 {
      let probability = try await people.ask()
      #expect(probability > 0 && probability < 1)
    }
    #expect(people.bytesOnDisk > 1_000)
    await #expect(throws: BenchmarkError.notStored) {
      try await EvictionCase(people: 0, activities: 4, donations: 20, seed: 1).ask()
    }
  }

  @Test("every search finds something, even if most activities have expired", arguments: [1, 12, 6_000])
  func searches(activities: Int) async throws {
    let search = try await SearchCase(activities: activities, seed: 1)
    for number in 0..<3 { #expect(try await search.search(number) > 0) }
  }

  @Test("used-up donations start again, and time only goes forward")
  func usedUp() throws {
    var person = try PersonCase(activities: 2, donations: 4, followed: 0, seed: 2)
    let before = try person.assess()
    for _ in 0..<4_096 { _ = person.observe() }
    #expect(person.observe() == 1)
    var fresh = try PersonCase(activities: 2, donations: 4, followed: 0, seed: 2)
    #expect(try fresh.assess() == before)
    _ = fresh.observe()
    #expect(try person.assess() == fresh.assess())
  }

  @Test(
    "memory is counted whichever thread allocates it",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer allocates in place of the C library, which is asked here"))
  func memory() async {
    // Other tests of this process allocate and free meanwhile, but not as much.
    let size = 200_000_000
    let counted = await Task.detached {
      HeapUse.bytes { [UInt8](repeating: 1, count: size) }
    }.value
    #expect((size / 2..<size * 2).contains(counted.bytes), "\(counted.bytes)")
    #expect(counted.value.count == size)
  }
}
