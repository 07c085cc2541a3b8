/// The words for codes and passwords in titles, in the languages of messages.
enum TitleVocabulary {
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Words for a code.
  static let codes = words(
    """
    code codes kod kodu kodunuz kodunuzu kodun kody kodem kodom kód kódja kódod kódot kódem kode koden
    koder kodeen koda kodo kodi kods kodas kodą koodi koodisi koodin codice codici código códigos codigo
    codul cod codului код кода коду кодом коды кодът κωδικός κωδικό κωδικού clave chave कोड ओटीपी mã رمز
    كود رمزك كودك الرمز الكود קוד הקוד รหัส կոդ კოდი kód. combination
    """)
  /// Words for a code without another meaning.
  static let sure = words(
    """
    passcode passcodes otp otps totp 2fa mobiletan pushtan smstan chiptan mtan itan einmalpasswort
    einmalkennwort einmalcode kenncode kennziffer geheimzahl geheimnummer kennzahl pickup-code
    engangskode engångskod engangskoden toegangscode inlogcode verificatiecode einmalpin onetime puk
    puk1 puk2
    """)
  /// Abbreviations that are words for a code in capitals, or with a link.
  static let abbreviations = words("pin tan puk otp cvv cvc cvv2 cvc2 cid пин пин-код")
  /// Ends of compound words.
  static let codeEndings = [
    "code", "kode", "koden", "kod", "koodi", "kodas", "kód", "koodisi", "koodin", "kodunuz", "codes",
    "kennwort", "-код",
  ]
  /// Words for valuable groups of letters and digits, such as vouchers.
  static let grouped = words(
    """
    serial license licence lizenz lizenzschlüssel seriennummer licencia licença licenza activation
    aktivierung voucher gutschein gift redeem backup recovery device pairing key schlüssel
    produktschlüssel clé clave chiave chave ключ activación attivazione ativação
    """)
  /// Parts of texts in scripts without blanks.
  static let unspaced = [
    "验证码", "驗證碼", "校验码", "动态码", "動態碼", "确认码", "取件码", "提取码", "动态密码", "安全码", "激活码", "登录码",
    "コード", "認証番号", "暗証番号", "確認番号", "パスコード", "ワンタイム", "인증번호", "인증", "코드", "확인번호", "보안번호", "รหัส",
  ]
  /// Words next to one for a code that make it another kind.
  static let otherKinds = words(
    """
    error errors status exit stop return response postal post zip area country dialling dialing calling
    promo promotional promotion coupon discount rebate source qr bar color colour hex building dress tax
    fiscal fiscale penal civil civile criminal street morse hs sic nace naf icd icd-10 drg swift bic
    sort currency language vs visual studio claude machine byte product item article part model order
    tracking flight airport airports iata icao station course module class cheat route travail commerce
    review reviews conduct practice geass red quality reader scanner editor fehler quell strich farb
    barre barras barra erreur descuento desconto sconto errore strada avviamento pocztowy błędu rabatowy
    kreskowy ошибки ошибка города региона страны телефонный почтовый промо уголовный hata posta الخطأ
    خطأ شگيאה שגיאה chybový hiba eroare lỗi bưu kesalahan pos virhe posti fel feil fejl ethics etik
    generator vinci npm genetic da fault diagnostic hts un cas ean upc isbn naics mcc dtc ata warnings
    cpv iso style changes coverage lines samples base blocks block owners signing quest camp club creative fortnite roblox friend academy switch
    """)
  static let otherKindsUnspaced = ["エラー", "バー", "郵便", "QR", "错误", "오류", "우편", "ソース"]
  /// Compounds for codes that grant no access.
  static let otherCompounds = words(
    """
    fehlercode errorcode statuscode barcode zipcode quellcode sourcecode strichcode qrcode qr-code
    feilkode fejlkode virhekoodi felkod chybový strekkode streckkod promocode opcode unicode geocode
    bytecode encode decode vscode xcode gcode g-code postcode postkode nightcode leetcode barkod postkod
    farbcode encodes decodes barcodes qr-codes transcode keycode shellcode nocode lowcode no-code
    low-code episode postnummer viivakoodi kodiak rabattcode gutscheincode rabattkod rabatkode
    aktionscode bankcode blz-code blik-kod shortcode micode pseudocode dresscode dress-code area-code
    """)
  /// Words that make a code one that grants access.
  static let strengthening = words(
    """
    verification verify security secure login log-in log sign-in signin access one-time one time
    single-use temporary authentication authenticator confirmation confirm validation activation device
    pairing backup recovery emergency gift redeem reset unlock entry sms 2fa two-factor door gate garage
    alarm house lockbox safe locker pickup pick-up voicemail sim card wifi wi-fi zoom meeting webinar
    steam slack github google microsoft whatsapp telegram signal uber instagram facebook paypal sécurité
    vérification connexion validation unique accès confirmation secours verificación seguridad acceso
    único confirmación inicio verificação segurança acesso confirmação verifica sicurezza accesso
    monouso conferma weryfikacyjny jednorazowy dostępu bezpieczeństwa подтверждения доступа входа
    безопасности одноразовый підтвердження доступу verificatie eenmalige bekreftelse verifisering
    sikkerhets jednorazowe jednorazowa jednorázové одноразового смс odbioru retrait retiro ritiro
    abholung afhaal получения выдачи доставки porte portail immeuble porta puerta cancello deur dør dörr
    ovi дома двери kertakäyttöinen חד פעמית kullanımlık jednorázový jednorazový ověřovací overovací
    secret confidential confidentiel personnel personal geheim segreto secreto secreta pin atm
    transaction autoryzacyjny проверочный egyszer használatos engangs einmaliges einmal bezpečnostní
    ellenőrző doğrulama onay güvenlik tek kullanımlık التحقق التفعيل الدخول אימות सत्यापन xác thực
    verifikasi dinámica dinâmica otp prijavo freischalt zugang zugangs abhol tür haus packstation
    """)
  static let strengtheningParts = [
    "zugang", "bestätigung", "sicherheit", "anmelde", "einmal", "freischalt", "abhol", "tür", "haus", "alarm",
    "verifi", "aktivierung",
    "wiederherstellung", "backup", "inlog", "toegang", "engång", "engang", "vahvistus", "bekreft",
    "sikkerhed", "login", "access", "pin",
    "kenn", "safe", "tresor", "schließfach", "garagen",
  ]
  /// Words for the owner of a code.
  static let possessives = words(
    """
    your my our ihr ihre ihren ihrem dein deine deinen mein votre ton ta vos mon tu su tus sus mi tuo
    tua suo sua seu teu twój twoje twoja mój ваш ваша ваше ваши твой ваш: вашого jouw je uw mijn din
    ditt dit min mitt sinun váš vaše tvůj vaš vaša jūsu jūsų ön tău dvs σας вашият вашия anda của आपका
    您的 您 你的 あなたの あなた الخاص شما שלך here's koodisi kodunuz kodunuzu şifreniz
    """)
  /// Words between a code and its noun.
  static let links = words(
    """
    is ist lautet sind are est es è é e' to je jest är er on este είναι е هو הוא là adalah คือ = : # “ "
    ' „ « [ ( 【 -> → – — - は が 是 为 為 는 은 です como le
    """)
  /// Words for signing in.
  static let intents = words(
    """
    verify verification verifying login log-in signin sign-in sign log authenticate authentication
    confirm anmelden anmeldung einloggen connecter connexion iniciar sesión acceder entrar accedere
    zalogować войти входа вход inloggen logga logge kirjaudu přihlášení pairing pair koppeln kopplung
    2fa anzumelden einzuloggen bestätigen verifizieren identifier accéder confirmer vérifier
    identificarte ingresar confirmar verificar verificare confermare aanmelden bevestigen verifiëren
    verifiera bekräfta bekrefte bekræfte vahvista potwierdzić zweryfikować potwierdź ověřit potvrdit
    подтвердить подтверждения авторизации підтвердити doğrulayın onaylayın giriş yap đăng nhập masuk
    verifikasi autentificare
    """)
  /// Words for giving a code.
  static let giving = words(
    """
    use enter with type verwenden sie gib geben eingeben utilisez saisissez utiliza usa use usar
    introduce digite inserisci użyj wpisz введите используйте gebruik voer använd brug bruk käytä
    použijte code kod kode
    """)
  /// Words for things whose numbers follow directly.
  static let counted = words(
    """
    order orders invoice ticket issue issues pr request case flight room no nr number article chapter
    page episode season version build release gate bus train line route model lot bestellung rechnung
    auftrag sendung commande facture pedido factura ordine fattura заказ parcel package paket tracking
    ref incident vertrag konto account customer population kb rfc iso din en iec cve pep zimmer platz
    raum level over than us dollar eur usd since until in from of ab seit bis von
    """)

