internal import Activities
internal import Answers
internal import ArgumentParser
internal import Benchmarking
internal import Continuation
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
internal import LogFormat
internal import ModelFile
internal import Phrases
internal import Ranking
internal import SQLiteStorage
internal import ShellLines
internal import Simulation
internal import Training

/// The message and the exit code of a failure; only this type turns errors into them.
struct Failure: Error {
  /// The exit codes of `sysexits.h`, and two more.
  enum Code: Int32 {
    case silent = 0
    case nothingFound = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case bug = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case noPermission = 77
    case configuration = 78
    case interrupted = 130
  }

  /// The message for standard error; an empty one prints nothing.
  let message: String
  /// The code with which the program exits.
  let code: Code

  init(_ message: String, _ code: Code) {
    self.message = message
    self.code = code
  }

  /// The interrupt key was pressed.
  static let interrupted = Failure("", .interrupted)

  /// A file name is empty.
  static let emptyFileName = Failure(
    "the name of a file is empty; name one, or - for standard input", .noInput)

  /// Ends the program while other tasks are still running, without cleaning up after them.
  func leaveAtOnce() -> Never {
    RawTerminal.restore()
    if Terminal.standardError.isInteractive { Console.eraseLine() }
    _exit(code.rawValue)
  }

  /// The prefix of every message about a failure.
  private static let prefix = "hunch: "
  /// The prefix of messages of the argument parser.
  private static let parsersPrefix = "Error: "

  /// Prints a message of the argument parser, and ends the program.
  static func leave(saying message: String, with code: Int32) -> Never {
    let prefixed =
      message.hasPrefix(parsersPrefix) ? prefix + message.dropFirst(parsersPrefix.count) : message
    // The message quotes arguments, which must not add lines.
    let typed = CommandLine.arguments.flatMap { [$0, String($0.drop { $0 != "=" }.dropFirst())] }
    let message = typed.filter { $0.contains(where: \.isNewline) }
      .reduce(prefixed) { $0.replacing($1, with: Formatting.plain($1)) }
    if !message.isEmpty { Console.note(lines: message) }
    exit(code)
  }

  /// Prints the message and ends the program.
  func leave() -> Never {
    if Terminal.standardError.isInteractive { Console.eraseLine() }
    if !message.isEmpty { Console.note(Self.prefix + message) }
    exit(code.rawValue)
  }
}

