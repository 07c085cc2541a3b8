/// Counters in the titles of pages and windows, such as unread messages, which change while the
/// page stays the same.
///
/// A number is a counter
///
/// - in brackets at the beginning: `(12) YouTube`, `[4] Slack`; also after a mark of changes,
///   `• notes.txt`;
/// - in brackets at the end of a part of the title: `Inbox (3) – Mail`; at the end of the whole
///   title only if the words before it are countable (`Messages (3)`) or the name of the site;
/// - before words for news: `You have 2 new matches!`;
/// - anywhere, if the page also had the same title with another number.
///
/// A number in the page's address, a year, and a number after a numbering word (`Chapter (2)`)
/// belong to the name.
struct TitleCounters {
  /// A page's title with numbers.
  private struct Seen {
    /// The title without its numbers.
    let rest: [String]
    let numbers: [String]
    /// The positions of the numbers that changed.
    var changing: Set<Int> = []
  }

  private var seen: [String: Seen] = [:]

  /// The maximum number of pages that are remembered.
  private static let mostPages = 1 << 14

  /// Learns from a title of a page.
  mutating func note(_ title: String, of page: PageTemplate) {
    let words = Self.words(of: title)
    let found = Self.numbers(in: words)
    guard !found.numbers.isEmpty else { return }
    guard var known = seen[page.identity] else {
      if seen.count < Self.mostPages { seen[page.identity] = Seen(rest: found.rest, numbers: found.numbers) }
      return
    }
    guard known.rest == found.rest else { return }
    known.changing.formUnion(found.numbers.indices.filter { found.numbers[$0] != known.numbers[$0] })
    seen[page.identity] = known
  }

