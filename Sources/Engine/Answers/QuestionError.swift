/// The reason why a question cannot be asked of a store.
package enum QuestionError: Error, Equatable {
  /// The question names no user, and the store has several, none of them `me`.
  case severalUsers(Int)
  /// No place of the user has the name.
  case unknownPlace
  /// The user is said to have been observed until a moment after the one asked about.
  case observedAfterMoment
}

extension QuestionError: CustomStringConvertible {
  /// The reason, and how to fix it.
  package var description: String {
    switch self {
    case .severalUsers(let count): "user: \(count) users have donations; name one"
    case .unknownPlace:
      "location: no place of that name; give its latitude and longitude, or add it with `hunch place add`"
    case .observedAfterMoment:
      "observedUntil: after the moment asked about; give an earlier time, or a later time to ask about"
    }
  }
}
