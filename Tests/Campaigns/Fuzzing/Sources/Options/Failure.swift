// What the readers of options throw; the program's own stands where all errors become words, and would bring everything with it.

struct Failure: Error {
  enum Code { case usage, badData, noInput, bug }

  let message: String
  let code: Code

  init(_ message: String, _ code: Code) { (self.message, self.code) = (message, code) }

  static let emptyFileName = Failure("the name of a file is empty", .noInput)
}
