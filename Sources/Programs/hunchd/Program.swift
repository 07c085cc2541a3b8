internal import ArgumentParser
internal import Foundation
internal import ProgramSupport

// hunchd: Keeps a user's model in memory, for the prompts of shells.
//
// Start here: `HunchD` has the options; the module `Resident` serves.

@main
enum Program {
  static func main() async {
    ProcessPrivacy.begin(ProcessInfo.processInfo.environment)
    await HunchD.main(nil)
  }
}
