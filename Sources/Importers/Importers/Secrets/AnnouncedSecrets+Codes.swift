/// Codes of doors and locks, licence keys and card numbers after a word for one:
/// `Haustür Code 2580`.
extension AnnouncedSecrets {
  private enum Noun {
    case lock
    case code(isCompound: Bool)
    case key
    case serial
    case network
    case card
  }

  private func noun(at index: Int) -> Noun? {
    let word = pieces[index].word
    guard word.utf8.count >= 3, word.utf8.count <= 40 else { return nil }
    if AnnouncedVocabulary.keys.contains(word) { return .key }
    if AnnouncedVocabulary.locks.contains(word)
      || word == "lock" && index > 0
        && ["bike", "door", "suitcase", "locker"].contains(pieces[index - 1].word)
    {
      return .lock
    }
    if AnnouncedVocabulary.serials.contains(word) { return .serial }
    if AnnouncedVocabulary.cards.contains(word) { return .card }
    if word.ends(with: "netzwerkschlüssel") || word.ends(with: "wlan-schlüssel") || word == "wpa-key"
      || word == "wlan-key"
    {
      return .network
    }
    if TitleVocabulary.codes.contains(word) || TitleVocabulary.abbreviations.contains(word)
      || word == "codekarte"
    {
      // A "pin" in small letters may be a piece of metal, or on a chip.
      if TitleVocabulary.abbreviations.contains(word),
        !pieces[index].value.allSatisfy({ $0.isUppercase || $0 >= 0x80 || $0.isDigit || $0 == .dash })
      {
        return nil
      }
      return .code(isCompound: false)
    }
    if TitleVocabulary.sure.contains(word) { return .code(isCompound: true) }
    guard !TitleVocabulary.otherCompounds.contains(word), word.utf8.count >= 6 else { return nil }
    let isCompound =
      TitleVocabulary.codeEndings.contains { word.ends(with: $0) }
      || word.ends(with: "-pin") || word.ends(with: "-tan")
      || word.ends(with: "schloss") && word.utf8.count > 9
    if isCompound,
      word.hasPrefix("cpv") || word.hasPrefix("qr") || word.hasPrefix("fehler") || word.hasPrefix("error")
        || word.hasPrefix("promo") || word.hasPrefix("post") || word.hasPrefix("zip")
    {
      return nil
    }
    return isCompound ? (word.ends(with: "schloss") ? .lock : .code(isCompound: true)) : nil
  }

