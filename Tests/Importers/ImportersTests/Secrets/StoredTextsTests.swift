import Activities
import Testing

@testable import Importers

/// The texts that are removed from records before they are stored, whichever importer read them.
@Suite struct StoredTextsTests {
  private static let token = "gh" + "p_Ab3dEf6hIj9kLmN0pQrStUvWxYz12345678"

  private func record(_ change: (inout HistoryActivity) throws -> Void) throws -> HistoryActivity {
    var activity = try UserActivity(
      activityType: "org.example.open", title: "Open a board", userInfo: ["board": .string("7")],
      requiredUserInfoKeys: ["board"])
    activity.keywords = ["board"]
    var found = HistoryActivity(activity, at: .exact(try Instant(milliseconds: 1_700_000_000_000)))
    (found.program, found.device, found.key) = ("board", "desk", "17")
    found.attributes = ["cwd": .string("/home/ada/src")]
    try change(&found)
    return found
  }

  @Test("a record without secrets is unchanged")
  func harmless() throws {
    var texts = StoredTexts(SecretRules())
    var found = try record { _ in }
    #expect(try texts.withhold(from: &found) == nil)
    #expect((found.program, found.device, found.key) == ("board", "desk", "17"))
    #expect(found.attributes == ["cwd": .string("/home/ada/src")])
    #expect(found.withheld == nil)
  }

  @Test(
    "a token is removed from every field outside of the identity, and counted", arguments: 0..<14)
  func everyField(_ field: Int) throws {
    let secret = "host \(Self.token)"
    var found = try record { found in
      switch field {
      case 0: found.program = secret
      case 1: found.device = secret
      case 2: found.key = secret
      case 3: found.attributes["cwd"] = .string("/home/\(Self.token)")
      case 4: found.attributes["note"] = .string("mysql -uroot -pkartoffelxyz shop")
      case 5: found.place = try Place(latitude: 1, longitude: 2, name: secret)
      case 6: found.activity.keywords.insert(secret)
      case 7: found.activity.subtitle = secret
      case 8: found.activity.userInfo["beside"] = .string(secret)
      case 9: found.activity.persistentIdentifier = secret
      case 10: found.activity.contentAttributes["group"] = .string(secret)
      case 11: found.activity.title = secret
      case 12:
        var interaction = try Interaction(actionName: "send")
        interaction.groupIdentifier = secret
        found.activity.interaction = interaction
      default: found.attributes[Self.token] = .string("x")
      }
    }
    var texts = StoredTexts(SecretRules())
    #expect(try texts.withhold(from: &found) == nil)
    #expect(!"\(found)".contains(Self.token) && !"\(found)".contains("kartoffelxyz"))
    #expect(found.withheld != nil)
    #expect(found.activity.text("board") == "7")
  }

  @Test("an activity with a secret in its identity is skipped")
  func identity() throws {
    var texts = StoredTexts(SecretRules())
    var found = try record { $0.activity.userInfo["board"] = .string(Self.token) }
    #expect(try texts.withhold(from: &found) == .knownToken)
  }
}

extension UserActivity {
  fileprivate func text(_ key: String) -> String? {
    guard case .string(let text) = userInfo[key] else { return nil }
    return text
  }
}