  /// Words for a password.
  static let passwords = words(
    """
    password passwords passwd passwort kennwort passphrase passkey contraseña contrasena senha
    palavra-passe passe mdp wachtwoord lösenord passord adgangskode kodeord salasana salasanasi heslo
    hasło jelszó jelszava пароль пароля паролем parola parolanız parolanızı şifre şifreniz パスワード 密码 密碼
    密码是 비밀번호 암호 المرور סיסמה הסיסמה סיסמתך पासवर्ड khẩu κωδικός sandi лозинка lozinka geslo
    """)
  static let passwordEndings = [
    "passwort", "kennwort", "password", "wachtwoord", "lösenord", "passord", "salasana", "passwörter",
  ]
  /// Short words for a password, which have other meanings, too.
  static let passwordMarks = words(
    "pw pwd pass psk pass: key schlüssel clé clave chiave chave klucz ключ キー 密钥 wlan-schlüssel netzwerkschlüssel"
  )
  /// Words that make a password somebody's own.
  static let owned = words(
    """
    new temporary initial current old guest root admin wifi wi-fi wlan neues neue temporäres temporaire
    nouveau nouvelle temporal nueva provvisoria nuova nova nowe новый временный тимчасовий 初期 nytt
    nieuwe nyt uusi nové új username user benutzer benutzername login вайфая вай-фай router hotspot ssid
    network default
    """)
  static let networks = words(
    "wifi wi-fi wlan wlan-passwort wlan-kennwort вайфая вай-фай router hotspot ssid netzwerk wifi: wlan-schlüssel"
  )
  /// Words for statements about passwords.
  static let predicates = words(
    """
    wrong incorrect required weak strong expired changed invalid reset missing visible empty secure
    insecure compromised vergessen falsch geändert ändern festlegen recovery generator finder hacker
    cracker changer manager managers tool tools app apps show viewer settings security protection
    sharing protected protect incorrecte oublié oubliée incorrecta olvidada errata dimenticata
    zapomenuté vergeten wijzigen glömt забыли неверный password passwords wikipedia windows iphone
    android router default breached hashing hashes policy strength checker authentication encryption
    example reminder prompt dialog field protokoll explained einrichten anzeigen auslesen zurücksetzen
    swordfish forgotten definition meaning translation expires expired authenticator wiederherstellen
    vergessen? zurücksetzen? generieren hardware software management cloaking unlimited adapter extender
    """)
  /// Words of texts that have a user and a password.
  static let accounts = words(
    "login logins credentials credential zugangsdaten anmeldedaten identifiants credenciales credenziali username user benutzer account router konto доступ логин"
  )