  func code(at index: Int) -> SecretRules.Name? {
    // Use 7Q2-9LX to sign in
    if TitleVocabulary.giving.contains(pieces[index].word), index + 3 < pieces.count,
      isMixedCode(index + 1, least: 5),
      (index + 2..<min(pieces.count, index + 6)).contains(where: { place in
        guard ["log", "sign"].contains(pieces[place].word) else {
          return TitleVocabulary.intents.contains(pieces[place].word)
        }
        return place + 1 < pieces.count && ["in", "into"].contains(pieces[place + 1].word)
      })
    {
      return .oneTimeCode
    }
    if isNote, pieces[index].endsWithColon, Self.doors.contains(pieces[index].word),
      index + 2 == pieces.count,
      case .plain(let count, let isYear) = number(at: index + 1), (4...8).contains(count), !isYear
    {
      return .oneTimeCode
    }
    if isNote, Self.doors.contains(pieces[index].word), index + 1 < pieces.count {
      for place in (index + 1)..<min(pieces.count, index + 3) where isLast(place) {
        guard case .plain(let count, let isYear) = number(at: place), (4...8).contains(count), !isYear else {
          continue
        }
        let isSigned = pieces[place].value.last == .hash || pieces[place].value.last == UInt8(ascii: "*")
        if isSigned
          || place == index + 2
            && ["off", "aus", "on", "an", "pin", "zahl", "nr"].contains(pieces[index + 1].word)
        {
          return .oneTimeCode
        }
      }
    }
    // Team call pin 90817
    if isNote, pieces[index].word == "pin", index > 0, index + 1 < pieces.count, isLast(index + 1),
      case .plain(let count, let isYear) = number(at: index + 1), (4...8).contains(count), !isYear
    {
      return .oneTimeCode
    }
    guard let noun = noun(at: index) else { return nil }
    // 4821 PIN
    if isNote, index > 0, isLast(index), TitleVocabulary.abbreviations.contains(pieces[index].word),
      case .plain(let count, let isYear) = number(at: index - 1), (4...8).contains(count), !isYear
    {
      return .oneTimeCode
    }
    let end = min(segmentEnd(index), index + Self.window + 1)
    let isOther = pieces[max(0, index - 2)..<min(end, index + 3)].contains {
      // "un" is also an article, besides the United Nations.
      if $0.word == "un" || $0.word == "da" { return false }
      return
        TitleVocabulary.otherKinds.contains($0.word)
        || TitleVocabulary.otherKinds.contains(String($0.word.prefix { $0 != "-" }))
    }
    switch noun {
    case .lock:
      for place in (index + 1)..<max(index + 1, min(end, index + 4))
      where pieces[place].endsClause || isLast(place) {
        let isNear = place <= index + 2
        guard let number = number(at: place), isNear || pieces[place - 1].endsWithColon,
          !Self.makers.contains(pieces[place - 1].word)
        else { continue }
        if ["locker", "spind", "schließfach"].contains(pieces[index].word) {
          if case .groups = number { return .oneTimeCode }
          continue
        }
        let isColon = pieces[place - 1].endsWithColon
        switch number {
        case .plain(let count, let isYear):
          let takesThree =
            pieces[index].word.ends(with: "schloss") || pieces[index].word.ends(with: "lock") || isColon
          if (count >= 4 || takesThree && count == 3) && count <= 8,
            !isYear || isColon || isNote && place == index + 1
          {
            return .oneTimeCode
          }
        case .groups, .mixed: return .oneTimeCode
        }
      }
      // Gym locker 31-7-22 and locks that only have numbers in groups.
      return nil
    case .code(let isCompound):
      // A PIN code may also be a postal code.
      let next = index + 1 < pieces.count ? pieces[index + 1].word : ""
      if pieces[index].word == "pin", next == "code" || next == "codes" { return nil }
      if index > 0, pieces[index - 1].word == "pin", !pieces[index].endsWithColon { return nil }
      // A number of codes.
      if ["codes", "códigos", "codici", "kody", "коды"].contains(pieces[index].word),
        pieces[..<index].contains(where: { $0.word == "many" || $0.word == "viele" })
      {
        return nil
      }
      guard !isOther || isCompound && pieces[index].word.hasPrefix("gast") else { return nil }
      return ordinaryCode(index, end, isCompound: isCompound)
    case .key:
      for place in (index + 1)..<max(index + 1, min(end, index + 6)) {
        let groups = groups(at: place)
        if groups.count >= 3, groups.hasDigits, groups.hasLetters, groups.length >= 3 { return .secretKey }
        if isMixedCode(place, least: 12) || isLongCode(place) { return .secretKey }
        if groups.count >= 6, groups.length >= 4 { return .secretKey }
        // codes: h7f2k9d3 l0p8m4q1
        if groups.count >= 2, groups.length >= 8, groups.hasDigits, groups.hasLetters { return .secretKey }
      }
      return nil
    case .serial:
      for place in (index + 1)..<max(index + 1, min(end, index + 5)) {
        let groups = groups(at: place)
        if groups.count >= 4, groups.length >= 4 { return .secretKey }
      }
      return nil
    case .network:
      for place in (index + 1)..<max(index + 1, min(end, index + 4)) {
        if groups(at: place).count >= 4
          || pieces[place].value.count >= 8 && pieces[place].value.contains(where: \.isDigit)
        {
          return .secretKey
        }
      }
      return nil
    case .card:
      return pieces[(index + 1)..<max(index + 1, min(end, index + 4))].contains {
        (15...16).contains($0.value.count) && $0.value.allSatisfy(\.isDigit)
      } ? .paymentCard : nil
    }
  }

