/// What libFuzzer calls with each input.
///
/// Compiled together with one `exercise(_:)`, which throws if a promise is broken; a trap is a crash anyway.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do {
    _ = try exercise(bytes)
  } catch {
    fatalError("a promise is broken: \(error)")
  }
  return 0
}
