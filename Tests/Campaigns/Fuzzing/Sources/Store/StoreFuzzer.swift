// libFuzzer's calls are synchronous, so this waits for the store's tasks.

import Foundation
import FuzzEntry

@testable import SQLiteStorageExercises

private let folder: URL = {
  let memory = URL(filePath: "/dev/shm")
  let parent =
    FileManager.default.isWritableFile(atPath: memory.path())
    ? memory : FileManager.default.temporaryDirectory
  let folder = parent.appending(path: "hunch-fuzzing-\(ProcessInfo.processInfo.processIdentifier)")
  try? FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  return folder
}()

private func exercise(_ bytes: [UInt8]) throws -> StoreOutcome {
  try blocking { try await exerciseStore(bytes, in: folder) }
}

/// The entry point of libFuzzer, called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe hold(start, count, exercise)
}