extension Failure {
  /// Creates the failure for an error; `nil` for errors of the argument parser, which has its own
  /// messages.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FileFailure: self.init("\(error.file): \(error.reason)", Self.code(of: error.reason))
    case let error as HistoryError: self.init("\(error.path): \(error)", Self.code(of: error.reason))
    case let error as OpenTargetError: self.init("\(error)", Self.code(of: error))
    case let error as InstalledManifestError: self.init("\(error)", Self.code(of: error))
    case let error as ContinuationFileError: self.init("\(error)", .cannotCreate)
    case is ClosedPipe: self.init("", .silent)
    case is CancellationError: self = .interrupted
    case let error as StoreError: self.init("\(error.path): \(error)", Self.code(of: error.reason))
    case let error as StoreKeyError:
      self.init("\(error.path ?? "HUNCH_KEY"): \(error)", Self.code(of: error.reason))
    case let error as OpeningError: self.init("\(error)", .configuration)
    case let error as ModelFileError: self.init("\(error)", Self.code(of: error))
    case QuestionError.observedAfterMoment:
      self.init(
        "--observed-until is after the moment asked about; give an earlier time, or a later --at", .usage)
    case let error as QuestionError: self.init("\(error)", .usage)
    case let error as FeedbackRequestError: self.init(error)
    case let error as SuggestionError: self.init("\(error)", Self.code(of: error))
    case let error as PhraseError: self.init("\(error)", .usage)
    case let error as SharedFileError: self.init("\(error)", Self.code(of: error))
    case let error as DocumentError: self.init("\(error)", .badData)
    case let error as SimulationError: self.init("\(error)", .usage)
    case let error as ExamplesError: self.init("\(error)", Self.code(of: error.reason))
    case let error as UnnamedFile.Refusal: self.init("\(error)", .cannotCreate)
    case let error as FittingError: self.init("\(error)", Self.code(of: error))
    case let error as TrainingError: self.init("\(error)", Self.code(of: error))
    case let error as BenchmarkError: self.init("\(error)", Self.code(of: error))
    case let error as LineProblem: self.init("\(error)", .badData)
    case let error as ActivityError: self.init("\(error)", .usage)
    case let error as HintError: self.init("\(error)", .badData)
    case let error as PlaceNameError: self.init("\(error)", error == .unknown ? .nothingFound : .usage)
    case let error as RankingError: self.init("\(error)", error == .scoreNotFinite ? .badData : .bug)
    default:
      guard HunchCommand.exitCode(for: error) == .failure, !(error is ExitCode) else { return nil }
      self.init("unexpected \(type(of: error)); this is a bug, please report it", .bug)
    }
  }

  /// Creates the failure for a verdict that cannot be recorded, in the terms of the options.
  private init(_ error: FeedbackRequestError) {
    switch error {
    case .rankOutOfRange(let rank, let shown):
      self.init("--chosen is \(rank), but \(shown) were shown; ranks start at 1", .usage)
    case .severalShown: self.init("several were shown; choose one with --chosen", .usage)
    case .fromTheFuture:
      self.init("--at is more than a day in the future; give the moment of the verdict", .usage)
    case .unknownActivity: self.init("\(error)", .badData)
    case .nothingDonated, .noFeedback, .nothingToUndo: self.init("\(error)", .nothingFound)
    }
  }

  private static func code(of reason: LogReadingError) -> Code {
    switch reason {
    case .notFound, .isFolder: .noInput
    case .notPermitted: .noPermission
    case .unreadable: .inputOutput
    }
  }

  private static func code(of error: SharedFileError) -> Code {
    switch error {
    case .unreadable: .inputOutput
    case .unwritable: .cannotCreate
    }
  }

  private static func code(of reason: HistoryError.Reason) -> Code {
    switch reason {
    case .notFound, .isFolder, .notARegularFile: .noInput
    case .notPermitted: .noPermission
    case .unreadable: .inputOutput
    case .empty: .nothingFound
    case .foreign, .compressed, .notImported, .otherSchema, .damaged, .noHeader, .column, .noLocations,
      .noCalendar, .tooCostly:
      .badData
    case .noMapping, .forOption: .usage
    case .changing: .tryAgain
    case .noRoom, .cannotCopy: .cannotCreate
    }
  }

  private static func code(of error: OpenTargetError) -> Code {
    switch error {
    case .nothingToOpen, .templateOnly: .nothingFound
    case .noAddress, .schemeNotOpened: .badData
    case .noProgram, .severalPrograms, .hiddenProgram: .noInput
    }
  }

  private static func code(of error: InstalledManifestError) -> Code {
    switch error {
    case .openToOthers: .noPermission
    case .unreadable: .noInput
    case .invalid, .misnamed, .invalidName: .badData
    case .cannotWrite: .cannotCreate
    }
  }

  private static func code(of reason: StoreError.Reason) -> Code {
    switch reason {
    case .isFolder, .notARegularFile, .notADatabase, .foreign, .damaged, .damagedJournal, .strangeJournal,
      .newerSchema, .moved,
      .database:
      .unavailable
    case .missing, .brokenLink: .noInput
    case .nothingReadable, .onlyDoubtful, .encryptionLost: .badData
    case .openToOthers, .folderOpenToOthers, .ownedByAnother, .permissionDenied, .readOnlyFolder:
      .noPermission
    case .cannotCreate, .exists, .nameTooLong: .cannotCreate
    case .nameOfJournal: .usage
    case .busy, .erasureDelayed, .outOfMemory, .changing, .tooManyFiles: .tryAgain
    case .diskFull, .inputOutput: .inputOutput
    case .keyMissing, .wrongKey: .noPermission
    case .notEncrypted, .alreadyEncrypted: .configuration
    case .encryptionChanged: .tryAgain
    }
  }

  private static func code(of reason: StoreKeyError.Reason) -> Code {
    switch reason {
    case .unreadable, .notRandom: .configuration
    case .notFound, .brokenLink, .notARegularFile: .noInput
    case .openToOthers, .notOwned, .permissionDenied: .noPermission
    case .exists, .cannotCreate, .nameTooLong: .cannotCreate
    }
  }

  private static func code(of error: ModelFileError) -> Code {
    switch error {
    case .cannotRead: .noInput
    case .cannotWrite: .cannotCreate
    case .schema, .format: .configuration
    default: .badData
    }
  }

  private static func code(of error: BenchmarkError) -> Code {
    switch error {
    case .repetitionsNotPositive: .usage
    case .nothingSuggested, .notContinued, .notStored: .bug
    case .bareSQLite: .inputOutput
    }
  }

  private static func code(of error: SuggestionError) -> Code {
    switch error {
    case .limitNotPositive, .probabilityOutOfRange, .horizonOutOfRange, .minuteOutOfRange: .usage
    case .donationFromTheFuture: .badData
    case .schemaMismatch: .configuration
    }
  }

  private static func code(of error: FittingError) -> Code {
    switch error {
    case .tooFewDonations, .tooFewFitted, .tooFewChoices: .badData
    case .noLogs, .shareOutOfRange: .usage
    }
  }

  private static func code(of reason: ExamplesError.Reason) -> Code {
    switch reason {
    case .foreign, .otherShare, .otherSeed: .configuration
    case .notALine, .damaged, .repeatedPerson, .repeatedNumber, .otherCount, .noTrailer: .badData
    }
  }

  private static func code(of error: TrainingError) -> Code {
    switch error {
    case .configuration: .usage
    case .empty, .diverged, .checkpoint: .badData
    default: .bug
    }
  }
}

/// The reader of standard output has closed it, so there is nobody to report to.
struct ClosedPipe: Error {}
