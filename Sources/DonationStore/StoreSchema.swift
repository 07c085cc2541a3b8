/// The tables, and how an older file gets them.
///
/// The payload is the donation as a line of the donation log; the columns beside it are what finding needs. Counters in
/// `user` and `state` make ``SQLiteDonationLog/version(of:)`` and the listing of users a look at one row instead of a
/// scan; they change in the transaction that changes what they count, and the integrity check counts again.
enum StoreSchema {
  /// Written into the file's header, so that another program's database is told at a glance ("Hnch").
  static let applicationIdentifier: Int32 = 0x486E_6368

  /// The schema that this version writes.
  static var version: Int { migrations.count }

  /// Migration n leads from schema n to n + 1.
  ///
  /// They are appended, never edited: files out there have run them.
  static let migrations = [
    """
    CREATE TABLE state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      lastSequence INTEGER NOT NULL,
      unerased INTEGER NOT NULL
    ) STRICT;
    INSERT INTO state VALUES (1, 0, 0);
    CREATE TABLE user (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      generation INTEGER NOT NULL DEFAULT 0,
      lastSequence INTEGER NOT NULL DEFAULT 0,
      donations INTEGER NOT NULL DEFAULT 0,
      feedback INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE donation (
      sequence INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      time INTEGER NOT NULL,
      identifier BLOB NOT NULL UNIQUE,
      identity BLOB NOT NULL,
      payload BLOB NOT NULL
    ) STRICT;
    CREATE INDEX donationByTime ON donation (user, time);
    CREATE TABLE feedback (
      sequence INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      time INTEGER NOT NULL,
      digest BLOB NOT NULL,
      payload BLOB NOT NULL,
      UNIQUE (user, digest)
    ) STRICT;
    CREATE INDEX feedbackByTime ON feedback (user, time);
    """
  ]

  /// The tables of the newest schema.
  static let tables: Set<String> = ["state", "user", "donation", "feedback"]
}
