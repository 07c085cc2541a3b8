/// Runs an exercise on what libFuzzer gives; a promise that it breaks ends the process, as a trap
/// does.
public func hold<Outcome>(
  _ start: UnsafePointer<UInt8>?, _ count: Int, _ exercise: ([UInt8]) throws -> Outcome
) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do {
    _ = try exercise(bytes)
  } catch {
    fatalError("a promise is broken: \(error)")
  }
  return 0
}
