// libFuzzer calls and waits; stores are waited for.

import Foundation

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

func exercise(_ bytes: [UInt8]) throws -> StoreOutcome {
  try blocking { try await exerciseStore(bytes, in: folder) }
}
