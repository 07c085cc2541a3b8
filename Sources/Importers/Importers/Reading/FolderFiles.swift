internal import Foundation

/// The regular files in a folder and in the folders in it, in the order of their names; links are
/// not followed.
struct FolderFiles {
  /// The maximum number of files of a folder that are looked at, and the maximum nesting of
  /// folders.
  private static let (mostFiles, mostLevels) = (20_000, 8)
  /// The maximum number of names that are looked at: of files, folders and all else.
  private static let mostNames = 100_000

  private(set) var paths: [String] = []
  /// A Boolean value that indicates whether the folder holds more than is looked at.
  private(set) var isCutOff = false

  /// Looks through a folder.
  ///
  /// - Parameter mostNames: The maximum number of names that are looked at.
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
