public import Activities

extension ActivityCodable where Self: Encodable {
  /// The value under its coding keys; dates, data and URLs keep their types.
  ///
  /// - Throws: ``ActivityCodableError/unwritable(key:)``.
  public var userInfo: [String: ActivityValue] {
    get throws(ActivityCodableError) {
      do { return try UserInfoEncoder().encode(self) } catch { throw ActivityCodableError(error) }
    }
  }
}

extension ActivityCodable where Self: Decodable {
  /// Reads the value by its coding keys; others are ignored.
  ///
  /// - Throws: ``ActivityCodableError``, with the path of the key where it fails.
  public init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    do { self = try UserInfoDecoder().decode(Self.self, from: userInfo) } catch {
      throw ActivityCodableError(error)
    }
  }
}

extension ActivityCodableError {
  /// What went wrong with a `Codable` value.
  fileprivate init(_ error: PayloadError) {
    func key(_ path: [String]) -> String { path.joined(separator: Self.pathSeparator) }
    switch error {
    case .undecodable(let path, .missing), .undecodable(let path, .null): self = .missingKeys([key(path)])
    case .undecodable(let path, _) where !path.isEmpty: self = .invalidValue(key: key(path))
    case .unencodable(let path, _): self = .unwritable(key: path.isEmpty ? nil : key(path))
    case .notKeyed: self = .unwritable(key: nil)
    case .undecodable, .tooLarge: self = .unreadable(errorType: "PayloadError")
    }
  }
}
