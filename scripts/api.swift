// Prints the public declarations in the symbol graphs of a folder, one per line and sorted: the
// declarations that programs may depend on.
import Foundation

struct Graph: Decodable {
  struct Module: Decodable { let name: String }
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Identifier: Decodable { let precise: String }
    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
  }
  let module: Module
  let symbols: [Symbol]
}

var lines: Set<String> = []
for name in try FileManager.default.contentsOfDirectory(atPath: CommandLine.arguments[1])
where name.hasSuffix(".symbols.json") && !name.contains("@") {
  let file = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent(name)
  let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
  // Declarations that the compiler synthesised are implied by their conformance.
  for symbol in graph.symbols where !symbol.identifier.precise.contains("::SYNTHESIZED::") {
    let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    lines.insert("\(graph.module.name).\(symbol.pathComponents.joined(separator: ".")) | \(declaration)")
  }
}
print(lines.sorted().joined(separator: "\n"))
