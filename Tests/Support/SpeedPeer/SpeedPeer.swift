import Foundation

/// Our side of `Benchmarks/peers/speed.py`: does what it is told on standard input, and answers how
/// long each call took.
///
/// The argument is a folder that the script has filled with networks, rows and vectors. A line in,
/// a line out:
///
/// - `features`: how many features the shipped network has;
/// - `run CASE COUNT`: the nanoseconds of each of so many calls;
/// - `scores CASE`, `best CASE`: the scores of the rows, or the best items of the first query, to
///   be compared with the peers'.
///
/// A case is `network-NAME-ROWS` (standardise, network, softmax, top 8) or `vectors-QUERIES` (dot
/// products, top 8). A line that cannot be obeyed is answered by `error:` and why.
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
