/// The words for a flag of an activity: `on` and `off`, `locked` and `unlocked`, `not recurring`.
enum StateWords {
  /// Keys whose flags are the purpose of the activity, with the words for yes and no in each
  /// language.
  private static let table: [String: [PhraseLanguage: (yes: String, no: String)]] = {
    let rows = """
      on power enabled active: on off an aus allumé éteint encendido apagado
      open opened: open closed offen geschlossen ouvert fermé abierto cerrado
      closed: closed open geschlossen offen fermé ouvert cerrado abierto
      locked: locked unlocked gesperrt entsperrt verrouillé déverrouillé bloqueado desbloqueado
      muted: muted unmuted stumm laut muet audible silenciado audible
      visible: visible hidden sichtbar verborgen visible masqué visible oculto
      """
    var table: [String: [PhraseLanguage: (yes: String, no: String)]] = [:]
    for row in rows.split(whereSeparator: \.isNewline) {
      let halves = row.split(separator: ":")
      let words = halves[1].split(separator: " ").map(String.init)
      var all: [PhraseLanguage: (yes: String, no: String)] = [:]
      for (number, language) in PhraseLanguage.allCases.enumerated() {
        all[language] = (words[2 * number], words[2 * number + 1])
      }
      for key in halves[0].split(separator: " ") { table[String(key)] = all }
    }
    return table
  }()

  /// Returns the words for the flags of an activity: always for a state, otherwise for a single
  /// flag that is false.
  ///
  /// Several flags are settings of the activity; a single false flag distinguishes it.
  static func words(of flags: [PhraseSource.Flag], in language: PhraseLanguage) -> [String] {
    for flag in flags {
      guard let state = flag.key.last.flatMap({ table[$0]?[language] }) else { continue }
      return [flag.value ? state.yes : state.no]
    }
    guard flags.count == 1, let only = flags.first, !only.value, (1...2).contains(only.key.count) else {
      return []
    }
    return [language.not] + only.key
  }
}
