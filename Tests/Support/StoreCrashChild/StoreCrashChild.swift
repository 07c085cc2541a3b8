import Activities
import Foundation
import Glibc
import SQLiteStorage
import Storage

/// The child process of the store tests, which is killed or drops its privileges.
@main
struct StoreCrashChild {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "open" where arguments.count == 3: openWithoutRights(path: arguments[1], folder: arguments[2])
    case "visit" where arguments.count == 2: visit(path: arguments[1])
    case "append" where arguments.count == 3:
      try await append(to: arguments[1], from: Int64(arguments[2]) ?? 0)
    case "import" where arguments.count == 4:
      try await appendShare(to: arguments[1], of: Int64(arguments[2]) ?? 0, user: arguments[3])
    case "forget" where arguments.count == 3:
      try await forget(arguments[2], in: arguments[1])
    case "rotate" where arguments.count == 4:
      try await rotate(arguments[1], StoreKey(file: arguments[2]), StoreKey(file: arguments[3]))
    case "checkpoint" where arguments.count == 3:
      holdCheckpoint(of: arguments[1], seconds: Double(arguments[2]) ?? 0)
    default:
      say(
        """
        usage: open PATH FOLDER | visit PATH | append PATH FIRST | import PATH COUNT USER | rotate PATH KEYFILE KEYFILE |
          checkpoint PATH SECONDS | forget PATH NAME
        """)
    }
  }

  /// Holds the lock of a checkpoint for a while, like a process that has much to copy.
  ///
  /// It is WAL_CKPT_LOCK, byte 121 of the file of shared memory
  /// (https://www.sqlite.org/walformat.html, section 2.3.1).
  private static func holdCheckpoint(of path: String, seconds: Double) {
    let file = unsafe Glibc.open(path + "-shm", O_RDWR)
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 121, 1)
    guard file >= 0, unsafe fcntl(file, F_SETLK, &lock) == 0 else { return say("not locked") }
    say("locked")
    Thread.sleep(forTimeInterval: seconds)
  }

  /// Opens a store as a user other than root, and prints the result.
  private static func openWithoutRights(path: String, folder: String) {
    if getuid() == 0 {
      let nobody: UInt32 = 65_534
      let owner: [FileAttributeKey: Any] = [.ownerAccountID: nobody, .groupOwnerAccountID: nobody]
      for name in [folder, path] { try? FileManager.default.setAttributes(owner, ofItemAtPath: name) }
      guard setgid(nobody) == 0, setuid(nobody) == 0 else { return say("still root") }
    }
    do {
      try SQLiteDonationStore(path: path).close()
      say("opened")
    } catch {
      say("\(error.reason)")
    }
  }

  /// Opens a store that belongs to root as another user, and prints the result.
  private static func visit(path: String) {
    let nobody: UInt32 = 65_534
    guard setgid(nobody) == 0, setuid(nobody) == 0 else { return say("still root") }
    do {
      try SQLiteDonationStore(path: path).close()
      say("opened")
    } catch {
      say("\(error.reason)")
    }
  }

  /// Appends batches until it is killed, and occasionally forgets one; prints acknowledged batches.
  private static func append(to path: String, from first: Int64) async throws {
    let log = try SQLiteDonationStore(path: path)
    say("open")
    for number in first... {
      _ = try await log.ingest(verbatim: CrashBatch(number: number).donations())
      say("appended \(number)")
      guard let old = CrashBatch(number: number).forgets else { continue }
      say("forgetting \(old)")
      _ = try await log.forget(CrashBatch(number: old).deletion())
      say("forgot \(old)")
    }
  }

  private static func appendShare(to path: String, of count: Int64, user: String) async throws {
    let log = try SQLiteDonationStore(path: path)
    for number in 0..<count {
      _ = try await log.ingest(verbatim: CrashBatch(number: number).donations(by: UserIdentifier(user)))
      _ = try await log.ingest(verbatim: CrashBatch(number: number).donations(by: UserIdentifier("both")))
    }
  }

  /// Alternates the key of a store between two, until it is killed.
  private static func rotate(_ path: String, _ one: StoreKey, _ other: StoreKey) async throws {
    var isFirst = (try? SQLiteDonationStore.checkKey(one, path: path)) != nil
    say("open")
    while true {
      try await SQLiteDonationStore.encrypt(
        path: path, with: isFirst ? other : one, replacing: isFirst ? one : other)
      isFirst.toggle()
      say("rotated")
    }
  }

  /// Forgets donations by their persistent identifier, or everything if it is empty; prints the
  /// number, and by how many kilobytes memory grew.
  private static func forget(_ name: String, in path: String) async throws {
    let log = try SQLiteDonationStore(path: path)
    // The memory of the connections' caches is thereby included in the first measurement.
    _ = try await log.integrityProblems()
    let before = peakMemory()
    var criteria = Deletion.Criteria()
    if name.isEmpty { criteria.all = true } else { criteria.persistentIdentifier = name }
    let instant = try Instant(milliseconds: 2_000_000_000_000, offsetMinutes: 0)
    do {
      let count = try await log.forget(Deletion(at: instant, matching: criteria))
      say("forgot \(count)\ngrew \(peakMemory() - before)")
    } catch let error as StoreError {
      say("\(error.reason)")
    }
  }

  /// Returns the peak memory of the process in kilobytes.
  private static func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
