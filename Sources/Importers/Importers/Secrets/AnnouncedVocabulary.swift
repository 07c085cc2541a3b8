/// The words with which short texts announce a password or a code, and those that show that they
/// only mention one.
enum AnnouncedVocabulary {
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Words between a noun and its value.
  static let links = words(
    "ist is lautet lautete es est è é är er on jest is: = war sei bleibt heißt heisst este to")
  /// The words after "password" in texts that only mention one.
  static let topics = words(
    """
    siehe see steht liegt leer empty none keine kein neu new alt old hier here unten oben ändern vergessen zurücksetzen eingeben
    festlegen auslesen anzeigen herausfinden knacken hacken speichern löschen generieren erstellen erneuern verwalten merken teilen
    schicken senden anfordern abfragen setzen entfernen schützen finden wechseln verlieren prüfen testen tauschen mitteilen
    weitergeben notieren aufschreiben verwenden abholen beantragen hinterlegen sichern bestätigen wiederherstellen umgehen
    deaktivieren aktivieren einrichten synchronisieren importieren exportieren aktualisieren vorlesen erfragen erhalten bekommen
    besprechen übergeben holen suchen klären nachfragen wählen eintippen hinzufügen ersetzen zusenden mitbringen rücksetzen
    verschickt verloren bekannt unbekannt falsch richtig korrekt sicher unsicher nötig erforderlich gültig ungültig schwach stark
    egal weg da abgelaufen fertig offen pflicht notwendig dasselbe gleich wichtig geheimnis tot out dead
    manager managers generator generatoren richtlinie richtlinien policy policies sicherheit länge stärke regeln hinweis hinweise
    schutz feld datei tresor safe liste verwaltung wiederherstellung hash hashes reset resets recovery change changes changer
    strength security hygiene fatigue spraying spray checker check vault entropy sharing share rules rule requirements tips tip
    sync storage app apps import export hint hints input rotation rotate autofill file files field fields protection
    authentication auth prompt prompts manager: help forgot forgotten forget lost wrong correct incorrect invalid valid required
    optional expired changed missing visible hidden secure insecure strong weak updated update sent emailed mailed attached reuse
    best ideas idea list lists day breach breaches leak leaks stealer dump dumps cracker crack cracking login username user email
    error errors issue issues problem problems question questions example examples definition meaning synonym history tool
    tools review reviews guide guides tutorial options settings setting page form dialog box toggle mask validation validator
    regex length complexity confirmation confirm again repeat twice online offline free download wiki wikipedia book movie game
    cambiar olvidada olvidado recuperar segura seguro fuerte nueva nuevo changer oublié oubliée modifier perdu perdue réinitialiser
    incorrect sécurisé fort faible glemt bytte skifte bytt återställa glömt vergeten wijzigen resetten zapomniane zmień сменить
    забыли восстановить забыт неверный изменить изменён слабый надёжный dimenticata dimenticato cambiare sicura esqueci esquecida
    alterar recuperação unutuldu unohtui vaihda zapomenuté elfelejtett uitat change? vergessen? not nicht no kommt folgt per via
    today tomorrow heute morgen later später bald soon yours public private personal same shared unique random temporary default
    case-sensitive admin root unknown unchanged separately separat telefonisch persönlich schriftlich mündlich unverändert manuell nieprawidłowe nieprawidłowy nieprawidlowe неправильный expiré expirée expirou expirado expirada caducado caducada vencida scaduta scaduto utgått udløbet verlopen wygasło истёк истек устарел устарела süresi doldu
    automatisch bitte please danke thanks und oder and or
    """)
  private static let endings = [
    "ing", "tion", "ment", "able", "ible", "ness", "ity", "ung", "bar", "lich", "los", "keit", "heit",
    "managers", "ierung", "ierbar",
    "richtlinie", "manager", "generator", "eingabe", "änderung", "abfrage", "speicher", "schutz",
  ]
  private static let participles = [
    "ge", "ange", "abge", "zurückge", "ausge", "einge", "mitge", "aufge", "wiederge", "vorge", "weiterge",
    "hinterle", "zuge", "durchge",
    "beka", "bestä", "aktual",
  ]

  /// Returns whether a word is about passwords but is not one.
  static func isTopic(_ word: String) -> Bool {
    if topics.contains(word) || TitleVocabulary.predicates.contains(word)
      || TitleVocabulary.passwords.contains(word)
    {
      return true
    }
    guard word.utf8.count <= 24, word.utf8.allSatisfy({ $0.isLetter || $0 >= 0x80 || $0 == .dash }) else {
      return false
    }
    if word.ends(with: "ed"), word.utf8.count > 5 { return true }
    if (word.ends(with: "t") || word.ends(with: "en")), participles.contains(where: { word.hasPrefix($0) }),
      word.utf8.count > 5,
      !word.hasPrefix("geh")
    {
      return true
    }
    return endings.contains { word.ends(with: $0) }
  }

