package import Activities
internal import Files
internal import Foundation
internal import LogFormat

/// A history that a user agreed to have read again, with the options of that agreement.
///
/// It is one file. Another history of the same program, such as a second profile of a browser, is
/// read only after the user agreed to that one as well.
package struct AgreedSource: Equatable, Sendable {
  /// The path of the store.
  package let store: String
  /// The name of the importer.
  package let name: String
  /// The path of the history.
  package let path: String
  /// The owner of the donations.
  package let user: UserIdentifier
  /// The identifier of the time zone of times without one; `nil` for the machine's.
  package var zone: String?
  /// A Boolean value that indicates whether only templates are kept.
  package var keepsTemplatesOnly = false
  /// The earliest moment to import.
  package var since: Instant?
  /// The paths of tracks, and of folders of tracks, that give places.
  package var tracks: [String] = []
  /// The paths of calendars.
  package var calendars: [String] = []

  package init(of name: String, at path: String, for store: String, user: UserIdentifier) {
    (self.name, self.user) = (name, user)
    (self.path, self.store) = (Self.absolute(path), Self.absolute(store))
  }

  /// Returns a path that means the same from every folder.
  package static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

/// The histories that a user agreed to have read again, for all stores.
///
/// They are a small JSON file, which `hunch import auto` changes. Nothing else is ever read again.
package struct AgreedSources: Equatable, Sendable {
  /// The sources, in the order of the agreements.
  private(set) var all: [AgreedSource] = []

  /// Creates the sources of a user who has agreed to nothing.
  package init() {}

  /// Returns the path of the file; `nil` if the user has no folder for it.
  package static func path(environment: [String: String]) -> String? {
    environment.settingsFile("sources.json")
  }

  /// Returns the sources of a store.
  package func sources(of store: String) -> [AgreedSource] {
    let store = AgreedSource.absolute(store)
    return all.filter { $0.store == store }
  }

  /// Adds an agreement, which replaces an earlier one about the same history.
  package mutating func agree(to source: AgreedSource) {
    guard let index = all.firstIndex(where: { $0.store == source.store && $0.path == source.path }) else {
      return all.append(source)
    }
    all[index] = source
  }

  /// Ends the agreement to some sources of a store.
  ///
  /// - Returns: Those sources.
  package mutating func withdraw(
    of store: String, where isMeant: (AgreedSource) -> Bool
  ) -> [AgreedSource] {
    let gone = sources(of: store).filter(isMeant)
    all.removeAll(where: gone.contains)
    return gone
  }

  // MARK: The file

  /// Changes the sources in a file, without concurrent changes.
  ///
  /// - Throws: An error of reading or writing; then the file is as before.
  package static func change<Value>(
    at path: String, _ body: (inout AgreedSources) throws -> Value
  ) async throws -> Value {
    try await SharedFile(path: path).change {
      let before = try AgreedSources(contentsOf: path)
      var sources = before
      let value = try body(&sources)
      if sources != before { try SharedFile(path: path).write(Form(sources)) }
      return value
    }
  }

  /// Reads the sources; none if there is no file.
  ///
  /// - Throws: `DocumentError` with the mistake in the file, or `SharedFileError`.
  package init(contentsOf path: String) throws {
    guard let data = try SharedFile(path: path).read() else { return }
    let fields = try DocumentReader(json: data, file: path).fields("v", "sources")
    for element in try fields.list("sources") { all.append(try Self.source(element)) }
  }

  private static func source(_ element: DocumentReader) throws -> AgreedSource {
    let fields = try element.fields(
      "store", "source", "path", "user", "zone", "templatesOnly", "since", "tracks", "calendars")
    let user = try fields.required("user")
    guard let owner = try? UserIdentifier(user.string()) else {
      throw user.error(.wrongKind(expected: "the name of a user"))
    }
    var source = AgreedSource(
      of: try fields.required("source").string(), at: try fields.required("path").string(),
      for: try fields.required("store").string(), user: owner)
    source.zone = try fields["zone"]?.string()
    source.keepsTemplatesOnly = try fields["templatesOnly"]?.boolean() ?? false
    if let since = fields["since"] {
      guard let instant = try? Instant(rfc3339: since.string()) else { throw since.error(.malformedMoment) }
      source.since = instant
    }
    source.tracks = try fields["tracks"]?.strings() ?? []
    source.calendars = try fields["calendars"]?.strings() ?? []
    return source
  }

  private struct Form: Encodable {
    struct Source: Encodable {
      let store, source, path, user: String
      let zone: String?
      let templatesOnly: Bool
      let since: String?
      let tracks, calendars: [String]
    }

    let v = 1
    let sources: [Source]

    init(_ sources: AgreedSources) {
      self.sources = sources.all.map {
        Source(
          store: $0.store, source: $0.name, path: $0.path, user: $0.user.name, zone: $0.zone,
          templatesOnly: $0.keepsTemplatesOnly, since: $0.since?.rfc3339, tracks: $0.tracks,
          calendars: $0.calendars)
      }
    }
  }
}
