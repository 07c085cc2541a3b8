internal import Foundation

/// The regular files in a folder and its subfolders, in the order of their names; links are not
/// followed.
struct FolderFiles {
  /// The maximum number of files to examine, and the maximum nesting of folders.
  private static let (mostFiles, mostLevels) = (20_000, 8)
  /// The maximum number of names to examine: files, folders and others.
  private static let mostNames = 100_000

  private(set) var paths: [String] = []
  /// A Boolean value that indicates whether the folder holds more than the limits.
  private(set) var isCutOff = false

  /// Searches a folder.
  ///
  /// - Parameter mostNames: The maximum number of names to examine.
  init(in folder: String, mostNames: Int = FolderFiles.mostNames) {
    var pending = [(path: folder, level: 0)]
    var names = 0
    while let (path, level) = pending.popLast() {
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() {
        names += 1
        guard names <= mostNames, paths.count < Self.mostFiles else {
          isCutOff = true
          return
        }
        let child = (path as NSString).appendingPathComponent(name)
        switch (try? FileManager.default.attributesOfItem(atPath: child))?[.type] as? FileAttributeType {
        case .typeDirectory? where level < Self.mostLevels: pending.append((child, level + 1))
        case .typeRegular?: paths.append(child)
        default: break
        }
      }
    }
  }
}
