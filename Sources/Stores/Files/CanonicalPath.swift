/// The one path of a file that can have several: absolute, without links, `.` and `..`.
///
/// It is for names that are derived from a path, so that one file gets one name. To write to a
/// file, follow only trusted links (``OwnLinks``). The hooks of shells and `hunch-client` compute
/// the same with their own means. A name that does not exist is kept, as by `realpath -m`.
package enum CanonicalPath {
  /// Returns the path of a file or folder, which need not exist; the given path if its links form a
  /// loop.
  ///
  /// - Complexity: O(names on the path), with one or two system calls for each.
  package static func of(_ path: String) -> String {
    if case .path(let canonical) = OwnLinks.resolve(path, trustingAll: true) { canonical } else { path }
  }
}
