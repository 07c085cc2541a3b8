import Activities
import Continuation
import Foundation
import LogFormat
import ModelFile
import SQLiteStorage
import Simulation
import TestSupport
import Testing

@Suite("Errors reveal nothing about users' activities")
struct ErrorPrivacyTests {
  /// The kinds of texts in an error.
  private enum Texts {
    /// No texts.
    case none
    /// Names that a programmer wrote: of fields, features, actions, patterns, keys, manifests.
    case program
    /// The caller's name for a file.
    case file
    /// The error occurs while reading users' texts; the tests below cause it.
    case tried
    /// The name of a person whose rows the reader has to correct; `WorkerRunTests` tries it.
    case person
  }

  /// Every type of error in the sources.
  private static let types: [String: Texts] = [
    "ActionLinkError": .program, "ActionPerformError": .program, "ActionRoutesError": .program,
    "ActivityCodableError": .tried, "ActivityError": .tried, "ArgumentProblem": .program,
    "BatchQuestionError": .none, "BenchmarkError": .none, "CannotOpen": .none,
    "ClosedPipe": .none, "ContinuationFileError": .none, "FeedbackRequestError": .none,
    "CryptographyError": .none, "Enough": .none, "ExamplesError": .file, "ExpectationCheckError": .none,
    "Failure": .program, "Fault": .none,
    "FileFailure": .file,
    "FittingError": .file, "HandoffError": .none, "HintError": .none, "HistoryError": .file,
    "HistoryProblem": .program, "ReplayError": .none,
    "InstalledManifestError": .program,
    "JSONFault": .none, "LineProblem": .tried, "LineTooLong": .none, "LiveActivityError": .program,
    "LogReadingError": .none,
    "ManifestError": .program, "ManifestMismatch": .program, "ManifestProblem": .program,
    "ModelFileError": .tried, "NotStarted": .none,
    "OpenTargetError": .none,
    "OpeningError": .none, "PayloadError": .tried, "FieldRefusal": .program, "DocumentError": .tried,
    "KeptCheckpointError": .program,
    "LeftOut": .program,
    "PhraseError": .none, "PlaceNameError": .tried,
    "Problem": .program, "PublishingError": .program, "QuestionBeforeCheckpoint": .none,
    "QuestionError": .none,
    "RankingError": .program, "Reason": .file, "RecordError": .tried,
    "Refusal": .none, "RegistrationError": .program, "ResidentError": .file, "RouteError": .tried,
    "RouteTableError": .program,
    "ShapeError": .program, "SharedFileError": .file,
    "SecretFound": .none,
    "SimulationError": .tried, "StateError": .none, "StoreError": .tried, "StoreKeyError": .file,
    "SuggestionError": .program, "TableMappingError": .program,
    "TrainingError": .program, "Unclear": .none, "Unreadable": .none,
    "URLPatternError": .program, "WorkerError": .person,
  ]

  /// Returns every declaration of an error, with the text of its file.
  private static func declarations() throws -> [(name: String, text: String)] {
    let declaration =
      #/(?m)^ *(?:(?:public|package|internal|private|fileprivate|indirect) )*(?:struct|enum|class|actor|extension) ([\w.]+) *:[^\n{]*\bError\b/#
    let files =
      FileManager.default.enumerator(at: Repository.file("Sources"), includingPropertiesForKeys: nil)?
      .allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .flatMap { file in
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.matches(of: declaration).map { (String($0.1), text) }
      }
  }

  @Test("this test knows every type of error")
  func complete() throws {
    let found = Set(try Self.declarations().map(\.name))
    #expect(found.subtracting(Self.types.keys) == [], "add the kind of their texts")
    #expect(Set(Self.types.keys).subtracting(found) == [], "these no longer exist")
  }

  @Test("errors without texts have no associated texts")
  func without() throws {
    for (name, text) in try Self.declarations() where Self.types[name] == Texts.none {
      let cases = text.split(separator: "\n").filter {
        $0.contains(#/^ *case \w+\(.*\b(String|URL|ActivityValue|UserActivity|Any|any)\b/#)
      }
      #expect(cases.isEmpty, "\(name)")
    }
  }

  /// Returns every text that logging an error can give.
  private static func texts(of error: any Error) -> [String] {
    let bridged = error as NSError
    return [
      "\(error)", String(describing: error), String(reflecting: error), error.localizedDescription,
      bridged.description, bridged.debugDescription, bridged.localizedFailureReason ?? "",
    ]
  }

  private static func expectNoMark(in error: any Error, sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts(of: error) {
      let found = text.lowercased()
      #expect(
        !["zq", "52.123", "13.654"].contains(where: found.contains), "\(text)", sourceLocation: sourceLocation
      )
    }
  }

  @Test(
    "a bad line of a log does not appear in its error",
    arguments: [
      #"{"ZQ"#, "ZQ", #"["ZQ"]"#, #"{"type":"ZQ"}"#, #"{"time":"ZQ","activityType":"a"}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"ZQ q"}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a","userInfo":{"ZQ":{"$date":"ZQ"}}}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a","userInfo":"ZQ"}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a","context":{"ZQ":["ZQ"]}}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a","location":{"latitude":952.123,"longitude":13.654}}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a","webpageURL":"ZQ"}"#,
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a","contentAttributes":{"ZQ":{"$data":"ZQ"}}}"#,
      #"{"type":"feedback","time":"2026-03-01T08:10:00Z","verdict":"ZQ","shown":[]}"#,
      #"{"type":"delete","time":"2026-03-01T08:10:00Z","near":{"latitude":"ZQ"}}"#,
      #"{"ZQ":"ZQ\#(String(repeating: "\u{301}", count: 31))"}"#,
    ])
  func line(_ line: String) throws {
    var reader = LogReader(bytes: Array(line.utf8), named: "log")
    let problem = try #require(try reader.nextBatch()?.problems.first)
    Self.expectNoMark(in: problem)
    Self.expectNoMark(in: problem.error)
  }

