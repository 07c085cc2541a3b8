/// Where a value lies in a JSON file.
///
/// It is a step from where its parent lies, and becomes text only when it is told: with a text for each of millions of values a long
/// name above them would be copied as often.
indirect enum JSONPath {
  case root
  /// Counted from 0.
  case element(Int, of: JSONPath)
  case member(String, of: JSONPath)
}

extension JSONPath: CustomStringConvertible {
  /// A JSON path: `$.routines[2].steps[0].do`.
  ///
  /// - Complexity: O(length).
  var description: String {
    var (steps, place): ([String], JSONPath) = ([], self)
    while true {
      switch place {
      case .root: return "$" + steps.reversed().joined()
      case .element(let index, let parent): (steps, place) = (steps + ["[\(index)]"], parent)
      case .member(let name, let parent): (steps, place) = (steps + [".\(name)"], parent)
      }
    }
  }
}
