/// The variables that a line sets to a text: what `$P` stands for in `P=x; login -p $P`, and which
/// were read without being shown.
struct AssignedVariables {
  private var values: [String: [UInt8]] = [:]
  /// Whether a text is assigned to a variable that the line also reads without showing it:
  /// `read -s P; P=…`.
  private(set) var hasSilentValue = false

  /// The maximum length of a substituted value, in bytes, so that a line grows by a bounded
  /// factor.
  private static let longest = 64

  init(of commands: [ShellCommand], work: inout Int) {
    var silent = Set<String>()
    for command in commands {
      work += command.words.count
      for word in command.words where Invocation.isAssignment(word) && !word.isExpanded {
        let equals = word.bytes.firstIndex(of: .equals) ?? 0
        let value = word.bytes[(equals + 1)...]
        guard (3...256).contains(value.count) else { continue }
        values[String(decoding: word.bytes[..<equals], as: UTF8.self)] = Array(value)
      }
      if command.words.contains(where: { $0.bytes == Array("read".utf8) }) {
        silent.formUnion(Self.silent(command))
      }
    }
    hasSilentValue = silent.contains { values[$0].map { SecretValues.isLiteral($0) } ?? false }
  }

  /// Returns the variables that a command reads without showing them.
  private static func silent(_ command: ShellCommand) -> [String] {
    let words = command.words.drop { $0.bytes != Array("read".utf8) }.dropFirst()
    let isSilent = words.contains {
      $0.bytes.count <= 8 && $0.bytes.first == .dash && $0.bytes.contains(UInt8(ascii: "s"))
    }
    guard isSilent else { return [] }
    return words.filter {
      $0.bytes.count <= 64 && $0.bytes.allSatisfy { $0.isAlphanumeric || $0 == .underscore }
    }
    .map(\.text)
  }

  /// Returns commands with the variables replaced by their values.
  func putIn(_ commands: [ShellCommand], work: inout Int) -> [ShellCommand] {
    let hasSigns = commands.contains {
      $0.words.contains { $0.isQuoted && !$0.isExpanded && $0.bytes.contains(.dollar) }
    }
    guard hasSigns || !values.isEmpty else { return commands }
    return commands.map { command in
      var command = command
      command.words = command.words.map { putIn(Self.plain($0), work: &work) }
      command.input = command.input.map { putIn($0, work: &work) }
      return command
    }
  }

  /// Returns a word in which a dollar that the shell leaves alone is a letter: `'$ecret'`.
  ///
  /// Variables for another shell (`'$PASSWORD'`, `'${x}'`) stay, and so do possible scripts.
  private static func plain(_ word: ShellWord) -> ShellWord {
    guard word.isQuoted, !word.isExpanded, word.bytes.contains(.dollar), !word.bytes.contains(.blank) else {
      return word
    }
    var plain = word
    for place in word.bytes.indices where word.bytes[place] == .dollar {
      let next = place + 1 < word.bytes.count ? word.bytes[place + 1] : .leftParenthesis
      if next != .leftParenthesis, next != .leftBrace, !next.isUppercase {
        plain.bytes[place] = UInt8(ascii: "S")
      }
    }
    return plain
  }

  private func putIn(_ word: ShellWord, work: inout Int) -> ShellWord {
    guard !values.isEmpty, word.isExpanded, word.bytes.contains(.dollar) else { return word }
    let bytes = word.bytes
    work += bytes.count
    var result = word
    result.bytes = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] == .dollar else {
        result.bytes.append(bytes[place])
        place += 1
        continue
      }
      let isBraced = place + 1 < bytes.count && bytes[place + 1] == .leftBrace
      let start = place + (isBraced ? 2 : 1)
      var end = start
      while end < bytes.count, end - start < 64, bytes[end].isAlphanumeric || bytes[end] == .underscore {
        end += 1
      }
      let isClosed = !isBraced || end < bytes.count && bytes[end] == .rightBrace
      let value = isClosed ? values[String(decoding: bytes[start..<end], as: UTF8.self)] : nil
      if let value, value.count <= Self.longest {
        result.bytes += value
        place = isBraced ? end + 1 : end
      } else {
        result.bytes += bytes[place..<end]
        place = end
      }
      work += end - start
    }
    return result
  }
}
