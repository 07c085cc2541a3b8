// Safetensors: the header's length precedes the header, so a change of the header must change both.
// Otherwise only the first check would ever run.

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

private let special: [Float] = [
  0, -0.0, 1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e38, 1e-38, .leastNonzeroMagnitude,
]

/// Changes the header, the numbers, or any byte.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateModel(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt)
  -> Int
{
  guard count >= 8, seed % 8 != 0 else { return unsafe mutate(bytes, count, most) }
  let length = (0..<8).reversed().reduce(UInt64(0)) { unsafe $0 << 8 | UInt64(bytes[$1]) }
  guard length <= UInt64(count - 8) else { return unsafe mutate(bytes, count, most) }
  let (start, rest) = (8 + Int(length), count - 8 - Int(length))
  if seed % 8 < 3, rest >= 4 {
    let place = start + Int(seed / 8 % UInt32(rest / 4)) * 4
    let pattern = special[Int(seed / 64) % special.count].bitPattern
    for byte in 0..<4 {
      unsafe bytes[place + byte] = UInt8(truncatingIfNeeded: pattern >> (8 * UInt32(byte)))
    }
    return count
  }
  let tail = (0..<rest).map { unsafe bytes[start + $0] }
  let header = unsafe mutate(bytes + 8, Int(length), most - 8 - rest)
  for (index, byte) in tail.enumerated() { unsafe bytes[8 + header + index] = byte }
  for byte in 0..<8 { unsafe bytes[byte] = UInt8(truncatingIfNeeded: header >> (8 * byte)) }
  return 8 + header + rest
}
