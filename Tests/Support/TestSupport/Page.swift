internal import Foundation

/// A page of the documentation, with its blocks of code.
public struct Page {
  /// A block of code.
  public struct Block {
    /// The language after the opening fence.
    public let language: String
    /// The lines between the fences.
    public let lines: [String]
  }

  private let lines: [String]

  /// Reads a page by its path in the repository.
  public init(_ path: String) throws { self.init(text: try Repository.text(path)) }

  /// Reads the text of a page.
  public init(text: String) { lines = text.components(separatedBy: "\n") }

  /// Returns the blocks between two lines, such as headings, in order; by default all.
  public func blocks(after start: String? = nil, before end: String? = nil) -> [Block] {
    var blocks: [Block] = []
    var open: (language: String, lines: [String])?
    let from = start.map { start in lines.drop { $0 != start } } ?? lines[...]
    for line in from.prefix(while: { $0 != end }) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(Block(language: block.language, lines: block.lines)) }
        open = open == nil ? (String(line.dropFirst(3)), []) : nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// Returns the lines of each block in a language between two lines.
  public func blocks(_ language: String, after start: String? = nil, before end: String? = nil) -> [[String]]
  {
    blocks(after: start, before: end).filter { $0.language == language }.map(\.lines)
  }
}
