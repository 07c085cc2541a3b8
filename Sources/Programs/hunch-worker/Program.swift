internal import ArgumentParser
internal import Foundation
internal import ProgramSupport

// hunch-worker: Computes many people's answers, from rows on standard input.
//
// Start here: `HunchWorker` has the options; the module `Worker` computes.

@main
enum Program {
  static func main() async {
    ProcessPrivacy.begin(ProcessInfo.processInfo.environment)
    ProcessSignals.begin()
    await HunchWorker.main(nil)
  }
}
