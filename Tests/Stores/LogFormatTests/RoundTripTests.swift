import Activities
import Foundation
import LogFormat
import Testing

@Suite("Written records are read back")
struct RoundTripTests {
  @Test("random records are read back, and give the same bytes each time", arguments: 0..<40 as Range<UInt64>)
  func randomRecords(seed: UInt64) throws {
    var records = RandomRecords(seed: seed)
    var decoder = RecordDecoder()
    let encoder = RecordEncoder()
    for index in 0..<50 {
      let record = try records.record()
      let line = try encoder.encode(record)
      let text = String(decoding: line, as: UTF8.self)
      #expect(!line.contains(0x0A), "seed \(seed), record \(index)")
      let decoded = try decoder.decode(line.span)
      #expect(decoded == record, "seed \(seed), record \(index): \(text)")
      #expect(try encoder.encode(decoded) == line, "seed \(seed), record \(index): \(text)")
    }
  }

  @Test("damaged lines are read or refused, and never crash", arguments: 0..<20 as Range<UInt64>)
  func damagedLines(seed: UInt64) throws {
    var records = RandomRecords(seed: seed)
    var decoder = RecordDecoder()
    var refused = 0
    for _ in 0..<20 {
      let line = try RecordEncoder().encode(records.record())
      for _ in 0..<50 {
        let damaged = records.damage(line)
        do {
          // A readable record can be written and read again.
          let record = try decoder.decode(damaged.span)
          let written = try RecordEncoder().encode(record)
          #expect(try decoder.decode(written.span) == record, "seed \(seed): \(damaged)")
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 100, "seed \(seed)")
  }
}
