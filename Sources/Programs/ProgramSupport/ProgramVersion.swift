/// The version of the programs.
package enum ProgramVersion {
  /// The version, as `hunch --version` prints it; `hunch-client`, in C, has it once more.
  package static let current = "0.1.0"
}
