/// The tables, and the migrations of older files.
///
/// The payload is the donation as a line of the donation log. Since schema 11 a mark precedes it if
/// an importer of a shell's history made it (``OwnMark``). The columns next to it are for finding
/// donations. With the counters in `user` and `state`, ``SQLiteDonationStore/version(of:)`` and the
/// list of users read one row instead of scanning. The counters change in the same transaction as
/// the counted rows, and the integrity check counts again.
///
/// `state.unerased` records the pending work of an erasure (``Erasure/Note``).
///
/// `searchEntry` has a row for every findable activity, made from its donations, and for every
/// item. Its words are already folded, so the indexes over them need only SQLite's simplest
/// tokenizers. `searchText` has words, `searchPart` groups of three letters, with a space at both
/// ends of a word. The indexes only find rows that may have the words. Ranking happens elsewhere,
/// where it cannot see other users' rows, so the indexes keep neither columns nor positions nor
/// sizes. The table has the words too, so that the indexes can be rebuilt after forgetting and
/// compared during a check. An index alone would keep forgotten words until its segments are
/// merged.
///
/// `checkpoint` has the state that engines learned for a user up to a donation. A change of earlier
/// donations deletes the row in the same transaction. The bytes come last, so that SQLite finds the
/// other columns without reading them.
///
/// `doorRule` has a rule as the line of a deletion with the same criteria. `door` has the settings
/// with one value each. `hashSecret` is needed by rules that hash, and is not part of any export.
///
/// `hint` has the hints of programs and their catalogs, distinguished by `list`; a row keeps its
/// line.
///
/// `phrase` has the user's own phrases, one per activity, each as its line of the donation log.
/// Since schema 12 a mark precedes it if it was given here (``OwnMark``).
///
/// `namedPlace` has the places that users have named, each as an object with name, position and
/// time.
///
/// `forgotten` has hashes of forgotten donations, made with the secret in `forgottenSecret`, so
/// that an import skips them (``ForgottenTable``).
///
/// `encryption` has a row if the store is encrypted. `encryptionCopy` has the same row on another
/// page, because without it no key opens anything. The article *Encryption* describes the columns
/// of an encrypted store.
package enum StoreSchema {
  /// The identifier in the file's header that distinguishes a store from other programs' databases
  /// ("Hnch").
  static let applicationIdentifier: Int32 = 0x486E_6368

  /// The schema that this version writes.
  static var version: Int { migrations.count }

  /// The migrations: the first creates schema 1, and each other leads from one schema to the next.
  ///
  /// They are appended, never edited, because existing files have run them; a test knows the digest
  /// of each. Before the first release the seventh was edited once, to add the checksum and the
  /// copy of `encryption` (commit 868a8f5). A store from a development version with the original
  /// seventh is refused as damaged.
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
    """,
    """
    CREATE TABLE searchEntry (
      number INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      identity BLOB,
      program BLOB NOT NULL,
      item BLOB,
      domain BLOB,
      time INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      uses INTEGER NOT NULL,
      expires INTEGER,
      offers INTEGER NOT NULL,
      title TEXT NOT NULL,
      keywords TEXT NOT NULL,
      subtitle TEXT NOT NULL,
      attributes TEXT NOT NULL,
      payload BLOB
    ) STRICT;
    CREATE UNIQUE INDEX searchEntryOfActivity ON searchEntry (user, identity) WHERE identity IS NOT NULL;
    CREATE UNIQUE INDEX searchEntryOfItem ON searchEntry (user, program, item) WHERE identity IS NULL;
    CREATE INDEX searchEntryByItem ON searchEntry (user, program, item) WHERE item IS NOT NULL;
    CREATE INDEX searchEntryWithOffers ON searchEntry (user, time) WHERE offers <> 0;
    CREATE VIRTUAL TABLE searchText USING fts5(
      title, keywords, subtitle, attributes, content = 'searchEntry', content_rowid = 'number',
      tokenize = 'ascii', detail = none, columnsize = 0
    );
    CREATE TRIGGER searchEntryInserted AFTER INSERT ON searchEntry BEGIN
      INSERT INTO searchText (rowid, title, keywords, subtitle, attributes)
      VALUES (new.number, new.title, new.keywords, new.subtitle, new.attributes);
    END;
    CREATE TRIGGER searchEntryDeleted AFTER DELETE ON searchEntry BEGIN
      INSERT INTO searchText (searchText, rowid, title, keywords, subtitle, attributes)
      VALUES ('delete', old.number, old.title, old.keywords, old.subtitle, old.attributes);
    END;
    CREATE TRIGGER searchEntryReworded AFTER UPDATE OF title, keywords, subtitle, attributes ON searchEntry
    WHEN (old.title, old.keywords, old.subtitle, old.attributes)
      IS NOT (new.title, new.keywords, new.subtitle, new.attributes) BEGIN
      INSERT INTO searchText (searchText, rowid, title, keywords, subtitle, attributes)
      VALUES ('delete', old.number, old.title, old.keywords, old.subtitle, old.attributes);
      INSERT INTO searchText (rowid, title, keywords, subtitle, attributes)
      VALUES (new.number, new.title, new.keywords, new.subtitle, new.attributes);
    END;
    """,
    """
    CREATE TABLE checkpoint (
      number INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      key TEXT NOT NULL,
      time INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      lastSequence INTEGER NOT NULL,
      donations INTEGER NOT NULL,
      checksum BLOB NOT NULL,
      state BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX checkpointByTime ON checkpoint (user, key, time, sequence);
    """,
    """
    CREATE TABLE door (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      lastNumber INTEGER NOT NULL,
      keepDays REAL,
      keepCount INTEGER,
      incognito INTEGER NOT NULL
    ) STRICT;
    INSERT INTO door VALUES (1, 0, NULL, NULL, 0);
    CREATE TABLE doorRule (
      number INTEGER PRIMARY KEY,
      count INTEGER NOT NULL,
      payload BLOB NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE hint (
      number INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      list INTEGER NOT NULL,
      program BLOB NOT NULL,
      place INTEGER NOT NULL,
      payload BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX hintByProgram ON hint (user, list, program, place);
    """,
    """
    CREATE TABLE phrase (
      sequence INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      identity BLOB NOT NULL,
      time INTEGER NOT NULL,
      payload BLOB NOT NULL,
      UNIQUE (user, identity)
    ) STRICT;
    """,
    """
    CREATE TABLE encryption (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      format INTEGER NOT NULL,
      salt BLOB NOT NULL,
      keyIdentifier BLOB NOT NULL,
      checkValue BLOB NOT NULL,
      checksum BLOB NOT NULL
    ) STRICT;
    CREATE TABLE encryptionCopy (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      format INTEGER NOT NULL,
      salt BLOB NOT NULL,
      keyIdentifier BLOB NOT NULL,
      checkValue BLOB NOT NULL,
      checksum BLOB NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE door ADD COLUMN hashSecret BLOB;
    """,
    """
    CREATE INDEX searchEntryByTime ON searchEntry (user, time);
    CREATE VIEW searchPartContent AS SELECT number,
      CASE title WHEN '' THEN '' ELSE ' ' || title || ' ' END
      || CASE keywords WHEN '' THEN '' ELSE ' ' || keywords || ' ' END
      || CASE subtitle WHEN '' THEN '' ELSE ' ' || subtitle || ' ' END
      || CASE attributes WHEN '' THEN '' ELSE ' ' || attributes || ' ' END AS words
    FROM searchEntry;
    CREATE VIRTUAL TABLE searchPart USING fts5(
      words, content = 'searchPartContent', content_rowid = 'number',
      tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
    );
    CREATE TRIGGER searchEntryPartsInserted AFTER INSERT ON searchEntry BEGIN
      INSERT INTO searchPart (rowid, words)
      SELECT number, words FROM searchPartContent WHERE number = new.number;
    END;
    CREATE TRIGGER searchEntryPartsDeleted BEFORE DELETE ON searchEntry BEGIN
      INSERT INTO searchPart (searchPart, rowid, words)
      SELECT 'delete', number, words FROM searchPartContent WHERE number = old.number;
    END;
    CREATE TRIGGER searchEntryPartsRewording BEFORE UPDATE OF title, keywords, subtitle, attributes ON searchEntry
    WHEN (old.title, old.keywords, old.subtitle, old.attributes)
      IS NOT (new.title, new.keywords, new.subtitle, new.attributes) BEGIN
      INSERT INTO searchPart (searchPart, rowid, words)
      SELECT 'delete', number, words FROM searchPartContent WHERE number = old.number;
    END;
    CREATE TRIGGER searchEntryPartsReworded AFTER UPDATE OF title, keywords, subtitle, attributes ON searchEntry
    WHEN (old.title, old.keywords, old.subtitle, old.attributes)
      IS NOT (new.title, new.keywords, new.subtitle, new.attributes) BEGIN
      INSERT INTO searchPart (rowid, words)
      SELECT number, words FROM searchPartContent WHERE number = new.number;
    END;
    """,
    """
    CREATE TABLE namedPlace (
      number INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user,
      digest BLOB NOT NULL,
      payload BLOB NOT NULL,
      UNIQUE (user, digest)
    ) STRICT;
    """,
    // No table changes: a payload of `donation` may have a mark, which an older program would take
    // for damage.
    "SELECT NULL;",
    // Payloads of `phrase` may have a mark, and rules may have new effects and criteria, which an
    // older program would take for damage.
    """
    CREATE TABLE forgottenSecret (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      secret BLOB NOT NULL
    ) STRICT;
    CREATE TABLE forgotten (
      fingerprint INTEGER PRIMARY KEY
    ) STRICT;
    """,
  ]

  /// The first schema in which donations are findable by default, also by parts of words.
  ///
  /// The search entries of older files are rebuilt from their donations.
  static let firstWithSearchByDefault = 9

  /// The full-text indexes over the words of search entries.
  static let wordIndexes = ["searchText", "searchPart"]

  /// The tables of the newest schema.
  package static let tables: Set<String> = [
    "state", "user", "donation", "feedback", "searchEntry", "searchText", "searchPart", "checkpoint", "door",
    "doorRule", "hint", "phrase", "namedPlace", "encryption", "encryptionCopy", "forgottenSecret",
    "forgotten",
  ]
}
