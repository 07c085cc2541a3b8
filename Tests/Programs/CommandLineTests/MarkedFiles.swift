import Foundation
import TestSupport
import Testing

/// A person's files in which every text and coordinate has a marker, so that tests find it in any
/// output.
enum MarkedFiles {
  /// Returns whether a text contains the person's data, even within a URL or another word.
  static func isIn(_ text: String) -> Bool {
    let folded = text.lowercased()
    return ["zq", "52.123", "13.654"].contains(where: folded.contains)
  }

  /// A folder with a store that holds the log, stores that cannot be used, and all the other files.
  ///
  /// Created once; each test works on a copy.
  static let prepared = Task { () throws -> Scratch in
    let scratch = try Scratch()
    try write(into: scratch)
    try await run(["import", "good.jsonl"], in: scratch)
    let store = try scratch.read("store/donations.sqlite")
    var (damaged, spoiled) = (store, store)
    damaged.replaceSubrange(8_192..<16_384, with: Data(repeating: 0xA5, count: 8_192))
    while let range = spoiled.range(of: Data(#""title":"ZQ"#.utf8)) {
      spoiled.replaceSubrange(range, with: Data(#""title":ZQ""#.utf8))
    }
    for (name, bytes) in [("damaged", damaged), ("spoiled", spoiled), ("foreign", Data("ZQ no store".utf8))] {
      let path = scratch.folder.appending(path: "\(name).sqlite")
      try bytes.write(to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
    }
    for words in furnishing { try await run(words, in: scratch) }
    return scratch
  }

  private static func run(_ words: [String], in scratch: Scratch) async throws {
    let made = try await Program.run(words, in: scratch)
    try #require(made.code == 0, "\(words): \(made.errors)")
  }

  /// The commands after the import, so that the samples of all commands succeed.
  static let furnishing = [
    ["place", "add", "--user", "ZQuser", "ZQshop", "52.123456,13.654321"],
    ["rules", "add", "--drop", "--match", "ZQtea", "--program", "zq.other"],
    ["pause", "--program", "zq.other"], ["hint", "set", "--user", "ZQuser", "hints.jsonl"],
    ["manifest", "install", "manifest.json"], ["import", "--store", "kept.sqlite", "good.jsonl"],
    ["encrypt", "--store", "kept.sqlite", "--new-key-file", "kept.key"],
    ["import", "--store", "shell.sqlite", "--from", "bash", "commands"],
  ]

  /// A copy of everything.
  static func copy() async throws -> Scratch {
    let (source, copy) = (try await prepared.value, try Scratch())
    for name in try source.names() {
      try FileManager.default.copyItem(atPath: source.path(name), toPath: copy.path(name))
    }
    return copy
  }

  private static func write(into scratch: Scratch) throws {
    try scratch.write("good.jsonl", log())
    try scratch.write("commands", "#1700000000\ngrep ZQword /etc/passwd\n")
    try scratch.write("bad.jsonl", badLines().joined(separator: "\n") + "\n")
    try scratch.write(
      "hints.jsonl", #"{"activityType":"zq.rail.show","title":"ZQtitle","userInfo":{"ZQkey":"ZQvalue"}}"#)
    try scratch.write(
      "places.gpx",
      "<gpx><wpt lat=\"1\" lon=\"1\"><name>ZQhome</name></wpt><wpt lat=\"2\" lon=\"2\"><name>ZQlake</name></wpt><wpt lat=\"ZQ\"><name>ZQ</name></wpt></gpx>"
    )
    try scratch.write(
      "events.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:ZQ\nSUMMARY:ZQtitle\nDTSTART:20200101T000000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:ZQtitle\nDTSTART:ZQ\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    try scratch.write(
      "manifest.json",
      #"{"format":1,"application":"zq.rail","launch":{"commands":[["zqrail","%u"]]},"schemes":["zqrail"],"activityTypes":[{"type":"zq.type.open"}]}"#
    )
    try scratch.write("life.json", life())
    try scratch.write("unmet.json", life().replacing(#""first":"mail""#, with: #""first":"tea""#))
    for (number, change) in badLives.enumerated() {
      try scratch.write("life\(number).json", life().replacingOccurrences(of: change.0, with: change.1))
    }
    try scratch.write("model.safetensors", "ZQ no model")
    try scratch.write(
      "history",
      "#1700000000\nZQprogram run ZQword --password=ZQ1 https://zq.example/\n#99999999999999999999\nZQ\n")
    try scratch.write("times.txt", "2026-03-03T08:00:00+01:00\nZQtime\n")
    try scratch.write("answer.json", #"{"suggestions":[{"identity":"ZQ"}],"title":"ZQtitle"}"#)
  }

  private static let line = """
    {"v":1,"user":"ZQuser","time":"TIME","activityType":"zq.typeTYPE.open","title":"ZQtitle TYPE",\
    "subtitle":"ZQsubtitle","keywords":["ZQkeyword"],"userInfo":{"ZQkey":"ZQvalueTYPE","ZQurl":\
    {"$url":"https://zqurl.example/ZQpath"}},"location":{"latitude":52.123456,"longitude":13.654321,"name":"ZQplace"},\
    "context":{"ZQattribute":"ZQcircumstance"},"webpageURL":"https://zqweb.example/ZQpage",\
    "suggestedInvocationPhrase":"ZQphrase TYPE","contentAttributes":{"contentDescription":"ZQcontent"},\
    "persistentIdentifier":"ZQpersistent","relatedUniqueIdentifier":"ZQitem","program":"zq.program",\
    "device":"ZQdevice","id":"ZQidNUMBER","source":"import:ZQsource","ZQfield":"ZQunknown","isEligibleForSearch":true,\
    "interaction":{"actionName":"ZQaction"},"expirationDate":"2036-03-01T08:10:00Z"}
    """

  private static func log() -> String {
    let donations = (0..<120).map { number in
      let hour = String(format: "%02d", number % 24)
      return line.replacingOccurrences(of: "TIME", with: "2026-03-0\(number / 24 + 1)T\(hour):10:00+01:00")
        .replacingOccurrences(of: "TYPE", with: "\(number % 3)").replacingOccurrences(
          of: "NUMBER", with: "\(number)")
    }
    let others = [
      #"{"type":"feedback","user":"ZQuser","time":"2026-03-05T08:10:00+01:00","verdict":"dismissed","suggestion":"ZQs","shown":[{"activityType":"zq.type1.open","userInfo":{"ZQkey":"ZQvalue1"}}]}"#,
      #"{"type":"phrase","user":"ZQuser","time":"2026-03-05T08:10:00+01:00","activityType":"zq.type1.open","userInfo":{"ZQkey":"ZQvalue1"},"title":"ZQtitle","phrase":"ZQown words"}"#,
      #"{"type":"delete","user":"ZQuser","time":"2026-03-05T08:10:00+01:00","persistentIdentifier":"ZQother"}"#,
    ]
    return (donations + others).joined(separator: "\n") + "\n"
  }

  /// Every field with every wrong kind of value, and lines with other errors.
  private static func badLines() throws -> [String] {
    let good = line.replacingOccurrences(of: "TIME", with: "2026-03-01T08:10:00+01:00")
    let members = try JSONSerialization.jsonObject(with: Data(good.utf8)) as? [String: Any] ?? [:]
    let wrong: [Any] = [5, "ZQwrong", NSNull(), [1, "ZQwrong"], ["ZQk": "ZQwrong"], true, 1e300, ""]
    var lines = try members.keys.sorted().flatMap { name in
      try wrong.map { value in
        var line = members
        line[name] = value
        return String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
      }
    }
    let start = #"{"time":"2026-03-01T08:10:00Z","activityType":"a.b","#
    lines += [
      #"{"ZQ"#, "ZQ plain text", #"["ZQ"]"#, #"{"type":"ZQtype"}"#, #"{"v":"ZQ9"}"#,
      start + #""userInfo":{"ZQkey":NaN}}"#, start + #""userInfo":{"ZQkey":1,"ZQkey":2}}"#,
      start + #""userInfo":{"ZQkey":{"$date":"ZQdate"}}}"#, start + #""userInfo":{"ZQkey":{"$data":"ZQ#"}}}"#,
      start + #""userInfo":{"ZQkey":{"$url":"ZQ %"}}}"#, start + #""mapItem":{"ZQ":5,"name":{"ZQ":1}}}"#,
      start + #""userInfo":{"ZQkey":"# + String(repeating: "[", count: 2_000) + "\"ZQ\""
        + String(repeating: "]", count: 2_000) + "}}",
      start + #""location":{"latitude":952.123456,"longitude":13.654321,"name":"ZQplace"}}"#,
      start + #""parameterCombinations":[{"keys":["ZQkey"]},{"keys":["ZQkey"]}]}"#,
      start + #""relevance":[{"routine":"ZQroutine"}]}"#, start + #""relevance":[{"date":{"from":"ZQ"}}]}"#,
      #"{"time":"2999-03-01T08:10:00Z","activityType":"a.b","title":"ZQtitle"}"#,
      #"{"type":"delete","time":"2026-03-01T08:10:00Z","match":"!!!","ZQ":"ZQ"}"#,
      #"{"type":"delete","time":"2026-03-01T08:10:00Z","near":{"latitude":52.123456},"within":"ZQ"}"#,
      #"{"type":"feedback","time":"2026-03-01T08:10:00Z","verdict":"ZQverdict","shown":[]}"#,
      #"{"type":"feedback","time":"2026-03-01T08:10:00Z","verdict":"never","shown":[{"activityType":"ZQ x"}]}"#,
      #"{"type":"phrase","time":"2026-03-01T08:10:00Z","phrase":{"ZQ":1},"activityType":"a"}"#,
    ]
    return lines
  }

  /// A persona with an expectation.
  ///
  /// Messages about errors quote the author's names of its parts (`mail`, `dawn`), as a compiler
  /// quotes names, but not who the person is, what they do and where.
  private static func life() -> String {
    """
    {"user":"ZQuser","summary":"ZQsummary","timeZone":"UTC","days":20,\
    "places":{"home":{"latitude":52.123456,"longitude":13.654321,"name":"ZQplace"}},\
    "activities":{"mail":{"activityType":"zq.mail.open","title":"ZQtitle","userInfo":{"ZQkey":"ZQvalue"}},\
    "tea":{"activityType":"zq.tea.make","title":"ZQtea"}},\
    "routines":[{"name":"dawn","at":"08:00","place":"home","steps":[{"do":"mail"}]},\
    {"name":"dusk","at":"16:00","jitter":5,"place":"home","steps":[{"do":"tea"}]}],\
    "expectations":[{"name":"ZQexpectation","at":"2026-03-20 07:55","expect":{"first":"mail"}}]}
    """
  }

  /// Errors in a persona, each in its own file: `life0.json` and so on.
  static let badLives = [
    (#""do":"mail""#, #""do":"nowhere""#), (#""days":20"#, #""days":"ZQ""#), ("52.123456", "952.123456"),
    (#""at":"08:00""#, #""at":"ZQtime""#), ("zq.mail.open", "ZQ mail"), (#""ZQtitle""#, "5"),
    (#""2026-03-20 07:55""#, #""ZQmoment""#), (#""place":"home""#, #""place":"away""#), ("]}", "ZQ"),
    (#""userInfo":{"ZQkey":"ZQvalue"}"#, #""userInfo":"ZQ""#), (#""user":"ZQuser""#, #""user":["ZQuser"]"#),
  ]
}