  @Test("an impossible activity, place or deletion does not appear in its error")
  func activities() throws {
    let makers: [() throws -> Void] = [
      { _ = try UserActivity(activityType: "ZQ q") },
      { _ = try UserActivity(activityType: "a", userInfo: ["ZQ": .double(.nan)]) },
      { _ = try UserIdentifier("ZQ" + String(repeating: "\u{301}", count: 31)) },
      { _ = try Place(latitude: 952.123, longitude: 13.654, name: "ZQ") },
      { _ = try NamedPlace("ZQ\u{7}", at: Place(latitude: 52.123, longitude: 13.654), milliseconds: 0) },
      { _ = try NamedPlace("52.123,13.654", at: Place(latitude: 0, longitude: 0), milliseconds: 0) },
      { _ = try Context(at: Instant(milliseconds: 0), attributes: ["ZQ": ["ZQ"]]) },
      {
        var activity = try UserActivity(activityType: "a")
        try activity.setWebpageURL(URL(string: "zq://zq"))
      },
      { _ = try Instant(rfc3339: "ZQ") },
      {
        _ = try OwnPhrase(
          at: Instant(milliseconds: 0), activityType: "ZQ q", title: "ZQ", phrase: "ZQ")
      },
    ]
    for make in makers {
      do {
        try make()
        Issue.record("it was made")
      } catch { Self.expectNoMark(in: error) }
    }
  }

  private struct Trip: Codable {
    var stops: [String: Int]
    var page: URL
  }

  @Test("a payload, including keys inside a value, does not appear in its error")
  func payload() throws {
    for userInfo in [
      ["stops": ["ZQ": "ZQ"], "page": .string("ZQ")], ["stops": ["ZQ": 1], "page": .string("ZQ %%% ")],
      ["stops": "ZQ"], [:],
    ] as [[String: ActivityValue]] {
      do {
        _ = try UserInfoDecoder().decode(Trip.self, from: userInfo)
      } catch { Self.expectNoMark(in: error) }
    }
    for problem in [PayloadError.Problem.missing, .wrongType, .outOfRange, .tooDeep, .refused, .null] {
      Self.expectNoMark(in: PayloadError.undecodable(path: ["ZQ"], problem))
      Self.expectNoMark(in: PayloadError.unencodable(path: ["ZQ"], problem))
    }
    Self.expectNoMark(in: ActivityCodableError.invalidValue(key: "stops/ZQ"))
    Self.expectNoMark(in: ActivityCodableError.missingKeys(["stops/ZQ"]))
    Self.expectNoMark(in: ActivityCodableError.unwritable(key: "stops/ZQ"))
  }

  @Test("a link's parameters do not appear in its error")
  func links() throws {
    let pattern = try URLPattern("/read/$(first)-$(second)")
    for values in [["first": "ZQ-a", "second": "ZQ"], ["first": "ZQ"], ["first": "", "second": "ZQ"]] {
      do {
        _ = try pattern.path(with: values)
      } catch { Self.expectNoMark(in: error) }
    }
  }

  @Test("a store's content and path do not appear in its error")
  func store() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ZQ-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "ZQ.sqlite")
    for bytes in ["ZQ", "SQLite format 3\0ZQ" + String(repeating: "ZQ", count: 60)] {
      try Data(bytes.utf8).write(to: file)
      do throws(StoreError) {
        _ = try SQLiteDonationStore(path: file.path)
        Issue.record("it was opened")
      } catch { Self.expectNoMark(in: error) }
    }
  }

  @Test("a persona does not appear in its error, except for its author's names of parts")
  func persona() throws {
    for json in [
      #"{"user":"ZQ"#, #"{"user":["ZQ"]}"#, #"{"user":"ZQ\#(String(repeating: "\u{301}", count: 31))"}"#,
      String(repeating: #"{"ZQ":"#, count: 40) + "1" + String(repeating: "}", count: 40),
      #"{"user":"ZQ","timeZone":"UTC","activities":{"a":{"title":"ZQ"}}}"#,
      #"{"user":"ZQ","timeZone":"UTC","places":{"home":{"latitude":952.123,"longitude":13.654}}}"#,
    ] {
      do throws(DocumentError) {
        _ = try Persona(json: Data(json.utf8), file: "life.json")
        Issue.record("it was read")
      } catch { Self.expectNoMark(in: error) }
    }
    Self.expectNoMark(in: SimulationError.impossibleDonation(.invalidActivityType))
  }

  @Test("a model file's metadata does not appear in its error")
  func model() throws {
    let header = #"{"__metadata__":{"format":"hunch-model-1","training.logs":"ZQ","schema":5}}"#
    let length = UInt64(header.utf8.count)
    let bytes = Data((0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }) + Data(header.utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do throws(ModelFileError) {
      _ = try ModelFile.read(from: file, expecting: nil)
      Issue.record("it was read")
    } catch { Self.expectNoMark(in: error) }
  }
}
