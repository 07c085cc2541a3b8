import Activities
import Continuation
import Testing

@Suite("Routes of actions: from a URL to a presenter")
struct RoutingToPresentersTests {
  @Test(
    "a URL of the program's scheme is performed, with slashes and without",
    arguments: ["atlas://home", "atlas:home"])
  func scheme(_ url: String) async throws {
    let process = try Atlas.Process()
    #expect(try await process.open(url) == "success")
    #expect(process.screen.all == ["home"])
  }

  @Test(
    "a route of one domain with a leading slash matches its path there, and no other path or domain",
    arguments: [
      ("https://atlas.example.org/local/Graz", "success"),
      ("https://atlas.example.org/nowhere", "no mapping"),
      ("https://other.example.org/local/Graz", "no mapping"), ("atlas://local/Graz", "no mapping"),
    ])
  func domain(_ url: String, _ result: String) async throws {
    let process = try Atlas.Process()
    #expect(try await process.open(url) == result)
    #expect(process.screen.all == (result == "success" ? ["city Graz"] : []))
  }

  @Test("an action whose presenter the program does not have is declined, and not performed")
  func presenter() async throws {
    let process = try Atlas.Process()
    #expect(try await process.open("atlas://announce/Graz") == "rejected unsupported")
    #expect(process.screen.all.isEmpty)
    #expect(try await process.log.allDonations(of: .me).isEmpty)
  }

  @Test("without routes a URL opens nothing")
  func noRoutes() async throws {
    #expect(try await Atlas.Process(hasRoutes: false).open("atlas://home") == "no mapping")
  }
}
