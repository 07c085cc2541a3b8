internal import Foundation

/// The hosts that the configuration of ssh, the hosts that ssh has met, and the system's own file
/// name.
///
/// The network is never asked. Wildcards name no host, and hashed names (`HashKnownHosts`) cannot
/// be read: whether such a host exists is not known from here.
package struct KnownHosts: Sendable {
  private var names: Set<String> = ["localhost", "127.0.0.1", "::1"]

  /// The maximum number of configuration files to read.
  private static let mostFiles = 64

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - home: The user's home.
  ///   - system: The folder of the system's configuration.
  /// - Complexity: O(size of the files), each at most a megabyte.
  package init(home: String, system: String = "/etc") {
    var files = 0
    for folder in ["\(home)/.ssh", "\(system)/ssh"] {
      let file = folder.hasSuffix("/.ssh") ? "config" : "ssh_config"
      readConfiguration("\(folder)/\(file)", in: folder, home: home, depth: 4, &files)
    }
    for path in ["\(home)/.ssh/known_hosts", "\(home)/.ssh/known_hosts2", "\(system)/ssh/ssh_known_hosts"] {
      for line in Self.lines(path) {
        // A marker can come first: @cert-authority.
        let fields = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard let hosts = fields.first?.hasPrefix("@") == true ? fields.dropFirst().first : fields.first,
          fields.first?.hasPrefix("@revoked") != true
        else { continue }
        // `[host]:2222` has a port of its own; `|1|…` is hashed.
        for host in hosts.split(separator: ",") {
          add(host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host)
        }
      }
    }
    for line in Self.lines("\(system)/hosts") {
      for name in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) { add(name) }
    }
  }

  /// Returns whether the files name a host, in lower case.
  package func contains(_ host: String) -> Bool { names.contains(host) }

  private mutating func add(_ name: Substring) {
    guard !name.contains(where: { "*?!|".contains($0) }) else { return }
    names.insert(name.lowercased())
  }

  /// Adds the hosts of a configuration file, and of those that it includes (ssh_config(5)).
  private mutating func readConfiguration(
    _ path: String, in folder: String, home: String, depth: Int, _ files: inout Int
  ) {
    guard depth > 0, files < Self.mostFiles else { return }
    files += 1
    for line in Self.lines(path) {
      let words = line.split { $0.isWhitespace || $0 == "=" }
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"")) }
      switch words.first?.lowercased() {
      case "host": for name in words.dropFirst() { add(name[...]) }
      case "include":
        for name in words.dropFirst() {
          let included =
            name.hasPrefix("~/")
            ? "\(home)/\(name.dropFirst(2))" : name.hasPrefix("/") ? name : "\(folder)/\(name)"
          for file in Self.files(matching: included) {
            readConfiguration(file, in: folder, home: home, depth: depth - 1, &files)
          }
        }
      default: break
      }
    }
  }

  /// Returns the files whose last name matches a pattern with `*` and `?`.
  private static func files(matching path: String) -> [String] {
    let (folder, pattern) = (
      (path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent
    )
    guard pattern.contains("*") || pattern.contains("?") else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") && matches(Array($0.utf8), Array(pattern.utf8)) }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    // The lengths of the beginnings of the name that the pattern matches until now.
    var ends: Set<Int> = [0]
    for byte in pattern {
      switch byte {
      case UInt8(ascii: "*"): ends = ends.min().map { Set($0...name.count) } ?? []
      default:
        ends = Set(
          ends.filter { $0 < name.count && (byte == .question || name[$0] == byte) }.map { $0 + 1 })
      }
    }
    return ends.contains(name.count)
  }

  /// The lines of a file other than comments.
  private static func lines(_ path: String) -> [Substring] {
    (WorkingFolder.text(path) ?? "").split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