  private static let doors: Set<String> = [
    "haustür", "tür", "tor", "hoftor", "garage", "garagentor", "alarm", "eingang", "door", "gate", "keller",
    "portone", "porta", "cancello",
    "porte", "puerta", "portal", "portail", "brama", "deur", "dör", "dør", "дверь", "подъезд", "домофон",
  ]
  /// Makers of locks, and other words between a lock and its model.
  private static let makers: Set<String> = [
    "abus", "kryptonite", "burg-wächter", "trelock", "hiplok", "axa", "master", "yale", "kwikset",
  ]

  private func ordinaryCode(_ index: Int, _ end: Int, isCompound: Bool) -> SecretRules.Name? {
    let before = index > 0 && !pieces[index - 1].endsClause ? pieces[index - 1].word : ""
    let isPlaced =
      pieces[max(0, index - 4)..<index].contains { AnnouncedVocabulary.places.contains($0.word) }
      || TitleVocabulary.strengthening.contains(before)
      || TitleVocabulary.possessives.contains(before)
    for place in (index + 1)..<max(index + 1, end) {
      let piece = pieces[place]
      let isColon =
        pieces[place - 1].endsWithColon || AnnouncedVocabulary.links.contains(pieces[place - 1].word)
      let distance = place - index - 1
      if place + 1 < pieces.count, AnnouncedVocabulary.units.contains(pieces[place + 1].word) { continue }
      // brisk-otter-plum-72
      if distance == 0, isWords(piece) { return .oneTimeCode }
      if distance == 0 || isColon, isMixedCode(place, least: 5), isColon || isPlaced || isCompound {
        return .oneTimeCode
      }
      // VX7 9QD
      if isColon, place + 1 < end, piece.value.count == 3, pieces[place + 1].value.count == 3,
        (piece.value + pieces[place + 1].value).allSatisfy({ $0.isUppercase || $0.isDigit }),
        (piece.value + pieces[place + 1].value).contains(where: \.isDigit)
      {
        return .oneTimeCode
      }
      guard let number = number(at: place) else {
        if piece.endsClause, !piece.endsWithColon, distance > 0 { break }
        continue
      }
      if TitleVocabulary.counted.contains(pieces[place - 1].word), !isColon { continue }
      switch number {
      case .plain(let count, let isYear):
        guard (4...8).contains(count) || count == 3 && isColon && isPlaced,
          piece.endsClause || isLast(place) || isColon
        else { continue }
        if isColon, distance <= 9, piece.endsClause || isLast(place), !isYear || distance <= 2 {
          if isCompound || isPlaced || distance <= 4 || count >= 6 { return .oneTimeCode }
        }
        if distance == 2, isNote, index == 0, isLast(place), !isYear, Self.leading.contains(pieces[1].word) {
          return .oneTimeCode
        }
        guard distance <= 1, piece.endsClause || isLast(place) else { continue }
        let old = isYear && String(decoding: piece.value, as: UTF8.self) < "1985"
        let betweenIsPlace = distance == 1 && AnnouncedVocabulary.places.contains(pieces[place - 1].word)
        let isBrief =
          isNote && !isYear && pieces[index].startsClause && isLast(place) && index == 0
          && pieces[index + 1].word.utf8.count >= 2
        if distance == 1, !betweenIsPlace, !isBrief { continue }
        if isYear, !old || !(isPlaced || isCompound || betweenIsPlace) { continue }
        if isPlaced || isCompound || betweenIsPlace || isNote || pieces[index].startsClause && index > 0 {
          return .oneTimeCode
        }
      case .groups:
        if distance <= 6 { return .oneTimeCode }
      case .mixed:
        if distance <= 1, isNote || isPlaced { return .oneTimeCode }
      }
    }
    return nil
  }
}