  /// Nouns for passwords besides those of ``TitleVocabulary``, in any case.
  static let passwords = words(
    """
    pw pw: pwd passw passwort: pass psw pwort парола кодеword kode-ord пароль: пас heslo: hasło: clave claves contraseña parolă fjalëkalimi
    zaporka slaptažodis parole parool lykilorð geslo лозинка лозинката пароліk şifresi sifre şifre parolası пароли kata-sandi
    kw mdp moodle-schlüssel contrasenya einschreibeschlüssel kursschlüssel zugangsschlüssel einschreibekennwort masterpasswort kennung-pw losung losungswort codewort kodewort stichwort-pin telefonkennwort kundenkennwort
    """)
  /// Nouns of locks, which have numbers.
  static let locks = words(
    """
    tresor safe zahlenschloss fahrradschloss vorhängeschloss kofferschloss bügelschloss schlüsselbox schlüsselkasten schlüsseltresor
    schlüsselsafe schlüsselkästchen keybox lockbox keysafe padlock digicode digicodes bike-lock u-lock entsperrmuster sperrmuster unscharf scharf alarmanlage kombination combination
    combo zahlenkombination cadenas candado lucchetto portail portone kłódka домофон сейф hangslot kluis hänglås kodlås nøkkelboks
    locker spind schließfach tastenfeld türcode keypad torcode schließfachcode
    """)
  /// Nouns of doors and devices, with which a word for a code means their code.
  static let places = words(
    """
    haustür tür türe tor hoftor gartentor garage garagentor alarm eingang einfahrt keller schlüsselbox handy tablet laptop telefon sim gate door
    front garage entry building house flat apartment portone cancello porta porte immeuble entrée interphone portail puerta portal edificio
    klingel wohnung ferienwohnung briefkasten tresor safe schloss lock locker bike fahrrad kinderwagen aufzug lift büro office gym
    studio praxis wohnheim treppenhaus hof parkhaus schranke drzwi brama дверь подъезд дом deur poort dør port ovi kapı подъезда
    airbnb hotel lobby lockbox keybox voicemail mailbox fernseher tv alexa zoom teams meeting
    """)
  /// Nouns of things that long codes unlock.
  static let keys = words(
    """
    gutscheincode lizenzschlüssel license licence lizenz produktschlüssel guthabencode geschenkcode gift giftcard aktivierungscode aktivierungsschlüssel
    activation freischaltcode recovery backup wiederherstellung wiederherstellungscode wiederherstellungsschlüssel notfallcode
    notfallschlüssel emergency secours récupération recuperación recuperação recupero redeem voucher key-code cd-key cdkey product
    registrierungsschlüssel installationsschlüssel entsperrschlüssel bitlocker lizenznummer paysafecard 2-step guthaben psn steam
    """)
  static let serials = words("seriennummer serial serials sn s/n seriennr número-serie seriale")
  /// Words after a number that counts or measures.
  static let units = words(
    "€ eur euro usd $ % kg g m km cm mm uhr pm am punkte teile stück st. °c mb gb tb kb mbit w kw v a ps min minuten stunden tage seiten"
  )
  /// Words after which 12 words or more are those of a wallet.
  static let phrases = words(
    """
    seed phrase words wörter paperkey seedphrase mnemonic palabras mots parole слов слова woorden ord słów phrase: seed: words: wörter:
    wiederherstellungswörter seed-wörter seedwörter recovery-phrase backup-phrase wallet ledger trezor metamask key
    """)
  static let cards = words(
    "visa mastercard kreditkarte amex maestro kartennummer card carte tarjeta carta karta")
  static let questions = words(
    "mädchenname maiden geburtsname sicherheitsfrage sicherheitsantwort sicherheitsfragen security-question geheimfrage geheimantwort"
  )
  /// Parts of texts that are written without blanks, for codes.
  static let unspaced: [String] = [
    "验证码", "校验码", "驗證碼", "认证码", "动态码", "动态密码", "確認コード", "認証コード", "認証番号", "인증번호", "인증 번호", "取件码", "提取码",
    "确认码", "ワンタイムパスワード", "安全码", "口令", "动态密码", "動態密碼", "门禁密码", "門禁密碼", "开门码", "门锁密码", "暗証番号", "확인코드",
  ]
}
