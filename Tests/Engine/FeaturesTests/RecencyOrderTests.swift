import Kernels
import Testing

@testable import Features

@Suite struct RecencyOrderTests {
  @Test(
    "ranks are those of a list in which what is done goes to the front", arguments: [1, 2, 3] as [UInt64])
  func ranks(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (order, list) = (RecencyOrder(), [Int32]())
    for step in 0..<600 {
      let isNew = list.isEmpty || random.integer(below: 5) == 0
      let item = isNew ? Int32(list.count) : Int32(random.integer(below: list.count))
      order.moveToFront(item)
      list.removeAll { $0 == item }
      list.insert(item, at: 0)
      guard step % 7 == 0 else { continue }
      #expect(list.enumerated().allSatisfy { order.rank(of: $1) == $0 })
      var (all, some) = ([Int32](), [Int32]())
      order.rank((0..<Int32(list.count)).map { $0 }, areAll: true, into: &all)
      order.rank(list, areAll: false, into: &some)
      #expect(
        some == (0..<Int32(list.count)).map { $0 } && list.enumerated().allSatisfy { all[Int($1)] == $0 })
      #expect(order.newestFirst == list)
      #expect(order.newest(5) == Array(list.prefix(5)))
      order = RecencyOrder(newestFirst: list)
    }
  }
}
