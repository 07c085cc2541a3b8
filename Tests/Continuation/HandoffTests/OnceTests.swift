import Activities
import Synchronization
import Testing

@testable import Handoff

@Suite("Once, whatever is lost", .timeLimit(.minutes(5)))
struct OnceTests {
  struct Loss: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let cuts: [CuttingTransport.Cut]
    let result: String
    let deliveries: Int
    let isTold: Bool

    init(_ name: String, _ cuts: [CuttingTransport.Cut], result: String, deliveries: Int, told: Bool) {
      (testDescription, self.cuts, self.result, self.deliveries, isTold) = (
        name, cuts, result, deliveries, told
      )
    }
  }

  static let losses = [
    Loss("accept", [.beforeSending(.accept)], result: "connectionUnavailable", deliveries: 0, told: false),
    Loss(
      "payload", [.beforeReceiving(.payload)], result: "connectionUnavailable", deliveries: 0, told: false),
    Loss("acknowledge", [.beforeSending(.acknowledge)], result: "delivered true", deliveries: 1, told: true),
    Loss("noted", [.beforeReceiving(.noted)], result: "delivered true", deliveries: 1, told: true),
    Loss(
      "noted twice", [.beforeReceiving(.noted), .beforeReceiving(.noted)], result: "delivered true",
      deliveries: 1, told: true),
    Loss(
      "acknowledge, then noted", [.beforeSending(.acknowledge), .beforeReceiving(.noted)],
      result: "delivered true",
      deliveries: 1, told: true),
    Loss(
      "acknowledge, always", Array(repeating: .beforeSending(.acknowledge), count: 3),
      result: "delivered false",
      deliveries: 1, told: false),
    Loss(
      "noted, always", Array(repeating: .beforeReceiving(.noted), count: 3), result: "delivered false",
      deliveries: 1,
      told: true),
  ]

  @Test(
    "row 100: an activity is delivered once and notified once, whichever message is lost", arguments: losses)
  func loss(loss: Loss) async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let cutting = CuttingTransport(scene.transport, at: loss.cuts)
    let browser = try scene.browser(transport: cutting)
    let offer = try #require(try await browser.offers().first)
    let receiver = RecordedReceiver()
    let result = await browser.accept(offer, receiver: receiver)
    #expect(result.name == loss.result)
    #expect(cutting.cutsLeft == 0, "every message of the case was lost")
    #expect(await receiver.events.count { $0.hasPrefix("continue") } == loss.deliveries)
    #expect(await source.events.count { $0.hasPrefix("continued") } == (loss.isTold ? 1 : 0))
    // an activity that did not arrive can be requested again; one that did is not delivered to this
    // program twice
    try await eventually {
      await browser.accept(offer, receiver: receiver).name
        == (loss.deliveries == 0 ? "delivered true" : "withdrawn")
    }
    #expect(await receiver.events.count { $0.hasPrefix("continue") } == 1)
  }

  @Test("row 100: a receiver that starts after the offer, and again later, gets the activity once")
  func coldStart() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let receiver = RecordedReceiver()
    for result in ["delivered true", "nothing there"] {
      let browser = try scene.browser()  // the earlier run left nothing
      let offers = try await browser.offers()
      if let offer = offers.first {
        #expect(await browser.accept(offer, receiver: receiver).name == result)
      } else {
        #expect(result == "nothing there")
      }
    }
    #expect(await receiver.events == ["will continue org.example.edit", "continue Edit a letter"])
    #expect(await source.events == ["asked", "continued by org.example.receiver"])
  }

  @Test("row 100: a double click is one continuation")
  func doubleClick() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    let receiver = RecordedReceiver()
    async let first = browser.accept(offer, receiver: receiver)
    async let second = browser.accept(offer, receiver: receiver)
    #expect(await [first.name, second.name].sorted() == ["delivered true", "withdrawn"])
    #expect(await receiver.events.count == 2)
  }

  @Test("while one program continues an activity, no other one gets it; if it fails, the other does")
  func oneAtATime() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let (one, other) = (try scene.browser(), try scene.browser(application("third")))
    let offer = try #require(try await one.offers().first)
    let receiver = RecordedReceiver { _ in
      let meanwhile = await other.accept(offer)
      return meanwhile.name != "withdrawn"
    }
    #expect(await one.accept(offer, receiver: receiver).name == "declined")
    #expect(await other.accept(offer).name == "delivered true")
    #expect(await source.events == ["asked", "asked", "continued by org.example.third"])
  }

  @Test("an origin that ends before the acknowledgement does not take the activity back")
  func originGone() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    let advertiser = scene.advertiser
    let receiver = RecordedReceiver { _ in
      await advertiser.stop()
      return true
    }
    #expect(await browser.accept(offer, receiver: receiver).name == "delivered false")
    #expect(await source.events == ["asked"])
  }

  @Test("the ledger forgets only outdated offers, and never hands over a continued activity again")
  func ledger() throws {
    var ledger = HandoffLedger()
    let kept = try HandoffAdvertisement(activityType: editing)
    let receipt = Receipt()
    #expect(ledger.claim(kept.token, for: receipt, standing: []) == nil)
    #expect(ledger.claim(kept.token, for: receipt, standing: [kept]) == kept)
    ledger.serve(kept.token, to: receipt)
    guard case .first(kept) = ledger.acknowledge(kept.token, by: receipt) else {
      Issue.record("not first")
      return
    }
    for _ in 0..<1_000 {
      let other = try HandoffAdvertisement(activityType: editing)
      let passing = Receipt()
      #expect(ledger.claim(other.token, for: passing, standing: [kept, other]) == other)
      ledger.release(other.token, by: passing)
    }
    #expect(ledger.isContinued(kept.token))
    #expect(ledger.claim(kept.token, for: Receipt(), standing: [kept]) == nil)
    guard case .repeated(kept) = ledger.acknowledge(kept.token, by: receipt) else {
      Issue.record("not repeated")
      return
    }
    guard case .unknown = ledger.acknowledge(kept.token, by: Receipt()) else {
      Issue.record("known")
      return
    }
  }
}