  /// Words for a key.
  static let keys = words(
    """
    key keys schlüssel clé clave chiave chave klucz ключ キー 密钥 密鑰 키 token secret secrète secret: seed
    2fa totp authenticator sleutel nyckel nøgle nøkkel avain klíč kulcs anahtar credential api
    """)
  static let secretKinds = words(
    "secret private api access setup client encryption signing master geheimer geheim secrète privée privada segreta manual entry"
  )
  /// Words for things whose long strings are not secrets.
  static let digests = words(
    """
    public fingerprint commit commits sha sha1 sha256 sha-1 sha-256 md5 checksum hash etag transaction
    tx txn txid block receipt contract address tree revision digest
    """)
  /// Words before numbers of persons.
  static let persons = words(
    """
    ssn sozialversicherungsnummer rentenversicherungsnummer sv-nummer steuer-id
    steueridentifikationsnummer personalausweisnummer ausweisnummer passport-number dni nie bsn pesel
    cpf personnummer ahv nir
    """)
  /// Texts that announce the words of a wallet.
  static let phrases: [StaticBytes] = [
    "seed phrase", "seed words", "recovery phrase", "secret phrase", "backup phrase", "mnemonic",
    "wallet seed", "words:",
    "passphrase:", "wiederherstellungsphrase", "phrase de récupération", "frase semilla",
    "frase de recuperación", "frase di recupero",
    "frase de recuperação", "фраза восстановления", "сид-фраза", "助记词", "助記詞", "リカバリーフレーズ", "복구 문구",
    "herstelzin",
    "återställningsfras", "seed:", "seed-phrase", "seedphrase", "fraza odzyskiwania",
  ]
}
