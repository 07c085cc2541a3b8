import ArgumentParser
import Hunch

/// `pizzeria suggest`.
struct SuggestCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest", abstract: "Suggest what you may want now, with reasons.")

  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    for suggestion in try await program.suggestions() {
      let percent = Int((suggestion.probability * 100).rounded())
      let reason = suggestion.explanation?.facts.first?.words
      program.screen.write(
        "\(suggestion.rank)  \(percent) %  \(suggestion.displayTitle): \(reason ?? "a guess")")
    }
  }
}

extension Program {
  /// Returns the suggestions for now, the most likely first, without very unlikely ones.
  func suggestions() async throws -> [Suggestion] {
    let answer = try await engine.suggestions(
      SuggestionRequest(in: context, limit: 3, minimumProbability: 0.05, explains: true))
    guard !answer.suggestions.isEmpty else {
      throw Failure("nothing to suggest yet; view a pizzeria first", .nothingFound)
    }
    return answer.suggestions
  }
}
