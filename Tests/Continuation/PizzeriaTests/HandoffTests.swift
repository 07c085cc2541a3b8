import Foundation
import TestSupport
import Testing

@Suite("Pizzeria: one process takes over from another", .timeLimit(.minutes(5)))
struct HandoffTests {
  private static let daNina = "Da Nina: Lindengasse 12, Berlin, 10999, Germany, +49 30 555 0112"

  @Test("one process offers and waits, another one shows the activity, and the first one is notified")
  func handOff() async throws {
    let world = try World()
    let offer = try BackgroundRun(world.process("pizzeria", ["offer", "Da Nina"]))
    #expect(await offer.line() == Self.daNina)
    #expect(await offer.line() == "offered; `pizzeria take` takes it over")
    let taken = try await world.pizzeria("take")
    #expect(taken.code == 0, "\(taken.errors)")
    #expect(taken.lines == [Self.daNina])
    let end = await offer.end()
    #expect(end.lines == ["View Da Nina continues elsewhere"])
    #expect(end.code == 0)
    let donations = try await world.hunch("export").lines
    #expect(donations.count == 2, "it was viewed here and there")
    #expect(try await world.pizzeria("take").code == 1, "once")
  }

  @Test("taking reports that there are no offers, or that the folder for sockets is missing")
  func nobody() async throws {
    let world = try World()
    let alone = try await world.pizzeria("take")
    #expect(alone.code == 1)
    #expect(alone.errors == "pizzeria: nobody offers anything; try `pizzeria offer NAME` elsewhere\n")
    let process = try world.process("pizzeria", ["take"])
    process.environment?["XDG_RUNTIME_DIR"] = nil
    let homeless = try await process.runToEnd()
    #expect(homeless.code == 69)
    #expect(homeless.errors.contains("XDG_RUNTIME_DIR"))
  }
}
