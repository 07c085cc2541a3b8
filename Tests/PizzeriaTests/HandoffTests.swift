import Foundation
import Testing

@Suite("Pizzeria: what one process shows, another one takes over", .timeLimit(.minutes(15)))
struct HandoffTests {
  private static let daNina = "Da Nina: Lindengasse 12, Berlin, 10999, Germany, +49 30 555 0112"

  @Test("one process offers and waits, another one shows it, and the first one hears of it")
  func handOff() throws {
    let world = try World()
    let offer = try BackgroundRun(world.process("pizzeria", ["offer", "Da Nina"]))
    #expect(offer.line() == Self.daNina)
    #expect(offer.line() == "offered; `pizzeria take` takes it over")
    let taken = try world.pizzeria("take")
    #expect(taken.code == 0, "\(taken.errors)")
    #expect(taken.lines == [Self.daNina])
    let end = offer.end()
    #expect(end.lines == ["View Da Nina goes on elsewhere"])
    #expect(end.code == 0)
    let donations = try world.hunch("export").lines
    #expect(donations.count == 2, "it was viewed here and there")
    #expect(try world.pizzeria("take").code == 1, "once")
  }

  @Test("with nobody there, taking says so; without a folder for sockets, why")
  func nobody() throws {
    let world = try World()
    let alone = try world.pizzeria("take")
    #expect(alone.code == 1)
    #expect(alone.errors == "pizzeria: nobody offers anything; try `pizzeria offer NAME` elsewhere\n")
    let homeless = world.process("pizzeria", ["take"])
    homeless.environment?["XDG_RUNTIME_DIR"] = nil
    let errors = Pipe()
    homeless.standardError = errors
    try homeless.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    homeless.waitUntilExit()
    #expect(homeless.terminationStatus == 69)
    #expect(said.contains("XDG_RUNTIME_DIR"))
  }
}
