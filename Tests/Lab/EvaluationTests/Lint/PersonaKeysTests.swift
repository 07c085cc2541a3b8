import Activities
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Evaluation

/// Lint is compared with the noise and the required keys that the shipped people declare, which it
/// does not see.
@Suite struct PersonaKeysTests {
  private static let folder = Repository.file("datasets/personas")
  private static let names = ["ada", "greta", "kai", "milo", "noor", "rosa", "tomas"]

  /// The keys of each type whose values are `$noise` in every activity that has them.
  private func noise(of json: Data) throws -> [String: Set<String>] {
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let activities = try #require(object["activities"] as? [String: [String: Any]])
    var noise: [String: Set<String>] = [:]
    for activity in activities.values {
      guard let type = activity["activityType"] as? String else { continue }
      for (key, value) in activity["userInfo"] as? [String: Any] ?? [:]
      where (value as? [String: Any])?["$noise"] != nil {
        noise[type, default: []].insert(key)
      }
    }
    return noise
  }

  @Test func `noise is found, nothing else is called noise, and required keys are found again`() throws {
    var (declared, found, right) = (0, 0, 0)
    var agreement = KeyAgreement()
    for name in Self.names {
      let json = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
      let truth = try noise(of: json)
      let persona = try Persona(json: json, file: name)
      let report = lint(try Simulation(of: persona, seed: 1).donations(), withheld: true)
      for type in report.types {
        let noisy = Set(type.keys.filter { $0.verdict == .noise }.map(\.key))
        // Keys with too few donations are not judged; the others are judged correctly.
        let known = Set(type.keys.filter { $0.verdict != .unknown }.map(\.key))
        let expected = (truth[type.activityType] ?? []).intersection(known)
        declared += expected.count
        found += noisy.count
        right += noisy.intersection(expected).count
      }
      let one = report.agreement
      agreement.proposed += one.proposed
      agreement.declared += one.declared
      agreement.both += one.both
    }
    #expect(declared > 60)
    #expect(Double(right) >= 0.98 * Double(found), "precision of noise")
    #expect(Double(right) >= 0.98 * Double(declared), "recall of noise")
    #expect(try #require(agreement.precision) >= 0.9, "precision of required keys")
    #expect(try #require(agreement.recall) >= 0.95, "recall of required keys")
  }

  /// The rules were chosen with the people above at hand; these were not looked at.
  @Test func `of the instruments all required keys are found again, and none too many`() throws {
    for (name, keys) in [("dora", 4), ("hana", 8), ("pilar", 1), ("uma", 1)] {
      let file = Self.folder.deletingLastPathComponent().appending(path: "instruments/\(name).json")
      let persona = try Persona(json: try Data(contentsOf: file), file: name)
      let agreement = lint(try Simulation(of: persona, seed: 1).donations(), withheld: true).agreement
      #expect(agreement.both == keys && agreement.proposed == keys && agreement.declared == keys, "\(name)")
    }
  }
}
