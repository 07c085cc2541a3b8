import Foundation

/// Hunch's side of `Benchmarks/peers/speed.py`: executes commands from standard input, and reports
/// how long each call took.
///
/// The argument is a folder that the script has filled with networks, rows and vectors. Each line
/// of input gets a line of output:
///
/// - `features`: the number of features of the shipped network;
/// - `run CASE COUNT`: the nanoseconds of each of `COUNT` calls;
/// - `scores CASE`, `best CASE`: the scores of the rows, or the best items of the first query, for
///   comparison with the peers.
///
/// A case is `network-NAME-ROWS` (standardise, network, softmax, top 8) or `vectors-QUERIES` (dot
/// products, top 8). The answer to an invalid line is `error:` and the reason.
@main
struct SpeedPeer {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(
        Data("usage: SpeedPeer FOLDER (started by Benchmarks/peers/speed.py)\n".utf8))
      exit(64)
    }
    var cases = SpeedCases(folder: URL(fileURLWithPath: CommandLine.arguments[1]))
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      do {
        try answer(cases.answer(words))
      } catch {
        try answer("error: \(line): \(error)")
      }
    }
  }

  private static func answer(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}
