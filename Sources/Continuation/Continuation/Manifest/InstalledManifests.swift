public import Activities
internal import Files
internal import Foundation

/// The manifests of the programs on this machine, for starting them with something to continue.
///
/// They are in `hunch/manifests` below `XDG_DATA_HOME`, then below each folder in `XDG_DATA_DIRS`,
/// each in a file named after its program, with `.json`. If a program has several, the first one
/// counts. Manifests that users other than this one and root can write do not count, because they
/// decide which commands run.
///
/// ```swift
/// let manifests = InstalledManifests(environment: ProcessInfo.processInfo.environment)
/// try manifests.install(manifest)  // once, as a package or on the first start
/// ```
public struct InstalledManifests: Sendable {
  /// The folders with manifests, the user's own first.
  public let folders: [String]

  /// The maximum number of manifests read per folder: more than any machine has programs.
  private static let mostFiles = 4_096
  private static let ending = ".json"

  /// Creates the collection.
  ///
  /// - Parameter environment: The environment variables; `HOME`, `XDG_DATA_HOME` and
  ///   `XDG_DATA_DIRS` are used.
  public init(environment: [String: String]) {
    folders = environment.dataFolders(home: environment.home).map {
      ($0 as NSString).appendingPathComponent("hunch/manifests")
    }
  }

  /// A file that should contain a manifest.
  public struct Entry: Sendable {
    /// Its path.
    public let path: String
    /// The manifest, or the reason why it does not count.
    public let manifest: Result<Manifest, InstalledManifestError>
    /// A Boolean value that indicates whether one of the same program in an earlier folder takes
    /// precedence.
    public let isShadowed: Bool
  }

  /// Returns all files, those in the user's own folder first, each folder's by name.
  ///
  /// - Complexity: O(size of the files).
  public func entries() -> [Entry] {
    var seen: Set<String> = []
    return folders.flatMap { folder -> [Entry] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }.sorted().prefix(Self.mostFiles)
        .map { name in
          let path = (folder as NSString).appendingPathComponent(name)
          let manifest = Result { () throws(InstalledManifestError) in
            try Self.manifest(at: path, of: String(name.dropLast(Self.ending.count)))
          }
          let isShadowed = (try? manifest.get()).map { !seen.insert($0.application).inserted } ?? false
          return Entry(path: path, manifest: manifest, isShadowed: isShadowed)
        }
    }
  }

  /// Returns the manifests that count, ordered by folder and name.
  ///
  /// - Complexity: O(size of the files).
  public func manifests() -> [Manifest] {
    entries().compactMap { $0.isShadowed ? nil : try? $0.manifest.get() }
  }

  /// Returns how to start the program of an activity to continue it, or `nil` if no manifest
  /// defines that.
  ///
  /// A manifest that lists the activity's type takes precedence over one that only has the scheme
  /// of its URL.
  ///
  /// - Complexity: O(size of the manifests).
  public func start(for activity: UserActivity) -> ProgramStart? {
    let all = manifests()
    let declaring = all.filter { $0.declares(activity.activityType) }
    return (declaring + all).lazy.compactMap { $0.start(for: activity) }.first
  }

  /// Installs a manifest for the user, replacing one of the same program.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``InstalledManifestError``.
  @discardableResult
  public func install(_ manifest: Manifest) throws(InstalledManifestError) -> String {
    guard let path = path(of: manifest.application) else { throw .invalidName }
    do {
      try ParentFolder(of: path).create()
      try AtomicFile.write(Data(manifest.text.utf8), to: path, access: .ownerOnly)
    } catch {
      throw .cannotWrite
    }
    return path
  }

  /// Removes the user's own manifest of a program, but not one of the machine.
  ///
  /// - Returns: Whether the user had one.
  /// - Throws: ``InstalledManifestError/cannotWrite``.
  public func remove(_ application: String) throws(InstalledManifestError) -> Bool {
    guard let path = path(of: application), PathKind(at: path) == .regularFile else { return false }
    do { try FileManager.default.removeItem(atPath: path) } catch { throw .cannotWrite }
    return true
  }

  /// Returns the path of the user's own manifest of a program, or `nil` if the name cannot be a
  /// file name.
  private func path(of application: String) -> String? {
    let isName = application.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || ".-_".unicodeScalars.contains($0)
    }
    guard isName, !application.hasPrefix("."), application.utf8.count <= 200, let own = folders.first
    else { return nil }
    return (own as NSString).appendingPathComponent(application + Self.ending)
  }

  private static func manifest(
    at path: String, of application: String
  ) throws(InstalledManifestError) -> Manifest {
    guard PathKind(at: path) == .regularFile, let handle = FileHandle(forReadingAtPath: path) else {
      throw .unreadable
    }
    defer { try? handle.close() }
    guard FileTrust.isTrusted(handle.fileDescriptor, at: path) else { throw .openToOthers }
    guard
      let bytes = try? PositionedRead.bytes(
        of: handle.fileDescriptor, at: 0, count: Manifest.lengthLimit + 1)
    else { throw .unreadable }
    let manifest: Manifest
    do { manifest = try Manifest(json: bytes) } catch { throw .invalid(error) }
    guard manifest.application == application else { throw .misnamed }
    return manifest
  }
}

/// The reason why a manifest is not installed, or does not count.
public enum InstalledManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Users other than this one and root can write the file or its folder.
  case openToOthers
  /// The file cannot be read.
  case unreadable
  /// The file is not a manifest.
  case invalid(ManifestError)
  /// The file is not named after its program.
  case misnamed
  /// The program has a name that a file cannot have.
  case invalidName
  /// The file cannot be written.
  case cannotWrite

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .openToOthers:
      "others can write the manifest or its folder, so it is not used; run `chmod go-w` on both, and own them"
    case .unreadable: "the manifest cannot be read; check its mode, and that it is a file"
    case .invalid(let error): error.description
    case .misnamed: "a manifest must be named after its \"application\", with .json; rename the file"
    case .invalidName: "a program with this name has no file; use letters, digits, dots, - and _"
    case .cannotWrite:
      "the manifest cannot be written; check the modes of hunch/manifests below XDG_DATA_HOME"
    }
  }
}
