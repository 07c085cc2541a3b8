import Foundation
import GRDB
import TestSupport

@testable import Importers

struct KnowledgeFixture: HistoryFixture {
  let importer: any HistoryImporter = KnowledgeImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try KnowledgeDatabase.create(db)
      for record in records {
        try KnowledgeDatabase.insert(
          "/app/activity", at: Double(record.seconds) - 978_307_200, value: "com.example.recipes", in: db,
          [
            "ACTIVITYTYPE": "com.example.recipes.view", "CONTENTDESCRIPTION": "Recipe \(record.activity)",
            "USERACTIVITYREQUIREDSTRING": "recipe=\(record.activity)",
          ].mapKeys { "Z_DKAPPLICATIONACTIVITYMETADATAKEY__" + $0 })
      }
    }
  }

  /// A system without the tables of metadata and sources.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql:
          "CREATE TABLE ZOBJECT (Z_PK INTEGER PRIMARY KEY, ZSTREAMNAME VARCHAR, ZSTARTDATE TIMESTAMP, ZENDDATE TIMESTAMP, ZVALUESTRING VARCHAR, ZNEW BLOB)"
      )
      for record in records {
        let start = Double(record.seconds) - 978_307_200
        try db.execute(
          sql: "INSERT INTO ZOBJECT VALUES (NULL, '/app/usage', ?, ?, 'com.example.recipes', x'00')",
          arguments: [start, start + 5])
      }
    }
    return true
  }
}

/// Databases with the tables and columns of the format's description.
enum KnowledgeDatabase {
  private static let metadata = [
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__ACTIVITYTYPE VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__TITLE VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__CONTENTDESCRIPTION VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__ITEMRELATEDCONTENTURL VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__SUGGESTEDINVOCATIONPHRASE VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__ITEMRELATEDUNIQUEIDENTIFIER VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__USERACTIVITYREQUIREDSTRING VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__USERACTIVITYUUID VARCHAR",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__ISELIGIBLEFORPREDICTION INTEGER",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__ISPUBLICLYINDEXABLE INTEGER",
    "Z_DKAPPLICATIONACTIVITYMETADATAKEY__EXPIRATIONDATE TIMESTAMP",
    "Z_DKINTENTMETADATAKEY__INTENTVERB VARCHAR", "Z_DKINTENTMETADATAKEY__INTENTCLASS VARCHAR",
    "Z_DKINTENTMETADATAKEY__DONATEDBYSIRI INTEGER", "Z_DKINTENTMETADATAKEY__DIRECTION INTEGER",
    "Z_DKDIGITALHEALTHMETADATAKEY__WEBPAGEURL VARCHAR", "Z_DKDIGITALHEALTHMETADATAKEY__WEBDOMAIN VARCHAR",
    "Z_DKNOWPLAYINGMETADATAKEY__PLAYING INTEGER", "Z_DKNOWPLAYINGMETADATAKEY__ARTIST VARCHAR",
    "Z_DKNOWPLAYINGMETADATAKEY__ALBUM VARCHAR", "Z_DKNOWPLAYINGMETADATAKEY__TITLE VARCHAR",
  ]

  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE ZOBJECT (Z_PK INTEGER PRIMARY KEY, ZSOURCE INTEGER, ZSTRUCTUREDMETADATA INTEGER,
          ZSECONDSFROMGMT INTEGER, ZSTARTDATE TIMESTAMP, ZENDDATE TIMESTAMP, ZVALUEINTEGER INTEGER,
          ZVALUEDOUBLE FLOAT, ZSTREAMNAME VARCHAR, ZVALUESTRING VARCHAR, ZUUID VARCHAR);
        CREATE TABLE ZSOURCE (Z_PK INTEGER PRIMARY KEY, ZBUNDLEID VARCHAR, ZDEVICEID VARCHAR, ZGROUPID VARCHAR);
        CREATE TABLE ZSTRUCTUREDMETADATA (Z_PK INTEGER PRIMARY KEY, \(metadata.joined(separator: ", ")));
        """)
  }

  /// Writes a record; seconds are since 2001.
  static func insert(
    _ stream: String, at start: Double, to end: Double? = nil, value: String? = nil, integer: Int64? = nil,
    offset: Int64? = 0, device: String? = nil, bundle: String? = nil, in db: Database,
    _ metadata: [String: any DatabaseValueConvertible] = [:]
  ) throws {
    var metadataKey: Int64?
    if !metadata.isEmpty {
      let names = metadata.keys.sorted()
      try db.execute(
        sql:
          "INSERT INTO ZSTRUCTUREDMETADATA (\(names.joined(separator: ", "))) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))",
        arguments: StatementArguments(names.map { metadata[$0]?.databaseValue }))
      metadataKey = db.lastInsertedRowID
    }
    try db.execute(sql: "INSERT INTO ZSOURCE VALUES (NULL, ?, ?, NULL)", arguments: [bundle, device])
    let source = db.lastInsertedRowID
    try db.execute(
      sql: "INSERT INTO ZOBJECT VALUES (NULL, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)",
      arguments: [
        source, metadataKey, offset, start, end, integer, stream, value,
        "00000000-0000-0000-0000-\(String(source, radix: 16))",
      ])
  }
}

extension Dictionary {
  /// Returns the same values under other keys.
  func mapKeys<Other: Hashable>(_ transform: (Key) -> Other) -> [Other: Value] {
    Dictionary<Other, Value>(uniqueKeysWithValues: map { (transform($0.key), $0.value) })
  }
}
