import Continuation
import Foundation
import Handoff
import Hunch

/// An error message with the exit code from `sysexits.h`.
struct Failure: Error {
  enum Code: Int32 {
    case nothingFound = 1
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case bug = 70
    case inputOutput = 74
    case configuration = 78
  }

  let message: String
  let code: Code

  init(_ message: String, _ code: Code) {
    self.message = message
    self.code = code
  }

  /// Creates the failure for an error of the library; `nil` for errors of the argument parser,
  /// which need no translation.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case is ManifestError, is ManifestMismatch:
      let problems = "\(error)".trimmingCharacters(in: .newlines)
      self.init("the manifest does not fit the program:\n\(problems)", .configuration)
    case let error as InstalledManifestError: self.init("\(error)", .configuration)
    case let error as ContinuationFileError: self.init("\(error)", .noInput)
    case let error as HandoffError: self.init("\(error)", .unavailable)
    case is OpeningError: self.init("\(error)", .configuration)
    case let error as StoreKeyError: self.init("\(error.path ?? "HUNCH_KEY"): \(error)", .configuration)
    case let error as StoreError: self.init("\(error.path): \(error)", .unavailable)
    case is RegistrationError, is ActionRoutesError, is PublishingError: self.init("\(error)", .bug)
    default: return nil
    }
  }
}

extension Failure {
  /// Writes the reason, if possible, and ends the program.
  func leave() -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("pizzeria: \(message)\n".utf8))
    Foundation.exit(code.rawValue)
  }
}

extension ContinuationResult {
  /// Returns normally if the user got what they wanted.
  func check() throws {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered: return
    case .noMapping: throw Failure("no action here matches that URL or activity", .badData)
    case .undecodable: throw Failure("there is no such pizzeria; `pizzeria browse` lists them", .badData)
    case .failed(let error): throw error
    case .disabled, .unavailable, .rejected, .refused, .cancelled:
      throw Failure("that cannot be continued here: \(self)", .badData)
    }
  }
}
