import Foundation
import TestSupport

extension Workload {
  /// The workloads that write files other than stores.
  static let ofFiles: [Workload] = [
    Workload(
      name: "train", base: .none,
      arguments: ["train", "{in}/history.jsonl", "--epochs", "1", "-q", "--out", "{out}/model.safetensors"],
      files: ["in/history.jsonl": FaultLog.days(0..<28), "out/model.safetensors": "the old model"],
      outputs: [.exact("model.safetensors"), .exact("card.md")], keeps: ["model.safetensors.checkpoint"]),
    Workload(
      name: "export examples", base: .none,
      arguments: ["train", "{in}/history.jsonl", "-q", "--export", "{out}/examples"],
      files: ["in/history.jsonl": FaultLog.days(0..<28)],
      outputs: [.exact("examples/history.safetensors")], isRepeatable: false),
    Workload(
      name: "evaluate with a report", base: .none,
      arguments: ["evaluate", "{in}/history.jsonl", "-q", "--report", "{out}/report.html"],
      files: ["in/history.jsonl": FaultLog.days(0..<10), "out/report.html": "<html>old</html>\n"],
      outputs: [.ending("report.html", with: "</html>\n")], printsTheSame: false),
    Workload(
      name: "simulate", base: .none,
      arguments: ["simulate", "{in}/ada.json", "--days", "2", "--out", "{out}/ada.jsonl"],
      files: ["in/ada.json": persona, "out/ada.jsonl": "the old log"],
      outputs: [.exact("ada.jsonl")]),
  ]

  /// A persona from the package.
  private static let persona: String = {
    guard let text = try? Repository.text("datasets/personas/ada.json") else {
      preconditionFailure("the package's persona is missing")
    }
    return text
  }()
}
