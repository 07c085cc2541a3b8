internal import Foundation

extension StoreKey {
  /// No key file is longer; what is longer is none and is not read to its end.
  private static let longestFile = 4_096

  /// Reads a key file.
  ///
  /// As the store itself, it has to be this user's, and nobody else's to read or write.
  ///
  /// - Throws: ``StoreKeyError``.
  public init(file path: String) throws(StoreKeyError) {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    try Self.checkAccess(to: path)
    let contents: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      contents = try file.read(upToCount: Self.longestFile + 1) ?? Data()
    } catch {
      throw StoreKeyError(.permissionDenied, at: path)
    }
    guard contents.count <= Self.longestFile else { throw StoreKeyError(.unreadable, at: path) }
    do throws(StoreKeyError) {
      try self.init(contents: contents)
    } catch {
      throw StoreKeyError(error.reason, at: path)
    }
  }

  /// Makes a new key and writes it, as a line of Base64, to a file that only this user may read, in a folder that is made if there
  /// is none.
  ///
  /// The file, and its folder, are on the disk when this returns: what is encrypted with a key that a power cut takes is lost.
  ///
  /// - Throws: ``StoreKeyError``; whatever is there already is left as it is.
  public static func make(file path: String) throws(StoreKeyError) -> StoreKey {
    let path = URL(fileURLWithPath: path).path
    let (key, text) = makeRandom()
    let file = NewFile(at: path)
    defer { file.remove() }
    var isNamed = false
    do {
      try FolderOf(path).make()
      try file.begin()
      // `createFile` with contents begins them anew where the system takes a part, and reports success.
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.draft))
      defer { try? handle.close() }
      try handle.write(contentsOf: Data((text + "\n").utf8))
      try handle.synchronize()
      try file.finish()
      isNamed = true
      try FolderOf(path).synchronize()
    } catch {
      // Nothing is encrypted with it yet, and what a power cut may take must not be found by the next try.
      if isNamed { try? FileManager.default.removeItem(atPath: path) }
      throw StoreKeyError(error as? NewFile.Problem == .taken ? .exists : .cannotCreate, at: path)
    }
    return key
  }

  /// Whether there is anything where a key file would lie.
  ///
  /// - Throws: ``StoreKeyError`` if that cannot be told: ``StoreKeyError/Reason/permissionDenied`` for a folder that may not be
  ///   entered (and whatever else the system answers), ``StoreKeyError/Reason/brokenLink`` for a link that leads nowhere, or
  ///   ``StoreKeyError/Reason/nameTooLong``.
  /// - Complexity: O(1): one call of the system.
  public static func exists(file path: String) throws(StoreKeyError) -> Bool {
    switch PathKind(at: path) {
    case .nothing: return false
    case .folder, .regularFile, .other: return true
    case .brokenLink: throw StoreKeyError(.brokenLink, at: path)
    case .refused(ENAMETOOLONG): throw StoreKeyError(.nameTooLong, at: path)
    case .refused: throw StoreKeyError(.permissionDenied, at: path)
    }
  }

  private static func checkAccess(to path: String) throws(StoreKeyError) {
    guard try exists(file: path) else { throw StoreKeyError(.notFound, at: path) }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw StoreKeyError(.permissionDenied, at: path)
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw StoreKeyError(.notARegularFile, at: path)
    }
    if let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 != 0 {
      throw StoreKeyError(.openToOthers(mode: mode), at: path)
    }
    let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
    guard owner == geteuid() || owner == 0 else { throw StoreKeyError(.notOwned, at: path) }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StoreKeyError(.permissionDenied, at: path)
    }
  }
}

extension StoreKey {
  /// The key that a user gave, or `nil` if none was given.
  ///
  /// The first that is given and not empty wins: the explicit file, `HUNCH_KEY_FILE` (the path of a file), `HUNCH_KEY` (the
  /// key itself, as text). A key never stands on a command line, where every user of the machine could read it.
  ///
  /// - Parameters:
  ///   - file: The path of the key file that the user named.
  ///   - environment: The environment variables.
  /// - Throws: ``StoreKeyError`` for what is no key.
  public static func given(
    file: String? = nil, environment: [String: String]
  ) throws(StoreKeyError) -> StoreKey? {
    if let file = file ?? environment["HUNCH_KEY_FILE"], !file.isEmpty { return try StoreKey(file: file) }
    guard let text = environment["HUNCH_KEY"], !text.isEmpty else { return nil }
    return try StoreKey(text: text)
  }
}
