import Foundation
import TestSupport
import Testing

@Suite("Pizzeria: the manifest and the program have to agree")
struct ManifestTests {
  private static let committed = "Examples/Pizzeria/manifest.json"

  @Test("the committed manifest is byte for byte what the program prints")
  func committed() async throws {
    let outcome = try await World().pizzeria("manifest")
    #expect(outcome.code == 0)
    #expect(outcome.text == (try Repository.text(Self.committed)))
  }

  @Test(
    "with another manifest the program does not start: it names all differences, and prints a matching one"
  )
  func changed() async throws {
    let world = try World()
    let text = try Repository.text(Self.committed)
    let changed = text.replacing("\"handoff\", ", with: "").replacing("browse-places", with: "eat-places")
    #expect(changed != text)
    let file = world.folder.appending(path: "changed.json")
    try Data(changed.utf8).write(to: file)
    let outcome = try await world.pizzeria("view", "Da Nina", "--manifest", file.path)
    #expect(outcome.code == 78)
    #expect(outcome.text.isEmpty, "nothing was shown")
    for problem in [
      "an action performs org.example.pizzeria.places.browse-places, which is not listed",
      "no action performs org.example.pizzeria.places.eat-places",
      "the eligibility of org.example.pizzeria.places.view-place differs from that of its action",
    ] {
      #expect(outcome.errors.contains(problem), "\(outcome.errors)")
    }
    #expect(outcome.errors.hasSuffix("This manifest fits:\n\(text)"), "\(outcome.errors)")
  }

  @Test("a manifest that is not JSON is rejected as such")
  func broken() async throws {
    let world = try World()
    let file = world.folder.appending(path: "broken.json")
    try Data("{\"format\": 1,}".utf8).write(to: file)
    let outcome = try await world.pizzeria("browse", "--manifest", file.path)
    #expect(outcome.code == 78)
    #expect(outcome.errors.contains("$: not valid JSON"), "\(outcome.errors)")
  }
}
