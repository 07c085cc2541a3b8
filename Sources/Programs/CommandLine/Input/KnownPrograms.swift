internal import Activities

extension DonationStore {
  /// Returns the programs that a user has donations from.
  ///
  /// - Complexity: O(donations of the user).
  func programs(of user: UserIdentifier) async throws -> Set<String> {
    var (programs, cursor): (Set<String>, LogCursor?) = ([], nil)
    repeat {
      let page = try await donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page { programs.insert(logged.donation.program) }
      cursor = page.last?.cursor
    } while cursor != nil
    return programs
  }

  /// Returns a remark for a terminal, with similar names, if a user has no donations of a program.
  func remark(onMissing program: String, of user: UserIdentifier) async throws -> String? {
    let known = try await programs(of: user)
    guard !known.contains(program) else { return nil }
    let remark = "no program of that name donated anything"
    func lastPart(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
    let parts = NearNames.near(lastPart(program), of: Array(Set(known.map(lastPart))))
    let near = parts.flatMap { part in known.filter { lastPart($0) == part }.sorted() }.prefix(3)
    return near.isEmpty ? remark : "\(remark); did you mean \(NearNames.listed(Array(near)))?"
  }
}