  /// Returns the title of a page without counters, on one line; nil if nothing remains.
  func removed(from title: String, of page: PageTemplate? = nil) -> String? {
    let all = Self.words(of: title)
    let address = Set((page?.identity ?? "").split { !$0.isWholeNumber }.map(String.init))
    func isName(_ number: Substring) -> Bool { address.contains(String(number)) }
    var words = all
    if let known = page.flatMap({ seen[$0.identity] }), !known.changing.isEmpty,
      known.rest == Self.numbers(in: all).rest
    {
      words = Self.without(known.changing, in: words)
    }
    words = Self.withoutBeginning(words, isName)
    words = Self.withoutNews(words, isName)
    words = Self.withoutEndings(words, host: page?.host, isName)
    let text = words.joined(separator: " ")
    if text.contains(where: { $0.isLetter || $0.isNumber }) { return text }
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  private static func words(of title: String) -> [String] {
    title.split { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }.map(String.init)
  }

  // MARK: Numbers that change

  /// Returns the numbers of a title, and the title without them.
  private static func numbers(in words: [String]) -> (rest: [String], numbers: [String]) {
    var numbers: [String] = []
    let rest = words.map { word in
      guard word.contains(where: \.isWholeNumber) else { return word }
      var text = ""
      var number = ""
      for character in word {
        if character.isWholeNumber {
          if number.isEmpty { text.append("#") }
          number.append(character)
        } else {
          if !number.isEmpty { numbers.append(number) }
          number = ""
          text.append(character)
        }
      }
      if !number.isEmpty { numbers.append(number) }
      return text
    }
    return (rest, numbers)
  }

  /// Returns the words of a title without some numbers, and without words that then have only
  /// signs.
  private static func without(_ places: Set<Int>, in words: [String]) -> [String] {
    var place = -1
    let kept = words.compactMap { word -> String? in
      guard word.contains(where: \.isWholeNumber) else { return word }
      var text = ""
      var isInside = false
      var hasChanged = false
      for character in word {
        if character.isWholeNumber {
          if !isInside { place += 1 }
          isInside = true
          if places.contains(place) { hasChanged = true } else { text.append(character) }
        } else {
          isInside = false
          text.append(character)
        }
      }
      return hasChanged && !text.contains(where: { $0.isLetter || $0.isNumber }) ? nil : text
    }
    let first = kept.firstIndex { !separators.contains($0) } ?? kept.endIndex
    let last = kept.lastIndex { !separators.contains($0) } ?? kept.startIndex
    return first <= last && first < kept.endIndex ? Array(kept[first...last]) : []
  }

  // MARK: Numbers by their place

  /// The separators between parts of a title.
  private static let separators: Set<String> = ["-", "–", "—", "|", "·", "•", "/", "»", "«", "::", ":", "~"]
  private static let marks: Set<Character> = ["•", "●", "○", "◉", "∙", "✱", "⚫", "🔴", "🔵", "🟢", "🟠", "🟡"]

  private static func withoutBeginning(_ words: [String], _ isName: (Substring) -> Bool) -> [String] {
    var words = words[...]
    while words.count > 1, let first = words.first {
      if first == "*" || first.allSatisfy({ marks.contains($0) || $0 == "\u{FE0F}" }) {
        words = words.dropFirst()
      } else if let mark = first.first, marks.contains(mark), first.count > 1 {
        words[words.startIndex] = String(first.dropFirst())
      } else if let number = counter(first[...]), !isName(number) {
        words = words.dropFirst()
        if let next = words.first, separators.contains(next), words.count > 1 { words = words.dropFirst() }
      } else {
        break
      }
    }
    if words.count == 1, let only = words.first, let mark = only.first, marks.contains(mark), only.count > 1 {
      return [String(only.dropFirst())]
    }
    return Array(words)
  }

  private static func withoutEndings(
    _ words: [String], host: String?, _ isName: (Substring) -> Bool
  ) -> [String] {
    var kept: [String] = []
    /// The start of the part of the title.
    var start = 0
    for (index, word) in words.enumerated() {
      if separators.contains(word) { start = kept.count + 1 }
      guard kept.count > start, let number = counter(word[...]), !isName(number), !isYear(number) else {
        kept.append(word)
        continue
      }
      let isLast = index + 1 == words.count
      guard isLast || separators.contains(words[index + 1]) else {
        kept.append(word)
        continue
      }
      let before = kept[start...]
      let last = before.last.map(folded) ?? ""
      let counts =
        isLast
        ? Vocabulary.counted.contains(last) || host.map { names(before, $0) } ?? false
        : !Vocabulary.numbering.contains(last)
      if !counts { kept.append(word) }
    }
    return kept
  }

  /// Returns whether words are the name of a site: `WhatsApp` of web.whatsapp.com.
  private static func names(_ words: ArraySlice<String>, _ host: String) -> Bool {
    let name = words.map(folded).joined()
    return name.count >= 2 && host.split(separator: ".").contains { $0.replacing("-", with: "") == name }
  }

  private static func withoutNews(_ words: [String], _ isName: (Substring) -> Bool) -> [String] {
    var words = words
    var place = 0
    while place + 1 < words.count {
      defer { place += 1 }
      let bare = words[place].drop(while: { "([".contains($0) })
      guard let number = wholeNumber(bare), !isName(number) else { continue }
      // `2 new messages`, `2 messages`, `(2 unread)`
      let next = folded(words[place + 1])
      let isNew = Vocabulary.new.contains(next)
      let isAdjective = isNew && place + 2 < words.count && Vocabulary.news.contains(folded(words[place + 2]))
      let isInBrackets =
        bare.count < words[place].count && words[place + 1].last.map { ")]".contains($0) } == true
      if isInBrackets, isNew || Vocabulary.news.contains(next) {
        words.removeSubrange(place...(place + 1))
      } else if isAdjective || Vocabulary.news.contains(next) {
        words.remove(at: place)
        if place == 0, let first = words[0].first { words[0] = first.uppercased() + words[0].dropFirst() }
      }
    }
    return words
  }

  private static func folded(_ word: String) -> String {
    word.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func isYear(_ number: Substring) -> Bool {
    Int(number).map { (1_850...2_099).contains($0) } ?? false
  }

  /// Returns the number of a counter in brackets.
  private static func counter(_ word: Substring) -> Substring? {
    guard word.count >= 3, let first = word.first, let last = word.last,
      brackets.contains(where: { $0.0 == first && $0.1 == last })
    else { return nil }
    return wholeNumber(word.dropFirst().dropLast())
  }

  private static let brackets: [(Character, Character)] = [
    ("(", ")"), ("[", "]"), ("（", "）"), ("{", "}"), ("【", "】"),
  ]

  /// Returns a whole number in the form of counters: `3`, `99+`, `1,204`.
  private static func wholeNumber(_ text: Substring) -> Substring? {
    var digits = text
    if digits.last == "+" { digits.removeLast() }
    guard (1...9).contains(digits.count), digits.first?.isWholeNumber == true,
      digits.last?.isWholeNumber == true,
      digits.allSatisfy({ $0.isWholeNumber || $0 == "," || $0 == "." || $0 == "'" })
    else { return nil }
    return digits
  }
}

extension TitleCounters {
  /// The words that tell counters from other numbers, folded, in the most common languages.
  private enum Vocabulary {
    /// The words before a counter at the end of a title.
    static let counted = list(
      """
      inbox mail mails email emails messages message chats chat notifications notification alerts unread drafts spam updates
      tasks todo cart basket requests feed home posteingang nachrichten benachrichtigungen entwürfe aufgaben warenkorb ungelesen
      réception messagerie messages notifications brouillons panier bandeja recibidos entrada mensajes notificaciones carrito
      borradores caixa mensagens notificações posta arrivo messaggi notifiche carrello postvak berichten meldingen
      winkelwagen odebrane wiadomości powiadomienia koszyk inkorg meddelanden indbakke innboks входящие сообщения уведомления
      корзина вхідні 受信トレイ 受信箱 通知 收件箱 消息 通知 받은편지함 알림 الوارد
      """)
    /// Words that number the things they name.
    static let numbering = list(
      """
      chapter part volume vol episode season step page lesson section level act scene book issue version phase unit number no nr
      kapitel teil band folge staffel schritt seite lektion abschnitt stufe heft nummer chapitre partie tome épisode saison étape
      leçon numéro capítulo parte tomo episodio temporada paso página lección nivel número capitolo volume puntata stagione
      passo pagina lezione livello hoofdstuk deel aflevering seizoen stap les rozdział część tom odcinek sezon krok strona
      глава часть том серия сезон шаг страница урок 第 章 話 卷
      """)
    /// The words between a counter and its noun.
    static let new = list(
      """
      new unread unseen pending neue neuer neues neuen ungelesene ungelesen nouveau nouveaux nouvelle nouvelles nuevo nuevos nueva
      nuevas novo novos nova novas nuovo nuovi nuova nuove nieuwe ongelezen nowe nowych nieprzeczytane nya nye новых новые
      новое непрочитанных
      """)
    /// The nouns for news.
    static let news = list(
      """
      message messages mail mails email emails match matches notification notifications alert alerts chat chats comment comments
      request requests reply replies mention mentions update updates invitation invitations like likes follower followers task tasks
      nachricht nachrichten benachrichtigung benachrichtigungen mitteilung mitteilungen anfrage anfragen kommentar kommentare
      notifications messagerie commentaire commentaires demande demandes mensaje mensajes notificación notificaciones solicitud
      solicitudes comentario comentarios mensagem mensagens notificação notificações messaggio messaggi notifica notifiche
      richiesta richieste bericht berichten melding meldingen wiadomość wiadomości powiadomienie powiadomień powiadomienia
      meddelande meddelanden besked сообщение сообщения сообщений уведомление уведомления уведомлений
      """)

    private static func list(_ words: String) -> Set<String> {
      Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }
}
