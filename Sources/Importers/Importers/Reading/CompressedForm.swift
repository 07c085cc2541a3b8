/// A form of compression or an archive, recognised by the first bytes of a file.
package struct CompressedForm: Hashable, Sendable {
  /// The form: "a gzip file".
  private let name: String
  /// The command that extracts the content, with FILE for the file's name.
  private let command: String
  private let isArchive: Bool

  /// The reason why the file is not read, and what to do.
  var words: String {
    isArchive
      ? "\(name); unpack it first: `\(command)`, then name the file that was in it"
      : "\(name); decompress it first: `\(command)`"
  }

  /// Returns the form of a file by its first bytes; `nil` if it is not compressed.
  static func of(_ head: [UInt8]) -> CompressedForm? {
    all.first { form in
      head.count >= form.offset + form.mark.count
        && head[form.offset..<form.offset + form.mark.count].elementsEqual(form.mark)
    }?.form
  }

  private static let all: [(form: CompressedForm, mark: [UInt8], offset: Int)] = [
    (file("a gzip file", "gunzip FILE"), [0x1F, 0x8B], 0),
    (file("an xz file", "unxz FILE"), [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], 0),
    (file("a Zstandard file", "unzstd FILE"), [0x28, 0xB5, 0x2F, 0xFD], 0),
    (file("a bzip2 file", "bunzip2 FILE"), Array("BZh".utf8), 0),
    (file("an LZ4 file", "unlz4 FILE"), [0x04, 0x22, 0x4D, 0x18], 0),
    (file("an lzip file", "lzip -d FILE"), Array("LZIP".utf8), 0),
    (file("a compress file", "uncompress FILE"), [0x1F, 0x9D], 0),
    (
      archive("a ZIP archive, or a document such as a spreadsheet", "unzip FILE"), Array("PK\u{3}\u{4}".utf8),
      0
    ),
    (archive("an empty ZIP archive", "unzip FILE"), Array("PK\u{5}\u{6}".utf8), 0),
    (archive("a 7-Zip archive", "7z x FILE"), [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0),
    (archive("a RAR archive", "unrar x FILE"), Array("Rar!\u{1A}\u{7}".utf8), 0),
    (archive("a tar archive", "tar xf FILE"), Array("ustar".utf8), 257),
  ]

  private static func file(_ name: String, _ command: String) -> CompressedForm {
    CompressedForm(name: name, command: command, isArchive: false)
  }

  private static func archive(_ name: String, _ command: String) -> CompressedForm {
    CompressedForm(name: name, command: command, isArchive: true)
  }
}
