/// The language in which phrases are composed.
public enum PhraseLanguage: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// The language of a locale like `de_AT.UTF-8`; English if phrases cannot be composed in it.
  public init(locale: String) {
    let code = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }.lowercased()
    self = PhraseLanguage(rawValue: code) ?? .english
  }

  /// A Boolean value that indicates whether the verb follows its object, as in `Licht ausschalten`.
  var putsVerbLast: Bool { self == .german }

  /// The word before a number without a name of its own.
  var number: String {
    switch self {
    case .english: "number"
    case .german: "Nummer"
    case .french: "numéro"
    case .spanish: "número"
    }
  }

  /// The word for negation.
  var not: String {
    switch self {
    case .english: "not"
    case .german: "nicht"
    case .french: "non"
    case .spanish: "no"
    }
  }

  /// The preposition for a relation, before a name.
  func preposition(_ relation: Preposition) -> String {
    let words =
      switch relation {
      case .with: ["with", "mit", "avec", "con"]
      case .recipient: ["to", "an", "à", "a"]
      case .author: ["by", "von", "de", "de"]
      case .sender: ["from", "von", "de", "de"]
      case .inside: ["in", "in", "dans", "en"]
      case .place: ["at", "bei", "à", "en"]
      }
    let index =
      switch self {
      case .english: 0
      case .german: 1
      case .french: 2
      case .spanish: 3
      }
    return words[index]
  }

  /// The name of an activity without any speakable part.
  var anything: String {
    switch self {
    case .english: "Activity"
    case .german: "Aktivität"
    case .french: "Activité"
    case .spanish: "Actividad"
    }
  }
}

/// The names of the verbs of activity types.
enum VerbLexicon {
  /// The verbs in each language, by the English word, which is part of type names.
  private static let verbs: [String: [PhraseLanguage: String]] = {
    let table = """
      add hinzufügen ajouter añadir|book buchen réserver reservar|browse durchsuchen parcourir explorar
      buy kaufen acheter comprar|calculate berechnen calculer calcular|call anrufen appeler llamar
      check prüfen vérifier comprobar|close schließen fermer cerrar|compose schreiben écrire escribir
      continue fortsetzen continuer continuar|create anlegen créer crear|delete löschen supprimer borrar
      dial anrufen appeler llamar|draw zeichnen dessiner dibujar|edit bearbeiten modifier editar
      find suchen chercher buscar|go gehen aller ir|join beitreten rejoindre unirse|launch starten lancer iniciar
      like mögen aimer gustar|listen hören écouter escuchar|log eintragen noter anotar|lock sperren verrouiller bloquear
      make machen faire hacer|mute stummschalten couper silenciar|navigate navigieren naviguer navegar
      note notieren noter anotar|open öffnen ouvrir abrir|order bestellen commander pedir|pause pausieren suspendre pausar
      pay bezahlen payer pagar|photograph fotografieren photographier fotografiar|play abspielen jouer reproducir
      preview ansehen prévisualiser previsualizar|print drucken imprimer imprimir|read lesen lire leer
      record aufnehmen enregistrer grabar|remind erinnern rappeler recordar|reply antworten répondre responder
      ride fahren rouler montar|run ausführen lancer ejecutar|save sichern enregistrer guardar|scan scannen numériser escanear
      search suchen chercher buscar|send senden envoyer enviar|set einstellen régler ajustar|share teilen partager compartir
      show zeigen afficher mostrar|sign unterschreiben signer firmar|sing singen chanter cantar
      start starten démarrer iniciar|stop beenden arrêter detener|study lernen étudier estudiar|take nehmen prendre tomar
      text schreiben écrire escribir|track verfolgen suivre seguir|translate übersetzen traduire traducir
      turn schalten tourner girar|unlock entsperren déverrouiller desbloquear|update aktualisieren actualiser actualizar
      view ansehen voir ver|visit besuchen visiter visitar|walk gehen marcher caminar|watch ansehen regarder ver
      write schreiben écrire escribir
      """
    var verbs: [String: [PhraseLanguage: String]] = [:]
    for entry in table.split(whereSeparator: { $0 == "|" || $0.isNewline }) {
      let words = entry.split(separator: " ").map(String.init)
      guard words.count == 4 else { continue }
      verbs[words[0]] = [.english: words[0], .german: words[1], .french: words[2], .spanish: words[3]]
    }
    return verbs
  }()

  /// The verb in a language; `nil` for an unknown word.
  static func verb(_ word: String, in language: PhraseLanguage) -> String? { verbs[word]?[language] }

  /// Returns whether a folded word is a verb of an activity type in any language, or another common
  /// first verb of titles.
  static func isVerb(_ word: ArraySlice<UInt32>) -> Bool { foldedVerbs.contains(Array(word)) }

  /// Returns whether a phrase is a verb of an activity type in one language.
  static func isVerb(_ word: FoldedPhrase, in language: PhraseLanguage) -> Bool {
    verbsByLanguage[language]?.contains(word.letters) ?? false
  }

  private static let verbsByLanguage: [PhraseLanguage: Set<[UInt32]>] = PhraseLanguage.allCases.reduce(
    into: [:]
  ) { table, language in
    table[language] = Set(verbs.values.compactMap { $0[language].map { FoldedPhrase($0).letters } })
  }

  private static let foldedVerbs: Set<[UInt32]> = {
    let others = ["look", "use", "cook", "message", "chat", "see", "do", "get", "enter"]
    let words = verbs.values.flatMap(\.values) + others
    return Set(words.map { FoldedPhrase($0).letters })
  }()

  /// The number of verbs.
  static var count: Int { verbs.count }
}
