/// Runs an exercise on libFuzzer's input; a broken promise ends the process like a trap.
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
