import FuzzEntry

@testable import SuggestionsExercises

/// The entry point of libFuzzer, called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe hold(start, count, exerciseState)
}
