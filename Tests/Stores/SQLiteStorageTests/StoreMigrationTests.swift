import Activities
import Testing

@testable import SQLiteStorage

@Suite("Migrations are appended, never edited")
struct StoreMigrationTests {
  /// The SHA-256 of the text of each migration.
  ///
  /// A new migration gets a line here; the other lines stay.
  private static let digests = [
    "5e7c7538efa86041774236e793e4e3500d8ce7de8fc8835c8b12346b034bcdd7",
    "6083263a3c4529505031ff3ef087910f623a069f628ef4fbbc29ea15ce4e4095",
    "b546c4e9b2add879f14c56794ec42d7e551cdb31dd95d8dff3fabacf924ba1e9",
    "c02dff7ee8927f261cd30dfb39448927ec9ed89aac73fab4606702e8c65588a5",
    "827a54dbb7338037ec26caf1f91c27d6b129b1e633544c171bd1ca50169e1d39",
    "435a2c474386f2d16613292afce8b0d2463a115ee0de9f9523e9ad9cd8889836",
    "177a3be704103d17dde6b0d7f182d45dbc8f8b153f744ae3ae3038614548c4b1",
    "6dc2ddc4f40b8fe5f1cf4433c472484d2640c01aea1aba826de5d6b286d091e2",
    "d51245cdd059ad14b3ab3b9f596e79bc7ab930658b5b32263cfee51380a88a8e",
    "a96cf3f8725accd26e5e50afd4abe3cc09506af2dfab17634bb7f65923d34888",
    "20f7081a715b933a4ceef40e93d9cc57a2cf13c7a5634ce726db74d6aaa58272",
    "db4b2a4dfde2f18856cd3c62601c593e23d90037d6c6c975ca84bca7e7d421e0",
  ]

  @Test("each migration has the text that existing files have run")
  func texts() {
    #expect(StoreSchema.migrations.map { SHA256Digest(of: Array($0.utf8)).hexadecimal } == Self.digests)
  }
}
