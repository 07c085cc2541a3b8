/// Shapes and ordinary lines that were written when the rules were finished, and tried once before
/// anything was changed because of them.
enum LastShapes {
  static let commands = lines(
    #"""
    curl -XGET -sfu kim:'§' https://es:9200/_cat
    curl -vku kim:§ sftp://host/f
    wget --ftp-user=kim --ftp-password='§' ftp://h/f
    lynx -auth=kim:'§' https://example.com
    w3m -header "Authorization: Basic §" https://example.com
    grpcurl -rpc-header "x-api-key: §" h svc/M
    odbcinst -q; isql mydsn kim '§' -b
    usql mssql://kim:§@h/db
    sqlcmd -S tcp:h -U kim -P'§' -d x
    impdp kim/'§' full=y
    exp userid=kim/'§' file=a.dmp
    db2 connect to x user kim using '§'
    mongosh h/admin -u kim -p'§'
    mongosh --eval "use('x'); db.updateUser('kim', {pwd: '§'})"
    psql -h h -c "create user kim with encrypted password '§'"
    mysql -ukim --password='§' -e 'select 1'
    mycli mysql://kim:§@h/x
    influx user password -n kim -p '§'
    redis-cli -u redis://:§@h:6379 info
    redis-cli --user kim --pass '§'
    memcached-tool h:11211 <<< 'set k 0 0 8'; PASS='§'; echo $PASS | sasl-auth
    etcdctl --user=kim:'§' member list
    NPM_TOKEN='§' npm publish
    pip install twine && TWINE_PASSWORD='§' twine upload dist/*
    docker service create --env DB_PASS='§' x
    docker login ghcr.io -u kim --password-stdin <<< '§'
    echo '§' | nerdctl login -u kim --password-stdin
    kubectl create secret generic x --from-literal=a='§' -n p
    kubectl set env deploy/x API_SECRET='§'
    kubectl patch secret x -p '{"stringData":{"password":"§"}}'
    helm upgrade x c --set postgresql.auth.password='§'
    aws configure set aws_session_token '§'
    aws rds modify-db-instance --db-instance-identifier x --master-user-password '§'
    aws secretsmanager update-secret --secret-id x --secret-string '§'
    aws ssm put-parameter --name /db/password --value '§' --type String
    az webapp config appsettings set -n x --settings DB_PASSWORD='§'
    az ad app credential reset --id x --password '§'
    gcloud sql users create kim --instance x --password '§'
    vault login -method=userpass username=kim password='§'
    vault kv put kv/x pass='§' user=kim
    bao write auth/userpass/users/kim password='§'
    terraform apply -var='admin_password=§'
    ansible-playbook x.yml -e 'vault_pass=§'
    ansible x -m user -a "name=kim password=§"
    pulumi config set db:password '§' --secret
    sops exec-env x.yml 'export TOKEN=§; run'
    keyring set svc kim <<< '§'
    python -m keyring set svc kim <<< '§'
    secret-tool store --label=x k v <<< '§'
    gpg --yes --batch --passphrase='§' -c a
    echo '§' | gpg --passphrase-fd 0 -d a.gpg
    openssl genrsa -aes256 -passout pass:'§' 4096
    openssl enc -aes-256-cbc -k '§' -in a
    openssl s_client -connect h:993 <<< 'a login kim §'
    ssh-keygen -p -P '§' -N '' -f k
    sshpass -p '§' rsync -a a h:
    SSHPASS='§' sshpass -e ssh h
    expect -c 'spawn scp a h:; expect "*assword*"; send "§\n"'
    python -c "import pexpect; c = pexpect.spawn('ssh h'); c.sendline('§')"
    python -c "import redis; redis.Redis(host='h', password='§').ping()"
    python3 -c "import ftplib; ftplib.FTP('h').login('kim', '§')"
    python3 -c "import keyring; keyring.set_password('svc', 'kim', '§')"
    node -e "fetch(u, {headers: {authorization: 'Bearer §'}})"
    node -e "require('pg').Client({user: 'kim', password: '§'})"
    ruby -rredis -e "Redis.new(password: '§')"
    perl -MNet::FTP -e '$f->login("kim", "§")'
    php -r '$r->auth("§");'
    php artisan tinker --execute="User::find(1)->update(['password' => bcrypt('§')])"
    rails runner 'User.find(1).update(password: "§")'
    django-admin shell -c "u.set_password('§')"
    python manage.py shell -c "User.objects.create_superuser('kim', 'k@e.org', '§')"
    python manage.py create_user kim '§'
    wp user create kim k@e.org --user_pass='§' --role=editor
    htpasswd -nb kim '§'
    htpasswd -cbB f kim '§'
    mosquitto_pub -u kim -P'§' -t x -m y
    zip -er -P'§' a.zip d
    7z x -p§ -y a.7z
    unrar x -p'§' a.rar
    borg create --remote-path x r::a d <<< '§'
    BORG_PASSPHRASE='§' borg list
    RESTIC_PASSWORD='§' restic snapshots
    rclone config create x sftp host h user kim pass '§'
    mount -t cifs -o user=kim,password=§ //h/s /m
    smbclient -U kim%§ //h/s
    smbclient //h/s -U kim --password='§'
    net rpc user -U admin%'§' -S h
    ldapsearch -x -D cn=kim -w'§' -b dc=x
    rdesktop -u kim -p '§' h:3389
    xfreerdp /u:kim /p:§ /v:h
    nmcli d wifi connect Net password '§' ifname wlan0
    iwctl station wlan0 connect Net --passphrase '§'
    echo '§' | sudo -S -p '' ls
    sudo -S id <<< '§'
    echo 'kim:§' | sudo chpasswd
    printf '%s\n' '§' '§' | sudo passwd kim
    useradd -p '§' kim
    usermod -p '§' kim
    adb shell input text '§'
    xdotool type --clearmodifiers '§'
    oathtool --totp -b ⟨BBBBBBBBBBBBBBBBBBBBBBBB⟩
    oathtool --totp ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    cat > .env <<EOF↵API=x↵SECRET_KEY=§↵EOF
    cat > app.yml <<EOF↵mail:↵  username: kim↵  password: ¶↵EOF
    tee pg.conf <<EOF↵user=kim↵password=¶↵EOF
    ftp -n <<EOF↵open h↵user kim §↵EOF
    read -rs TOKEN; TOKEN='§'
    X='§'; mysql -u root -p"$X" shop
    P=¶; curl -u "kim:$P" https://example.com
    export K='§'; openssl enc -k "$K" -in a
    """#)

  static let titles = lines(
    #"""
    Dein WhatsApp-Code: ⟨999-999⟩
    Ihr Bestätigungscode für PayPal ist ⟨999999⟩
    Anmeldecode ⟨999999⟩
    Code zur Anmeldung: ⟨999999⟩
    smsTAN ⟨999999⟩ für Ihren Auftrag
    ⟨999999⟩ ist Ihr Code für Amazon
    Geheimzahl ⟨9999⟩
    Votre code d'authentification : ⟨999999⟩
    ⟨999999⟩ : votre code de connexion
    Code secret ⟨9999⟩
    Votre code confidentiel est ⟨9999⟩
    Tu código de verificación de Google es ⟨999999⟩
    ⟨999999⟩ es el código para acceder
    Código SMS ⟨999999⟩
    Seu código do Nubank: ⟨999999⟩
    ⟨999999⟩ é o seu código
    Il codice di sicurezza è ⟨999999⟩
    ⟨999999⟩ è il tuo codice
    Kod autoryzacyjny: ⟨999999⟩
    Kod dostępu ⟨9999⟩
    ⟨999999⟩ to Twój kod
    Код для входа: ⟨99999⟩
    Ваш пароль ⟨9999⟩
    Код ⟨9999⟩. Никому не говорите
    Проверочный код ⟨999999⟩
    セキュリティコード ⟨999999⟩
    【重要】認証コードは⟨999999⟩です
    验证码 ⟨9999⟩，10分钟内有效
    您的登录验证码为：⟨999999⟩
    인증번호⟨999999⟩
    카카오 인증번호: ⟨999999⟩
    Je verificatiecode voor DigiD is ⟨999999⟩
    Gebruik code ⟨999999⟩ om in te loggen
    Din verifieringskod: ⟨999999⟩
    Koden din er ⟨999999⟩
    Din sikkerhedskode er ⟨999999⟩
    Kertakäyttökoodi ⟨999999⟩
    Váš ověřovací kód: ⟨999 999⟩
    Onay kodunuz: ⟨999999⟩
    Giriş şifreniz ⟨999999⟩
    رمز التحقق: ⟨999999⟩
    קוד אימות: ⟨999999⟩
    OTP: ⟨999999⟩
    Your one-time code is ⟨999999⟩
    Your Amazon OTP is ⟨999999⟩
    Your Lyft code is ⟨99999⟩
    ⟨999999⟩ is your verification code for Discord
    Verification code ⟨999999⟩
    Code: ⟨9999⟩
    CODE ⟨999999⟩
    2FA: ⟨999999⟩
    Security alert: code ⟨999-999⟩
    Login PIN: ⟨999999⟩
    Your temporary PIN is ⟨9999⟩
    Entry code ⟨9999⟩#
    Lockbox code: ⟨9999⟩
    Pairing: ⟨999 999⟩
    Confirm your login: ⟨999999⟩
    Enter ⟨AAAA-AAAA⟩ on your TV
    Activate your device with code ⟨AAAA9999⟩
    Your device code is ⟨AAAAAAAA⟩
    Recovery codes ⟨aaaa9-9aaaa⟩ ⟨a9aaa-aa9aa⟩
    Backup code: ⟨99999999⟩
    Recovery seed: ⟨w w w w w w w w w w w w⟩
    My secret recovery phrase: ⟨w w w w w w w w w w w w⟩
    ⟨w w w w w w w w w w w w⟩
    TOTP key: ⟨BBBBBBBBBBBBBBBB⟩
    Setup key ⟨BBBB BBBB BBBB BBBB⟩
    API key: ⟨****************************⟩
    Secret access key ⟨****************************************⟩
    Private key: ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    License key: ⟨A9AAA-AA9AA-AAAA9-A9A9A⟩
    Steam key ⟨AAAA9-9AAAA-A9A9A⟩
    SSN: ⟨999-99-9999⟩
    Card ⟨card ⟩
    ⟨card-⟩ exp 09/27
    ⟨card.⟩
    CVC ⟨999⟩
    Passwort: §
    Dein Passwort ist §
    Ihr vorläufiges Kennwort: §
    WLAN Passwort §
    WLAN: Gast / §
    Votre mot de passe : §
    Mot de passe temporaire §
    Contraseña: §
    La contraseña es §
    Senha do Wi-Fi: §
    Password del wifi: §
    Hasło: §
    Пароль: §
    Ваш новый пароль: §
    密码是 §
    パスワード: §
    비밀번호는 § 입니다
    Wachtwoord is §
    Lösenord: §
    Password: §
    Your new password: ¶
    Temporary password is §
    Password for the VPN: §
    WiFi: Guest, password: §
    wifi password: ¶
    root password = §
    login: kim pass: §
    kim@example.com / §
    kim@example.com:§
    admin:§
    Username: kim, Password: §
    Zoom passcode: ⟨999999⟩
    Meeting passcode: ⟨******⟩
    """#)

  static let addresses = lines(
    #"""
    https://example.com/auth/reset/⟨A9aA9aA9aA9a⟩
    https://example.com/users/kim/reset/⟨aaaaa9a9aaa99⟩
    https://example.com/login/kim/⟨AAAAaaaaaa99⟩
    https://example.com/u/kim/login/⟨AaaaaaA999⟩
    https://example.com/verify/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://example.com/email/confirm/⟨A9aA9aA9aA9aA9aA9aA9⟩
    https://example.com/magic-link/⟨A9aA9aA9aA9aA9aA⟩
    https://example.com/invitation/accept/⟨a9a9a9a9a9a9a9a9⟩
    https://example.com/join/⟨A9aA9aA9aA⟩
    https://example.com/s/⟨A9aA9aA9aA9aA9aA⟩
    https://www.dropbox.com/sh/⟨a9a9a9a9a9a9a9a⟩/⟨AAA9aA9aA9aA9aA9aA9aA9aA9⟩?dl=0
    https://zoom.us/j/99912345678?pwd=⟨A9aA9aA9aA9aA9aA9aA9⟩
    https://teams.microsoft.com/l/meetup-join/19%3ameeting_⟨A9aA9aA9aA9aA9aA9aA9aA9aA9aA⟩%40thread.v2/0
    https://discord.gg/⟨A9aA9aA9⟩
    https://example.com/?access_token=⟨A9aA9aA9aA9aA9aA9aA9⟩
    https://example.com/#token=⟨A9aA9aA9aA9aA9aA9aA9⟩
    https://example.com/?sig=⟨A9aA9aA9aA9aA9aA9aA9⟩&se=1
    https://example.com/cb?code=⟨A9aA9aA9aA9aA9aA9aA9⟩&state=a
    https://example.com/?apikey=⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://example.com/login?username=kim&password=§
    https://example.com/login/password/§
    https://kim:§@example.com/
    smb://kim:§@nas/share
    https://example.com/?otp=⟨999999⟩
    https://example.com/otp/verify/⟨999999⟩
    """#)

  static let ordinaryTitles = lines(
    #"""
    Code Lyoko season 3
    Promo: 20 % with code SPRING20
    Error 0x80004005: unspecified error
    Zip code 60614, Chicago
    Code of the Day 2025
    Codeforces Round 1023
    LeetCode 1482. Minimum days to make bouquets
    Advent of Code 2024
    Project Euler 482
    UVa 10013
    IATA code FRA
    ISO code 4217
    EU directive 2015/2366
    § 823 BGB
    ASIN B08N5WRWNW
    SKU 4829-113
    Meter 482913
    Case #482913 closed
    [#482913] Login page is slow
    JIRA LOGIN-4829: password reset mail
    Build 19045.4046
    Version 4829.1137
    Firefox 132.0.2
    Kernel 6.11.5-200.fc40
    Bugzilla 1829137
    PEP 503
    Bus 4829
    Tram 12 to Login Street
    2025 Tax codes explained
    Access codes are changing in 2026
    PIN pad
    My pins - Pinterest
    OTP bank 2024 results
    OTP Express bus
    TAN function calculator
    Tan 45 degrees
    Puk the cat
    How many PIN codes are there: 10000
    Password 2025 trends
    Password tips
    Passwords in 2024: a study of 10000 users
    Your password expires in 14 days
    Passwort läuft in 14 Tagen ab
    Ihr Passwort wurde geändert
    Dein Konto: Anmeldung von neuem Gerät
    Mot de passe expiré
    Tu contraseña ha caducado
    A sua senha expirou
    Ваш пароль устарел
    Wifi 6E explained
    WLAN Repeater 1200
    WiFi calling
    Wi-Fi key concepts
    Router Fritz!Box 7590 AX
    SSID and channel 11
    admin / users / kim
    Settings / Security / Passwords
    kim / dotfiles
    kim/dotfiles: my dotfiles
    user/login.tsx at main
    Re: login: what now?
    Username taken
    Account 4829 - Statement
    Key signatures in music
    Public key 0x4829AB
    GPG key 0xA1B2C3D4E5F60718
    SSH key fingerprint SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU
    Docker image sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1
    Ethereum transaction 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
    Block 19482913
    ETH 2482.91
    Bitcoin address explained
    Seed 4829: minecraft world
    Minecraft seed 1029384756
    Seeds of change
    12 words every traveller should know
    Words: the game
    Phone 030 4829137
    Call 0800 482913
    Fax 089-482913
    +1 415-555-0132
    Hotline 116117
    IBAN calculator
    BIC of Sparkasse
    Card games for 4
    Visa 2024 annual report
    Visa requirements 2025
    Amex lounge
    Route 4829
    Lesson 12: keys
    Chapter 4829
    Ticket 48-2913
    Seat 14C gate 22
    Boarding 18:45
    12.11.2025 - 19.11.2025
    2025-W47
    19:30-21:00 Yoga
    1,299.00 €
    48.2913, 11.5724
    1080p 60 fps
    4K HDR 2160p
    RTX 4090 vs 7900 XTX
    A4 210 x 297
    """#)

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map {
      $0.split(separator: "↵", omittingEmptySubsequences: false).joined(separator: "\n")
    }
  }
}
