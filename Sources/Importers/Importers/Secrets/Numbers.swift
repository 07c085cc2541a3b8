/// Numbers with check digits: payment cards (Luhn, with the issuers' prefixes) and bank accounts
/// (IBAN, modulo 97).
///
/// In an address, a card's number counts only if grouped: many identifiers there have 16 digits,
/// and one in ten passes the check.
enum Numbers {
  /// The lengths of IBANs.
  private static let accounts: [String: Int] = [
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21,
    "CY": 28, "CZ": 24,
    "DE": 22, "DK": 18, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
    "GR": 27, "HR": 21,
    "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "KW": 30, "LI": 21, "LT": 20, "LU": 20, "LV": 21,
    "MC": 27, "MD": 24,
    "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PT": 25, "QA": 29, "RO": 24,
    "RS": 22, "SA": 24,
    "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TN": 24, "TR": 26, "UA": 29,
  ]

  /// Returns the rule that a number in a text hits.
  static func firstMatch(in bytes: [UInt8], kind: SecretRules.TextKind, work: inout Int) -> SecretRules.Name?
  {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      work += 1
      guard byte.isAlphanumeric, place == 0 || !bytes[place - 1].continuesNumber else {
        place += 1
        continue
      }
      if byte.isDigit, isCard(bytes, at: place, mustBeGrouped: kind == .url, work: &work) {
        return .paymentCard
      }
      if byte.isUppercase, isAccount(bytes, at: place, work: &work) { return .bankAccount }
      place += 1
    }
    return nil
  }

  private static func isCard(_ bytes: [UInt8], at start: Int, mustBeGrouped: Bool, work: inout Int) -> Bool {
    var digits: [UInt8] = []
    var groups: [Int] = [0]
    var separator: UInt8?
    var place = start
    while place < bytes.count, digits.count < 20 {
      let byte = bytes[place]
      if byte.isDigit {
        digits.append(byte - 0x30)
        groups[groups.count - 1] += 1
      } else if byte == .blank || byte == .dash || byte == .dot || byte == .slash,
        separator == nil || separator == byte,
        place + 1 < bytes.count, bytes[place + 1].isDigit
      {
        separator = byte
        groups.append(0)
      } else {
        break
      }
      place += 1
    }
    work += place - start + 1
    // A card's expiry date and its check digits may follow it.
    if groups.count > 4, groups[..<4].allSatisfy({ $0 == 4 }), groups[4] < 4, separator != .slash {
      return hasIssuer(Array(digits.prefix(16))) && passesLuhn(Array(digits.prefix(16)))
        && Set(digits.prefix(16)).count > 1
    }
    guard (13...19).contains(digits.count), place == bytes.count || !bytes[place].continuesNumber else {
      return false
    }
    let isGrouped =
      groups == [4, 4, 4, 4] || groups == [4, 6, 5] || groups == [4, 6, 4] || groups == [4, 4, 4, 4, 3]
    guard isGrouped || (groups.count == 1 && !mustBeGrouped) else { return false }
    return hasIssuer(digits) && passesLuhn(digits) && Set(digits).count > 1
  }

  /// Returns whether an issuer has cards with this beginning and this length.
  private static func hasIssuer(_ digits: [UInt8]) -> Bool {
    let four = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
    return switch digits.count {
    case 16:
      four / 1000 == 4 || (2221...2720).contains(four) || (5100...5599).contains(four) || four == 6011
        || four / 100 == 65 || (3528...3589).contains(four) || four / 100 == 62
    case 15: four / 100 == 34 || four / 100 == 37
    case 14: four / 100 == 36 || four / 100 == 38 || (3000...3059).contains(four)
    default: digits.count == 19 && (four / 1000 == 4 || four / 100 == 62)
    }
  }

  private static func passesLuhn(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (offset, digit) in digits.reversed().enumerated() {
      let value = Int(digit) * (offset % 2 == 1 ? 2 : 1)
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }

  private static func isAccount(_ bytes: [UInt8], at start: Int, work: inout Int) -> Bool {
    guard start + 15 <= bytes.count, bytes[start + 1].isUppercase, bytes[start + 2].isDigit,
      bytes[start + 3].isDigit,
      let length = accounts[String(decoding: bytes[start..<(start + 2)], as: UTF8.self)]
    else { return false }
    var letters: [UInt8] = []
    var place = start
    while place < bytes.count, letters.count < length {
      let byte = bytes[place]
      if byte.isUppercase || byte.isDigit {
        letters.append(byte)
      } else if byte != .blank || letters.count % 4 != 0 {
        break
      }
      place += 1
    }
    work += place - start + 1
    guard letters.count == length, place == bytes.count || !bytes[place].isAlphanumeric else { return false }
    var remainder = 0
    for byte in letters[4...] + letters[..<4] {
      let value = byte.isDigit ? Int(byte) - 0x30 : Int(byte) - 0x41 + 10
      remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
    }
    return remainder == 1
  }
}

extension UInt8 {
  /// Whether it continues a number.
  fileprivate var continuesNumber: Bool { isAlphanumeric || self == .dot || self == .underscore }
}
