import Kernels
import Testing

@Suite struct StateCodingTests {
  private struct Pair: BitwiseCopyable, Equatable {
    var number: Int32
    var weight: Float
  }

  private var written: [UInt8] {
    var writer = StateWriter()
    writer.write(UInt8(7))
    writer.write([Pair(number: 1, weight: 0.5), Pair(number: -2, weight: .infinity)])
    writer.write([Double]())
    return writer.bytes
  }

  @Test func whatWasWrittenIsReadInTheSameOrder() throws {
    var reader = StateReader(written)
    #expect(try reader.read(UInt8.self) == 7)
    #expect(try reader.readTable() == [Pair(number: 1, weight: 0.5), Pair(number: -2, weight: .infinity)])
    #expect(try reader.readTable(of: Double.self) == [])
    try reader.finish()
  }

  @Test func bytesThatAreCutShortAreRefusedWhereverTheyEnd() {
    for length in written.indices {
      #expect(throws: StateError.self, "cut to \(length) bytes") {
        var reader = StateReader(Array(written.prefix(length)))
        _ = try reader.read(UInt8.self)
        _ = try reader.readTable(of: Pair.self)
        _ = try reader.readTable(of: Double.self)
      }
    }
  }

  @Test(arguments: [-1, 2, Int.max, Int.min]) func aLengthThatCannotBeIsRefused(length: Int) {
    var writer = StateWriter()
    writer.write(length)
    writer.write(UInt64(0))
    var reader = StateReader(writer.bytes)
    #expect(throws: StateError.self) { _ = try reader.readTable(of: UInt64.self) }
  }

  @Test func aTableOfAnotherLengthThanExpectedIsRefused() {
    var writer = StateWriter()
    writer.write([Float](repeating: 1, count: 3))
    var reader = StateReader(writer.bytes)
    #expect(throws: StateError.self) { _ = try reader.readTable(of: Float.self, count: 4) }
  }

  @Test func whatIsLeftOverIsRefused() throws {
    var reader = StateReader([1, 2])
    _ = try reader.read(UInt8.self)
    #expect(throws: StateError.self) { try reader.finish() }
  }
}
