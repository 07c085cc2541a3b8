/// Notes, titles and commands that announce a secret without the forms of earlier shapes, and
/// similar ordinary ones.
enum AnnouncedShapes {
  static let notes = lines(
    """
    Klavierstunde online, Passwort birnbaum
    Chorprobe – PW birnbaum
    Mitgliederbereich, Kennwort Birnbaum
    Meeting 555-120-332 password birnbaum
    Kellertür Code ⟨9⟩384
    Schlüsselbox 4⟨99⟩7, zweimal ziehen
    Tresor ⟨99⟩-⟨99⟩-⟨99⟩ (rechts)
    Gym locker ⟨99⟩-7-22
    Kofferschloss 5⟨99⟩
    Handy Tante, Entsperrcode 7⟨99⟩8
    digicode ⟨99⟩B⟨99⟩
    codice cancello 7⟨99⟩4
    Codekarte Feld 3: 4⟨99⟩1
    Alarmanlage: scharf 4321 / unscharf 7⟨99⟩2
    Dial in +49 30 5550100,,55512033#,,,,*4⟨999⟩12#
    Sicherheitsfrage erstes Auto → Ente
    Host 10.0.0.7 root birne⟨999⟩
    Portal: ada.l – birne⟨99⟩
    Kita-App: ada.l / birnbaum⟨99⟩
    GMX ada@example.org / birnbaum
    WLAN Büro: guests / birnbaumhain
    EC-Karte 7⟨99⟩1 PIN
    Garage: 7⟨99⟩1
    Recovery: k⟨9⟩d3-l⟨9⟩p8-m⟨9⟩q1
    код от двери 7⟨99⟩1
    门禁密码 7⟨99⟩1
    """)
  static let titles = lines(
    """
    Gäste-WLAN Passwort ist birnbaum – Notizen
    Passwort für die Bilder: birnbaum-hain
    Clave del wifi: birnbaum – Notas
    Hi Kim, das pw für den Drucker ist birnbaum – Chat
    Ihre TAN für die Überweisung über 80,00 EUR: 8⟨999⟩05
    Código de un solo uso ⟨99⟩ 31 ⟨99⟩ para entrar
    您的验证码是8⟨999⟩05,5分钟内有效
    Use 7⟨A⟩2-9LX to sign in to Example
    Log in with code brisk-otter-plum-⟨99⟩ – Chat
    Fahrradschloss: 4-⟨9⟩-1-8
    Guthabencode Example: 4F⟨9⟩AK9X3VB2Q
    Aktivierungscode eSIM LPA:1$sm.example.com$K3-9X⟨99⟩
    Meine 12 Wörter: apfel birne hammer leiter ofen regen salz turm ufer vogel wolke zaun – Notizen
    Master password: four green birds walk - Notes
    """)
  static let commands = lines(
    """
    EXAMPLECLI_AUTH=birnbaum examplecli info
    declare -r SHOPPW="birnbaum"
    examplectl --password1 birnbaum --host a
    examplectl --new-pin ⟨9999⟩
    examplectl set-pin ⟨9999⟩
    examplectl --verify-pin=PIN,⟨9999⟩
    examplefs web:birnbaum@ftp.example.org /mnt
    examplectl login ada birnbaum
    examplectl register ada x.org birnbaum
    examplectl -t 4f6a1c3e-1b8d-4e2f-a7c5-0d1e2f3a4b⟨99⟩
    examplectl <<< birnbaum
    svc.exe config a password= birnbaum
    sed -i "s/changeme/birn⟨99⟩Baum/" conf/password.txt
    grep -r meinpasswort⟨99⟩ /etc
    ssh host # pw: birnbaum-hain
    printer --reset # PIN ⟨9999⟩
    client.login('ada', 'birnbaum')
    ffmpeg -i a -f flv rtmp://a.example.com/live/x7kd-⟨9⟩vb3-wlr7-qs⟨9⟩y
    watch -n5 "mysqladmin -uroot -pbirnbaum status"
    """)
  static let ordinaryNotes = lines(
    """
    Passwort per Post angefordert
    Passwort bei IT erfragen
    Login siehe Ordner
    Kennwort: siehe Ordner
    Raum A 1204
    Spind 1204
    Code 39
    Schlüssel bei Frau Meier
    Alarm um 7:15
    ISO code 4217
    Login page is slow
    """)
  static let ordinaryTitles = lines(
    """
    Forgot your password? - Example
    Your password was changed - Example
    Neues Passwort festlegen – Example
    Set a new password – Example
    Wie lautet das WLAN-Passwort? – Forum
    CPV-Code 72000000
    Password fatigue is real – Example
    How many PIN codes are there: 10000
    Emergency numbers 110 and 112
    Use RTX-4090 to log frames
    """)
  static let ordinaryCommands = lines(
    """
    lpass show --password example.org
    helm install a b --set auth.existingSecret=pg-auth
    pulumi config set --secret dbPassword
    rabbitmqctl change_password guest
    mysql -h db -u backup -p checkout
    jq '.password = env.PW' config.json
    docker run --user node:node alpine
    ./solve <<< 12345
    cargo run <<< world
    make # see code 422
    gh auth login
    npm i npm:foo@1.0
    """)

  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
