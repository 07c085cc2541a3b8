import Testing

@testable import Continuation

@Suite("Names of types, as Flint makes them")
struct TypeNameTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let type: String
    let tokens: [String]
    let name: String
    let part: String
    var testDescription: String { type }

    init(_ type: String, _ tokens: String, _ name: String, _ part: String) {
      self.type = type
      self.tokens = tokens.split(separator: "·").map(String.init)
      self.name = name
      self.part = part
    }
  }

  @Test(
    "every row of the golden table has its tokens, name and part of the identifier",
    arguments: [
      Row("BeepAction", "Beep·Action", "Beep", "beep"),
      Row("SaveDocumentAction", "Save·Document·Action", "Save Document", "save-document"),
      Row("CreateNewTweetAction", "Create·New·Tweet·Action", "Create New Tweet", "create-new-tweet"),
      Row("OpenURLAction", "Open·URL·Action", "Open URL", "open-url"),
      Row("HTTPRequestAction", "HTTP·Request·Action", "HTTP Request", "http-request"),
      Row("ABTestAction", "AB·Test·Action", "AB Test", "ab-test"),
      Row("AListAction", "A·List·Action", "A List", "a-list"),
      Row(
        "SomethingSomethingUI", "Something·Something·UI", "Something Something UI", "something-something-ui"),
      Row("GetURLForIDAction", "Get·URL·For·ID·Action", "Get URL For ID", "get-url-for-id"),
      Row("XAction", "X·Action", "X", "x"),
      Row("XYAction", "XY·Action", "XY", "xy"),
      Row("V2Action", "V2·Action", "V2", "v2"),
      Row("Foo3DAction", "Foo3·D·Action", "Foo3 D", "foo3-d"),
      Row("Open2ndDocAction", "Open2nd·Doc·Action", "Open2nd Doc", "open2nd-doc"),
      Row("iPhoneSyncAction", "i·Phone·Sync·Action", "i Phone Sync", "i-phone-sync"),
      Row("ActionAction", "Action·Action", "Action", "action"),
      Row("Reaction", "Reaction", "Reaction", "reaction"),
      Row("Save_DocumentAction", "Save_·Document·Action", "Save_ Document", "save_-document"),
      Row("ÉditAction", "Édit·Action", "Édit", "édit"),
      Row("OpenÜberAction", "Open·Über·Action", "Open Über", "open-über"),
      Row("Action", "Action", "", ""),
      Row("MP3PlayerAction", "M·P3·Player·Action", "M P3 Player", "m-p3-player"),
      Row("HTTP2RequestAction", "HTT·P2·Request·Action", "HTT P2 Request", "htt-p2-request"),
      Row("OAuth2LoginAction", "O·Auth2·Login·Action", "O Auth2 Login", "o-auth2-login"),
    ])
  func goldenTable(row: Row) {
    #expect(TypeName.tokens(of: row.type) == row.tokens)
    #expect(TypeName.name(of: row.type, without: "Action") == row.name)
    #expect(TypeName.identifierPart(of: row.name) == row.part)
  }

  @Test("each white-space character of a custom name becomes a hyphen, runs are not collapsed")
  func whiteSpace() {
    #expect(TypeName.identifierPart(of: "Open  Two\tTabs") == "open--two-tabs")
  }

  @Test("a title-case letter is a capital")
  func titleCase() {
    #expect(TypeName.tokens(of: "OpenǅAction") == ["Open", "ǅ", "Action"])
  }

  @Test(
    "row 113: the name of an action is that of its type without a final Action, of a feature without Feature")
  func defaultNames() {
    #expect(RunScriptAction.name == "Run Script")
    #expect(WorkshopFeature.name == "Workshop")
    #expect(TypeName.name(of: "AppFeatures", without: "Feature") == "App Features")
    #expect(TypeName.name(of: "ActionFeature", without: "Feature") == "Action")
  }
}

@Suite("Names of types in activity types that stay the same")
struct StableTypeNameTests {
  @Test(
    "row 27: acronyms and digits are split as people read them",
    arguments: [
      ("BeepAction", "beep"), ("SaveDocumentAction", "save-document"), ("OpenURLAction", "open-url"),
      ("GetURLForIDAction", "get-url-for-id"), ("ABTestAction", "ab-test"), ("XYAction", "xy"),
      ("XAction", "x"), ("HTTP2RequestAction", "http2-request"), ("MP3PlayerAction", "mp3-player"),
      ("OAuth2LoginAction", "oauth2-login"), ("LoginWithOAuth2Action", "login-with-oauth2"),
      ("AListAction", "a-list"), ("ViewAListAction", "view-a-list"), ("V2Action", "v2"),
      ("Foo3DAction", "foo3d"), ("Open3DModelAction", "open3d-model"), ("Open2ndDocAction", "open2nd-doc"),
      ("iPhoneSyncAction", "iphone-sync"), ("ActionAction", "action"), ("Reaction", "reaction"),
      ("Save_DocumentAction", "save-document"), ("ÉditAction", "edit"), ("OpenÜberAction", "open-uber"),
      ("PlanBAction", "plan-b"), ("OpenAction<Document>", "open-document"),
      ("Open<Array<HTTP2Request>>", "open-array-http2-request"),
    ])
  func parts(type: String, part: String) throws {
    #expect(try StableTypeName.part(of: type, without: "Action") == part)
  }

  @Test(
    "row 27: a name that is empty without its kind is refused",
    arguments: ["Action", "_", "Action<Document>"])
  func empty(type: String) {
    #expect(throws: StableTypeName.Failure.empty) {
      try StableTypeName.part(of: type, without: "Action")
    }
  }

  @Test(
    "row 27: a name that is not ASCII without its diacritics is refused",
    arguments: ["СохранитьAction", "GroßAction"])
  func notASCII(type: String) {
    #expect(throws: StableTypeName.Failure.notASCII) {
      try StableTypeName.part(of: type, without: "Action")
    }
  }
}
