/// A key that is an index, or the key of the superclass.
struct UserInfoKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) { self.init(index: intValue) }

  static let superclass = UserInfoKey(stringValue: "super")
}
