/// Shapes of lines with secrets, in two halves that one person wrote before the rules for them
/// existed.
///
/// The rules were made with the first half, and the second was tried at the end.
///
/// `§` is a password of several kinds, `¶` one of letters alone, and `⟨…⟩` a pattern: `9` a digit,
/// `A` and `a` letters, `B` base32, `x` a hexadecimal digit, `*` base62, `w` a word; other letters
/// stand for themselves. `↵` ends a line.
enum FurtherShapes {
  static let commandsForDeveloping = lines(
    #"""
    curl -su ada:'§' https://example.com
    curl -sSLu ada:'§' https://example.com
    curl -fsSku 'ada:§' -o a https://example.com
    curl -K - <<< 'user = "ada:§"'
    curl -K - <<EOF↵url = "https://example.com"↵user = "ada:§"↵EOF
    isql -k 'DRIVER=x;SERVER=db;UID=ada;PWD=§'
    sqlcmd-go "server=db;uid=sa;pwd=§"
    dotnet run --connection "Server=db;User Id=sa;Password=§;"
    PWD='§' ./deploy
    export PW='§'
    read -s P; P='§'
    read -rs X; X='§'; curl -u "ada:$X" https://example.com
    read -sp 'Password: ' pass <<< '§'
    oathtool --totp -b ⟨BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB⟩
    oathtool -b --totp '⟨BBBB BBBB BBBB BBBB⟩'
    totp-cli generate ⟨BBBBBBBBBBBBBBBB⟩
    aws ssm put-parameter --name /x --type SecureString --value '§'
    aws ssm put-parameter --type=SecureString --name /x --value='§' --overwrite
    aws secretsmanager create-secret --name db --secret-string '§'
    aws secretsmanager put-secret-value --secret-id db --secret-string '{"a":"§"}'
    aws cognito-idp admin-set-user-password --user-pool-id p --username ada --password '§' --permanent
    printf 'AUTH §\r\nPING\r\n' | nc cache 6379
    echo "AUTH §" | redis-cli -h cache
    redis-cli -h cache AUTH '§'
    redis-cli <<< 'AUTH §'
    printf 'USER ada\r\nPASS §\r\n' | nc mail 110
    printf 'a login ada §\r\n' | openssl s_client -connect mail:993 -quiet
    kubectl apply -f - <<END↵kind: Secret↵stringData:↵  password: §↵END
    cat > values.yaml <<EOF↵db:↵  user: app↵  password: "§"↵EOF
    tee config.ini <<EOF↵[db]↵password = §↵EOF
    ftp -n host <<EOF↵user ada §↵bye↵EOF
    ftp -inv host <<EOF↵quote USER ada↵quote PASS §↵EOF
    mysql <<EOF↵CREATE USER 'a'@'%' IDENTIFIED BY '§';↵EOF
    psql <<< "ALTER USER app PASSWORD '§'"
    python -c "import requests; requests.get('x', auth=('ada','§'))"
    python3 -c 'import smtplib; s.login("ada@example.org", "§")'
    python3 -c "import paramiko; c.connect('h', username='ada', password='§')"
    python3 -c "from werkzeug.security import *; print(generate_password_hash('§'))"
    python - <<EOF↵import requests↵requests.post(u, auth=("ada", "§"))↵EOF
    vncviewer -passwd <(echo '§' | vncpasswd -f) host
    rsync --password-file <(printf '%s' '§') -a . host::m
    openssl enc -pass file:<(echo '§') -in a
    mongosh --eval 'db.auth("me","§")'
    mongosh --eval 'db.getSiblingDB("admin").auth("me", "§")'
    mongosh --eval 'db.createUser({user: "me", pwd: "§", roles: []})'
    mongosh --eval "db.changeUserPassword('me', '§')"
    node -e "mysql.createConnection({user:'a', password:'§'})"
    node -e 'require("bcrypt").hashSync("§", 10)'
    ruby -e "Net::HTTP::Get.new('/').basic_auth('ada', '§')"
    perl -e 'print crypt("§", "ab")'
    php -r "echo password_hash('§', PASSWORD_DEFAULT);"
    keepassxc-cli open db.kdbx <<< '§'
    echo '§' | keepassxc-cli show db.kdbx mail
    echo "§" | gpgtool-login --stdin
    echo '§' | mytool login --password-stdin
    yes '§' | passwd ada
    adb shell input text '§'
    adb shell "input text '§'"
    xdotool type '§'
    ydotool type '§'
    wtype '§'
    tmux send-keys -t 0 '§' Enter
    expect -c 'spawn ssh h; expect "assword:"; send "§\r"; interact'
    vault kv put secret/foo value='§'
    vault kv put -mount=secret db pin='§'
    vault write auth/userpass/users/ada password='§'
    consul kv put app/db/password '§'
    etcdctl put /app/db_password '§'
    etcdctl user add ada:'§'
    etcdctl --user root:'§' get /
    pass insert -e mail/ada <<< '§'
    python manage.py createuser anna '§'
    php artisan user:create ada ada@example.org '§'
    rails runner "User.create!(email: 'a@b.c', password: '§')"
    flask create-user ada '§'
    ./manage.sh adduser ada '§'
    sqlite3 x.db "PRAGMA key='§'"
    sqlcipher x.db "PRAGMA key = '§';"
    mysql -e "SET PASSWORD FOR 'a'@'%' = PASSWORD('§')"
    mysql -e "GRANT ALL ON *.* TO 'a'@'%' IDENTIFIED BY '§'"
    unzip -oP '§' a.zip
    zip -reP '§' a.zip a
    7z a -mhe=on -p'§' a.7z a
    sshpass -vp '§' ssh h
    smbclient -NU 'corp/ada%§' //nas/share
    smbclient //nas/share '§' -U ada
    ldapsearch -xLLLD cn=admin -w '§'
    ldapsearch -xw '§' -D cn=admin
    mysql -NBuroot -p'§' -e 'select 1'
    docker run -e KEY='§' -e PGPASSWORD='§' app
    docker run --env MONGO_INITDB_ROOT_PASSWORD='§' mongo
    wget --user ada --password '§' https://example.org
    net use Z: \\\\nas\\share /user:ada '§'
    cmdkey /add:host /user:ada /pass:'§'
    schtasks /create /tn x /ru ada /rp '§'
    ConvertTo-SecureString '§' -AsPlainText -Force
    dscl . -passwd /Users/ada '§'
    security add-generic-password -a ada -s x -w '§'
    hashcat -m 0 -a 3 ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩ --password '§'
    john --wordlist=<(echo '§') hash
    cryptsetup open /dev/sda2 x --key-file <(echo -n '§')
    echo -n '§' | cryptsetup luksAddKey /dev/sda2 -
    echo '§' | sudo -kS true
    echo '§' | su - ada -c id
    printf '§\n§\n' | adduser ada
    printf '%s\n%s\n' '§' '§' | smbpasswd -s -a ada
    echo "ada:§:::" | newusers
    echo '§' | openvpn --askpass /dev/stdin --config a.ovpn
    openvpn --auth-user-pass <(printf 'ada\n§\n')
    nmcli con up vpn passwd-file <(echo 'vpn.secrets.password:§')
    wpa_supplicant -i wlan0 -c <(wpa_passphrase Home '§')
    iwctl --passphrase '§' station wlan0 connect Home
    security unlock-keychain -p '§' login.keychain
    restic -r r backup / --password-command "echo '§'"
    borg init --encryption=repokey r <<< '§'
    git credential approve <<EOF↵protocol=https↵username=ada↵password=§↵EOF
    gh secret set DEPLOY_KEY -b '§'
    gh secret set DEPLOY <<< '§'
    glab variable set DEPLOY_PASSWORD '§'
    wrangler secret put X <<< '§'
    heroku config:set DATABASE_PASS='§' -a shop
    openssl dgst -sha256 -hmac '§' a
    jwt encode --secret '§' '{}'
    http -a ada:'§' POST example.org
    http --auth-type bearer --auth '§' example.org
    xh -A bearer -a '§' example.org
    curl --oauth2-bearer '§' imap://mail
    curl --aws-sigv4 aws:amz --user 'K:§' https://example.org
    curl -XPOST -Fpassword='§' https://example.org
    curl -d password='§' -d user=ada https://example.org
    curl -d '<login><password>§</password></login>' https://example.org
    curl --json '{"user": "a", "pin": "⟨9999⟩"}' https://example.org
    influx auth create --token '§'
    snowsql -a x -u ada -p '§'
    sqlplus ada/'§'@db
    sqlplus -s 'sys/§@db as sysdba'
    cqlsh -u a -p '§' host
    bteq <<< '.logon host/ada,§'
    ipmitool -I lanplus -H h -U admin -P '§' power on
    ipmitool user set password 2 '§'
    racadm -r h -u root -p '§' get
    mosquitto_passwd -b pw ada '§'
    htdigest -c f realm ada <<< '§'
    caddy hash-password --plaintext '§'
    mkpasswd -m sha-512 '§'
    echo '§' | mkpasswd -s
    grub-mkpasswd-pbkdf2 <<< '§'
    rclone config password nas pass '§'
    rclone copy a nas: --webdav-pass '§'
    mount -t cifs //n/s /m -o user=a,pass='§'
    mount -o username=a,password='§' -t cifs //n/s /m
    wg set wg0 peer x preshared-key <(echo '⟨*******************************************⟩=')
    btcli wallet regen_coldkey --mnemonic ⟨w w w w w w w w w w w w⟩
    solana-keygen recover 'prompt://' <<< '⟨w w w w w w w w w w w w⟩'
    cast wallet import x --private-key 0x⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    PRIVATE_KEY=⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩ forge script a
    DB_KEY=⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩ ./run
    """#)

  static let commandsForJudging = lines(
    #"""
    curl -isu 'bob:§' https://api.example.net/v2
    curl -Lsku bob:'§' https://api.example.net
    curl --config - <<< 'proxy-user = "bob:§"'
    wget -qO- --http-user=bob --http-passwd='§' https://example.net
    aria2c --http-user=bob --http-passwd='§' https://example.net/f
    aria2c --rpc-secret='§' --enable-rpc
    tsql -S db -U sa -P '§'
    tsql -H db -U sa -P§
    osql -E -S "Data Source=db;User ID=sa;Pwd=§"
    sqlpackage /Action:Publish "/TargetConnectionString:Server=db;UID=sa;PWD=§"
    dotnet ef dbcontext scaffold "Host=db;Username=a;Password=§" Npgsql
    dotnet user-secrets set Smtp:Password '§'
    read -rsp 'pw? ' Z; Z='§'
    read -s K && K='§'
    IFS= read -rs SECRET <<< '§'
    mfa add github ⟨BBBBBBBBBBBBBBBBBBBB⟩
    oathtool -d 6 --totp --base32 ⟨BBBBBBBBBBBBBBBB⟩
    pass otp insert x <<< 'otpauth://totp/x?secret=⟨BBBBBBBBBBBBBBBB⟩'
    az keyvault secret set --vault-name v --name db --value '§'
    az sql server create -n s -u ada -p '§'
    az vm create -n x --admin-username ada --admin-password '§'
    gcloud secrets versions add db --data-file=<(printf '§')
    printf '§' | gcloud secrets create db --data-file=-
    echo -n '§' | kubectl create secret generic db --from-file=password=/dev/stdin
    echo '§' | podman secret create db -
    printf 'AUTH default §\r\n' | socat - TCP:cache:6379
    printf 'EHLO x\r\nAUTH PLAIN §\r\n' | nc mail 25
    echo 'requirepass §' | sudo tee -a /etc/redis/redis.conf
    redis-cli CONFIG SET requirepass '§'
    redis-cli ACL SETUSER ada on '>§' allkeys
    valkey-cli --user ada --pass '§' ping
    cat <<EOF | kubectl apply -f -↵apiVersion: v1↵kind: Secret↵data:↵  token: §↵EOF
    cat > docker-compose.yml <<EOF↵services:↵  db:↵    environment:↵      MYSQL_ROOT_PASSWORD: §↵EOF
    sudo tee /etc/wpa_supplicant/x.conf <<EOF↵network={↵ ssid="Home"↵ psk="§"↵}↵EOF
    cat >> ~/.authinfo <<END↵machine imap.example.net login bob password §↵END
    lftp <<EOF↵open -u bob,§ sftp://host↵EOF
    sftp host <<< 'password §'
    clickhouse-client -q "CREATE USER a IDENTIFIED WITH sha256_password BY '§'"
    duckdb -c "ATTACH 'a.db' (ENCRYPTION_KEY '§')"
    duckdb -c "CREATE SECRET (TYPE S3, KEY_ID 'AB', SECRET '§')"
    cockroach sql -e "ALTER USER bob WITH PASSWORD '§'"
    mariadb -e "ALTER USER root@localhost IDENTIFIED VIA x USING PASSWORD('§')"
    cypher-shell -u neo4j -p '§' 'match (n) return n'
    cypher-shell "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO '§'"
    python3 -c "import imaplib; imaplib.IMAP4_SSL('h').login('bob', '§')"
    python -c "import psycopg2; psycopg2.connect(host='db', user='a', password='§')"
    python -c "from passlib.hash import bcrypt; print(bcrypt.hash('§'))"
    python3 -c 'import httpx; httpx.get("https://x", auth=("bob", "§"))'
    node -e "axios.get(u, {auth: {username: 'bob', password: '§'}})"
    node -e 'new Client({user:"a", pass: "§"})'
    ruby -e 'puts BCrypt::Password.create("§")'
    ruby -e "Mysql2::Client.new(username: 'a', password: '§')"
    perl -MDBI -e 'DBI->connect("dbi:mysql:x", "root", "§")'
    php -r 'new PDO("mysql:host=db", "root", "§");'
    php -r "new mysqli('db', 'root', '§', 'shop');"
    Rscript -e 'dbConnect(MySQL(), user="a", password="§")'
    deno eval 'Deno.env.set("API_KEY", "§")'
    osascript -e 'do shell script "x" user name "bob" password "§" with administrator privileges'
    powershell -c "$c = New-Object PSCredential('bob', (ConvertTo-SecureString '§' -AsPlainText -Force))"
    pwsh -Command "Set-LocalUser bob -Password (ConvertTo-SecureString -String '§' -AsPlainText)"
    kpcli --kdb a.kdbx --pwfile <(echo '§')
    echo '§' | bw login bob@example.net
    lpass login bob@example.net <<< '§'
    op signin <<< '§'
    echo '§' | rbw unlock
    echo '§' | veracrypt --text --stdin a.hc /mnt
    veracrypt -t --password='§' a.hc /mnt
    zuluCrypt-cli -o -d a -p '§'
    age-keygen -y <<< AGE-SECRET-KEY-1⟨BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB⟩
    adb -s emulator-5554 shell input text '§'
    adb shell am broadcast -a login --es password '§'
    adb shell locksettings set-password '§'
    xdotool key ctrl+l type --delay 20 '§'
    screen -S x -X stuff '§\n'
    osascript -e 'tell application "System Events" to keystroke "§"'
    expect -c "spawn su; expect Password; send -- \"§\\n\"; interact"
    autoexpect -c 'send "§\r"'
    vault kv patch secret/foo api='§'
    vault token create -id='§'
    bao kv put kv/db passphrase='§'
    consul acl set-agent-token agent '§'
    nomad var put nomad/jobs/x db_pass='§'
    chamber write prod db_password '§'
    doppler secrets set DB_PASS='§'
    infisical secrets set DB_PASS='§'
    ssm put db/password '§'
    npx prisma db push --url postgresql://a:§@db/shop
    bundle config gems.example.net bob:'§'
    bundle exec rails console -- 'User.first.update!(password: "§")'
    wp user create bob bob@example.net --user_pass='§'
    wp user update 1 --user_pass '§'
    drush user:password admin '§'
    drush upwd admin --password='§'
    occ user:resetpassword bob <<< '§'
    OC_PASS='§' occ user:add --password-from-env bob
    airflow users create -u bob -p '§' -r Admin -e a@b.c
    superset fab create-admin --username bob --password '§'
    grafana-cli admin reset-admin-password '§'
    gitea admin user create --username bob --password '§'
    zabbix_get -s h --tls-psk '⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩'
    psql "dbname=x host=y password='§'"
    pgcli postgres://a:§@db/x
    pg_restore -d "user=a password=§ host=db" f
    7zz x '-p§' a.7z
    unar -password '§' a.rar
    rar a '-hp§' a.rar b
    zip --password '§' a.zip b
    bsdtar --passphrase '§' -xf a.zip
    gpg --pinentry-mode loopback --passphrase '§' -c a
    gpg --batch --passphrase-fd 3 -d a 3<<< '§'
    openssl pkcs12 -export -passout pass:'§' -in a -out b
    openssl rsautl -passin pass:§ -in a
    keytool -importkeystore -srcstorepass '§' -deststorepass '§' -srckeystore a
    signtool sign /f a.pfx /p '§' a.exe
    apksigner sign --ks a.jks --ks-pass pass:'§' a.apk
    codesign-tool --otp ⟨999999⟩ --pass '§'
    net user bob '§' /add /domain
    runas /savecred /user:bob /password:'§' cmd
    wmic /node:h /user:bob /password:'§' os get
    winrs -r:h -u:bob -p:'§' dir
    psexec \\\\h -u bob -p '§' cmd
    mstsc /v:h /u:bob /p:'§'
    rdesktop -u bob -p'§' h
    remmina --set-option password='§' -c a
    x2goclient --password='§'
    vncpasswd -f <<< '§' > ~/.vnc/passwd
    x11vnc -storepasswd '§' ~/.x
    networksetup -setairportnetwork en0 Home '§'
    netsh wlan set hostednetwork ssid=Home key='§'
    nmcli device wifi hotspot ssid Home password '§'
    nmcli c mod Home 802-11-wireless-security.psk '§'
    wpa_cli set_network 0 psk '"§"'
    connmanctl <<< 'agent on; passphrase §'
    snmpwalk -v2c -c'§' h
    snmpget -v3 -l authPriv -u bob -A '§' -X '§' h
    radtest bob '§' h 0 testing123
    kinit bob <<< '§'
    net ads join -U 'admin%§'
    adcli join -U admin --stdin-password <<< '§'
    realm join --user=admin example.net <<< '§'
    ktutil <<< 'addent -password -p bob -k 1 -e aes256-cts §'
    ldapmodify -D cn=a -w '§' <<< 'dn: x'
    slappasswd -s '§'
    doveadm pw -s SHA512-CRYPT -p '§'
    doveadm auth test bob '§'
    swaks -t a@b.c -au bob -ap '§'
    msmtp --user=bob --passwordeval 'echo §' a@b.c
    asterisk -rx 'manager login bob §'
    mosquitto_rr -u bob -P '§' -t x
    mqttx pub -h h -u bob -P '§' -t x
    rabbitmqadmin -u bob -p '§' list queues
    kcat -X sasl.username=a -X sasl.password='§' -L
    kafka-configs --alter --add-config 'SCRAM-SHA-512=[password=§]' --entity-name a
    nats pub --user bob --password '§' x y
    elasticsearch-users useradd bob -p '§'
    elasticsearch-reset-password -u elastic --password '§'
    esrally --client-options "basic_auth_user:'a',basic_auth_password:'§'"
    git clone https://bob:§@git.example.net/r.git
    git -c http.proxy=http://bob:§@proxy:3128 fetch
    export https_proxy=http://bob:§@proxy:3128
    npm config set //npm.example.net/:_password '§'
    echo "//npm.example.net/:_authToken=§" >> .npmrc
    pip download -i https://__token__:§@pypi.example.net/simple x
    cargo login '§'
    echo '§' | cargo login
    helm repo add r https://r.example.net --username bob --password '§'
    argocd login h --username admin --password '§'
    flux bootstrap git --password='§' --url=https://h/r
    rancher login https://h --token '§'
    terraform login <<< '§'
    pulumi login --token '§'
    linode-cli linodes create --root_pass '§'
    hcloud context create x <<< '§'
    scw init secret-key='§'
    exo config add --secret '§'
    oci setup config --passphrase '§'
    ibmcloud login --apikey '§'
    cf auth bob '§'
    cf login -u bob -p '§'
    jupyter notebook --NotebookApp.password='§'
    jupyter lab --IdentityProvider.token='§'
    code-server --password '§'
    ttyd -c bob:'§' bash
    filebrowser users add bob '§'
    rclone serve webdav --user bob --pass '§' .
    webdavserver --auth bob:'§'
    python -m http.server --auth 'bob:§'
    miniserve --auth bob:'§' .
    goaccess --auth=basic:/x --user bob:'§'
    siege -H 'Authorization: Basic §' u
    hey -a bob:'§' https://example.net
    wrk -H "X-Auth-Token: §" https://example.net
    httpie --auth bob:'§' example.net
    geth account import --password <(echo '§') k
    bitcoin-cli walletpassphrase '§' 60
    bitcoin-cli -rpcuser=a -rpcpassword='§' getinfo
    bitcoin-cli importprivkey ⟨K****************************************************⟩
    lncli create <<< '⟨w w w w w w w w w w w w⟩'
    """#)

  static let titlesForDeveloping = lines(
    #"""
    Ihr TAN lautet ⟨999999⟩
    Ihre TAN: ⟨999999⟩
    Dein Code ist ⟨999999⟩
    Ihr Einmalkennwort: ⟨99999999⟩
    Ihre PIN lautet ⟨9999⟩
    Freischaltcode ⟨9999 9999⟩
    ⟨999999⟩ ist dein Anmeldecode
    Votre code de sécurité est ⟨999999⟩
    Votre code : ⟨999 999⟩
    Le code de connexion est le ⟨999999⟩
    ⟨999999⟩ est votre code de vérification
    Tu código es ⟨999999⟩
    Su clave de acceso es ⟨999999⟩
    Código de acceso: ⟨999999⟩
    ⟨999999⟩ es tu código de verificación
    O seu código é ⟨999999⟩
    Seu código de segurança: ⟨999999⟩
    Il tuo codice è ⟨999999⟩
    Codice di verifica: ⟨999999⟩
    Twój kod: ⟨999999⟩
    Kod weryfikacyjny to ⟨999999⟩
    Код подтверждения: ⟨999999⟩
    Ваш код ⟨9999⟩
    Никому не сообщайте код ⟨999999⟩
    認証コード：⟨999999⟩
    確認コードは ⟨999999⟩ です
    验证码：⟨999999⟩
    您的验证码是⟨999999⟩
    【淘宝】验证码⟨999999⟩，请勿泄露
    인증번호 [⟨999999⟩]
    인증 코드: ⟨999999⟩
    Je code is ⟨999999⟩
    Uw verificatiecode: ⟨999999⟩
    Din kod är ⟨999999⟩
    Din kode er ⟨999999⟩
    Engangskode: ⟨999999⟩
    Koodisi on ⟨999999⟩
    Váš kód je ⟨999999⟩
    Doğrulama kodunuz: ⟨999999⟩
    Ваш код підтвердження: ⟨999999⟩
    رمز التحقق الخاص بك هو ⟨999999⟩
    קוד האימות שלך הוא ⟨999999⟩
    आपका ओटीपी ⟨999999⟩ है
    Your code is ⟨999 999⟩
    Your code is ⟨999-999⟩
    Your OTP is ⟨999999⟩
    ⟨999999⟩ is your OTP for the transaction
    OTP ⟨9999⟩ for login
    Use ⟨999999⟩ to sign in
    Enter ⟨999999⟩ to verify your account
    Your verification code: ⟨9 9 9 9 9 9⟩
    PIN ⟨9999⟩ for your parcel
    Your pickup PIN: ⟨9999⟩
    Enter code ⟨AAAA-AAAA⟩ to sign in
    Device code: ⟨A9AA-9AAA⟩
    Your login code is ⟨AA9A9A⟩
    Confirm with ⟨AAA-AAA⟩: your Slack code
    Slack confirmation code: ⟨AAA-AAA⟩
    Backup codes ⟨9999-9999⟩ ⟨9999-9999⟩
    Recovery codes: ⟨xxxxx-xxxxx⟩ ⟨xxxxx-xxxxx⟩
    Your backup codes ⟨9999 9999⟩ ⟨9999 9999⟩ ⟨9999 9999⟩
    Seed phrase: ⟨w w w w⟩
    Recovery phrase ⟨w w w w w w w w w w w w⟩
    Wallet seed: ⟨w w w w w w w w w w w w⟩
    Mnemonic: ⟨w w w w w w⟩
    Secret key ⟨BBBBBBBBBBBBBBBB⟩
    TOTP secret ⟨BBBB BBBB BBBB BBBB⟩
    Setup key: ⟨bbbb bbbb bbbb bbbb bbbb bbbb bbbb bbbb⟩
    Private key ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    0x⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    API key ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩ - Settings
    Your API key: ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    BitLocker recovery key ⟨999999-999999-999999-999999-999999-999999-999999-999999⟩
    SSN ⟨999-99-9999⟩
    Social security number: ⟨999 99 9999⟩
    Visa ⟨card.⟩
    Card ⟨card-⟩ expires 12/27
    Karte ⟨card ⟩
    Mastercard ⟨card/⟩
    CVV ⟨999⟩
    Card number ⟨card⟩, CVC ⟨999⟩
    Ihr neues Passwort lautet §
    Ihr Passwort ist §
    Your new password is §
    Your password is ¶
    Temporary password: §
    Password - §
    Votre mot de passe est §
    Tu contraseña es §
    La tua password è §
    Sua senha é §
    Twoje hasło to §
    Ваш пароль: §
    パスワードは § です
    密码：§
    WiFi key ⟨w-und-w⟩
    WLAN-Passwort: §
    WLAN-Schlüssel ⟨9999999999999999⟩
    Wifi password ¶
    wifi: Home pw: §
    Login: ada / §
    user ada password §
    ada@example.org:§
    admin / ¶ - router login
    Passphrase: ⟨w w w w⟩
    Licence key ⟨AAAAA-9AAAA-AAA9A-AAAAA-9AAAA⟩
    Product key: ⟨A9A9A-A9A9A-A9A9A-A9A9A-A9A9A⟩
    Zugangscode ⟨9999⟩ fürs Haus
    Alarm code ⟨9999⟩
    Door code: ⟨9999⟩#
    Meeting passcode ⟨999999⟩
    Zoom - Meeting ID 123 4567 8901, passcode ⟨******⟩
    Steam Guard: ⟨A9A9A⟩ is your code
    ⟨999999⟩ – Google verification
    G-⟨999999⟩
    FB-⟨99999⟩ is your Facebook confirmation code
    """#)

  static let titlesForJudging = lines(
    #"""
    Ihre mobileTAN für die Überweisung: ⟨999999⟩
    Verwenden Sie ⟨999999⟩, um sich anzumelden
    Sicherheitscode: ⟨999-999⟩
    Dein Bestätigungscode lautet: ⟨9999⟩
    Ihr Zugangscode: ⟨99 99 99⟩
    PUK: ⟨99999999⟩
    Abholcode ⟨9999⟩ - Packstation
    Code d'accès ⟨999999⟩
    Votre code à usage unique est le ⟨99999999⟩
    Ton code de validation : ⟨9999⟩
    Utilisez ⟨999999⟩ pour vous connecter
    Utiliza ⟨999999⟩ para iniciar sesión
    Tu PIN es ⟨9999⟩
    Clave dinámica: ⟨999999⟩
    Código de uso único ⟨999-999⟩
    Código: ⟨999999⟩
    Use o código ⟨999999⟩ para entrar
    Código de confirmação ⟨9999⟩
    Usa il codice ⟨999999⟩ per accedere
    Codice monouso ⟨99999999⟩
    Codice OTP ⟨999999⟩
    Twój jednorazowy kod to ⟨999999⟩
    Hasło SMS: ⟨99999999⟩
    Kod: ⟨999-999⟩
    Ваш код: ⟨999-999⟩
    ⟨999999⟩ — ваш код для входа
    Пароль для входа: ⟨9999⟩
    Одноразовый пароль ⟨999999⟩
    ワンタイムパスワード：⟨999999⟩
    ログインコード ⟨999-999⟩
    あなたのコードは⟨999999⟩です
    暗証番号: ⟨9999⟩
    动态密码⟨999999⟩
    校验码：⟨999999⟩（5分钟内有效）
    驗證碼為 ⟨999999⟩
    보안 코드는 ⟨999999⟩입니다
    일회용 비밀번호: ⟨999999⟩
    [Web발신] 인증번호는 ⟨999999⟩ 입니다
    Je inlogcode is ⟨999 999⟩
    Uw eenmalige code: ⟨999999⟩
    Uw pincode is ⟨99999⟩
    Din engångskod är ⟨999999⟩
    Verifieringskod: ⟨999 999⟩
    Din bekreftelseskode er ⟨999999⟩
    Brug koden ⟨999999⟩ til at logge ind
    Vahvistuskoodi: ⟨999999⟩
    Kertakäyttöinen salasana ⟨999999⟩
    Ověřovací kód: ⟨999999⟩
    Overovací kód je ⟨999999⟩
    Az Ön kódja: ⟨999999⟩
    Ellenőrző kód: ⟨999999⟩
    Codul tău este ⟨999999⟩
    Вашият код е ⟨999999⟩
    Ο κωδικός σας είναι ⟨999999⟩
    Onay kodu: ⟨999999⟩
    Tek kullanımlık şifreniz ⟨999999⟩
    Код доступу: ⟨9999⟩
    كود التفعيل: ⟨999999⟩
    رمز الدخول ⟨9999⟩
    הקוד שלך: ⟨999999⟩
    סיסמה חד פעמית ⟨999999⟩
    आपका सत्यापन कोड ⟨999999⟩ है
    Mã xác thực của bạn là ⟨999999⟩
    Mã OTP: ⟨999999⟩
    Kode verifikasi Anda: ⟨999999⟩
    รหัส OTP ของคุณคือ ⟨999999⟩
    Koda za prijavo: ⟨999999⟩
    Vaš kod je ⟨999999⟩
    Kods: ⟨999999⟩
    Jūsų kodas ⟨999999⟩
    Your one-time PIN is ⟨99999⟩
    Your security code ⟨99 99 99⟩
    ⟨999 999⟩ is your Instagram code
    Sign in with ⟨999999⟩
    Here's your code: ⟨999999⟩
    Verification: ⟨999999⟩
    Verify it's you – ⟨999999⟩
    Login attempt: ⟨999999⟩ is your passcode
    [Bank] OTP: ⟨99999999⟩. Do not share
    Microsoft account security code ⟨9999999⟩
    Your Uber code: ⟨9999⟩
    Your authentication code: ⟨AAAAAA⟩
    Pairing code ⟨999-999-999⟩
    GitHub device activation ⟨A9A9-9A9A⟩
    Activation code ⟨A9AA-A9AA-A9AA⟩
    Gift card code ⟨A9AA-AA9AA9-AAA9⟩
    Redeem code ⟨AAAA9AAAA9AA9A9A⟩
    Emergency codes ⟨99999999⟩, ⟨99999999⟩, ⟨99999999⟩
    Codes de secours : ⟨9999 9999⟩ ⟨9999 9999⟩
    Backup-Codes: ⟨xxxx-xxxx⟩ ⟨xxxx-xxxx⟩
    Recovery code ⟨AAAA9-AA9AA-9AAAA-AAAA9⟩
    Wiederherstellungscode ⟨A9AA-AA9A-A9AA⟩
    12 words: ⟨w w w w w w w w w w w w⟩
    Seed words - ⟨w w w w w w⟩
    Phrase de récupération : ⟨w w w w w w⟩
    Wiederherstellungsphrase: ⟨w w w w w w w w w w w w⟩
    Frase semilla: ⟨w w w w w w w w w w w w⟩
    Monero seed ⟨w w w w w w w w w w w w w⟩
    2FA secret: ⟨BBBBBBBBBBBBBBBB⟩
    Authenticator key ⟨bbbb bbbb bbbb bbbb⟩
    Manual entry key: ⟨BBBB BBBB BBBB BBBB⟩
    Geheimer Schlüssel: ⟨BBBBBBBBBBBBBBBB⟩
    Clé secrète ⟨BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB⟩
    Wallet private key: 0x⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    Encryption key ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    Access token ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩ created
    Client secret: ⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    FileVault recovery key: ⟨A9AA-AA9A-A9AA-9AAA-A9A9-AA9A⟩
    My SSN is ⟨999-99-9999⟩
    Sozialversicherungsnummer ⟨99 999999 A 999⟩
    MasterCard: ⟨card ⟩ exp 08/28
    Kreditkarte ⟨card-⟩
    carte bancaire ⟨card.⟩
    AMEX ⟨9999⟩ code CVC: ⟨9999⟩
    Security code (CVV): ⟨999⟩
    IBAN and PIN: ⟨9999⟩
    Neues Passwort: §
    Dein Kennwort lautet ¶
    Das WLAN-Kennwort ist §
    Mot de passe wifi : §
    Nouveau mot de passe : ¶
    Contraseña temporal: §
    Su nueva contraseña es ¶
    Password provvisoria: §
    A sua palavra-passe é §
    Hasło do wifi: §
    Новый пароль: §
    Пароль от вайфая ¶
    初期パスワード：§
    비밀번호: §
    Wachtwoord: §
    Ditt lösenord är §
    Adgangskode: §
    Salasanasi on §
    Heslo: §
    Jelszó: §
    Parolanız: §
    Ваш тимчасовий пароль: §
    كلمة المرور: §
    הסיסמה שלך: §
    Mật khẩu: §
    pass: §
    pw = §
    PW §
    Password is "¶"
    The password for the guest network is ¶
    The new root password: §
    The Wi-Fi password is §
    wifi pass §
    Netflix login bob@example.net / §
    Credentials: bob / §
    username: bob password: ¶
    Username bob Password §
    bob:§@host
    Default credentials admin:§
    Passcode for Zoom: ⟨999999⟩
    Meeting ID: 987 654 3210 Passcode: ⟨999999⟩
    Kenncode: ⟨999999⟩
    Webinar - Passcode ⟨a9A9a9⟩
    Safe combination ⟨99-99-99⟩
    Garage code ⟨9999⟩
    Türcode ⟨9999⟩
    Gate code is #⟨9999⟩
    Voicemail PIN ⟨9999⟩
    SIM PIN ⟨9999⟩ / PUK ⟨99999999⟩
    Windows product key ⟨A9A9A-9AAAA-A9AAA-AAA9A-A9AAA⟩
    Serial: ⟨A9A9-A9A9-A9A9-A9A9⟩ - license
    WhatsApp code ⟨999-999⟩
    <#> ⟨999999⟩ is your Signal verification
    Telegram code: ⟨99999⟩
    """#)

  static let addressesForDeveloping = lines(
    #"""
    https://example.com/login/ada/⟨AAAAaaaaa999⟩
    https://example.com/auth/ada/⟨aaaaaaA999⟩
    https://example.com/reset/ada/⟨aaaa9aaa9aa9⟩
    https://example.com/invite/⟨aaaa9A9a⟩
    https://example.com/share/⟨a9Aa9aA9aA9aaA9⟩
    https://www.dropbox.com/s/⟨a9Aa9aA9aA9aaA9⟩/file.pdf
    https://www.dropbox.com/scl/fi/⟨a9Aa9aA9aA9aaA9⟩/f.pdf?rlkey=⟨a9a9a9a9a9a9a9⟩
    https://teams.microsoft.com/l/meetup-join/19%3ameeting_⟨A9aA9aA9aA9aA9aA9aA9⟩/0
    https://us02web.zoom.us/j/81234567890?pwd=⟨A9aA9aA9aA9aA9aA⟩
    https://us02web.zoom.us/w/81234567890?tk=⟨A9aA9aA9aA9aA9aA⟩
    https://drive.google.com/drive/folders/x?usp=sharing&resourcekey=⟨9-A9aA9aA9aA9a⟩
    https://onedrive.live.com/?authkey=⟨!A9aA9aA9aA⟩&id=1
    https://1drv.ms/u/s!⟨A9aA9aA9aA9aA9aA⟩
    https://example.com/password/§
    https://example.com/user/ada/password/§
    https://example.com/login;user=ada;password=§
    https://example.com/#password=§
    https://example.com/?user=ada&pass=§
    https://example.com/?pin=⟨9999⟩
    https://example.com/otp/⟨999999⟩
    https://example.com/verify?code=⟨999999⟩
    https://example.com/2fa?c=1&totp=⟨999999⟩
    https://example.com/oauth/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://example.com/token/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://example.com/api/key/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩/x
    https://example.com/unsubscribe?id=⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩&email=a
    https://ada:§@example.com/x
    ftp://ada:§@example.com
    https://example.com/?next=/x%3Fapi_key%3D§
    """#)

  static let addressesForJudging = lines(
    #"""
    https://example.net/signin/bob/⟨Aaaaaaaa99!⟩
    https://example.net/account/activate/⟨aA9aA9aA9a⟩
    https://example.net/session/new/bob/⟨aaaaaaA99999⟩
    https://example.net/magic/⟨a9aaA9aa9aA⟩
    https://example.net/users/password/edit?reset_password_token=⟨A9aA9aA9aA9aA9aA⟩
    https://example.net/passwort/§
    https://example.net/set-password/bob/§
    https://example.net/login?u=bob&pw=§
    https://example.net/login?u=bob&passwort=§
    https://example.net/?username=bob&motdepasse=§
    https://example.net/#/login?token=⟨A9aA9aA9aA9aA9aA⟩
    https://example.net/#/reset/⟨A9aA9aA9aA9aA9aA⟩
    https://example.net/app#access_token=⟨A9aA9aA9aA9aA9aA⟩
    https://example.net/confirm/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://example.net/verify/⟨999999⟩
    https://example.net/verify?otp=⟨999999⟩
    https://example.net/login/code/⟨999999⟩
    https://example.net/verify-code?c=⟨999999⟩&otp=⟨999999⟩
    https://discord.gg/⟨A9aA9aA⟩
    https://t.me/joinchat/⟨A9aA9aA9aA9aA9aA⟩
    https://chat.whatsapp.com/⟨A9aA9aA9aA9aA9aA9aA9aA⟩
    https://join.slack.com/t/team/shared_invite/zt-⟨a9a9a9a9a-A9aA9aA9aA9aA9aA9aA9aA⟩
    https://trello.com/invite/b/⟨A9aA9aA9⟩/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩/board
    https://example.webex.com/example/j.php?MTID=m⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://zoom.us/j/912345678?pwd=⟨A9aA9aA9aA9aA9aA⟩
    https://teams.live.com/meet/9312345678901?p=⟨A9aA9aA9aA9aA9aA⟩
    https://wetransfer.com/downloads/⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩/⟨xxxxxx⟩
    https://mega.nz/file/⟨A9aA9aA9⟩#⟨A9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA⟩
    https://send.vis.ee/download/⟨xxxxxxxxxxxxxxxx⟩/#⟨A9aA9aA9aA9aA9aA9aA9aA⟩
    https://pastebin.example.net/?⟨xxxxxxxxxxxxxxxx⟩#⟨A9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA⟩
    https://nextcloud.example.net/s/⟨A9aA9aA9aA9aA9a⟩
    https://example.sharepoint.com/:w:/g/personal/bob/⟨EA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA9aA⟩?e=⟨A9aA9a⟩
    https://example.net/feed.xml?key=⟨A9aA9aA9aA9aA9aA⟩
    https://example.net/webhook/⟨xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx⟩
    https://api.example.net/v1/data?appid=⟨xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx⟩
    https://hooks.example.net/services/T01/B02/⟨A9aA9aA9aA9aA9aA9aA9aA9a⟩
    https://bob:§@cam.example.net/stream
    rtsp://bob:§@cam.example.net/live
    rtsp://cam.example.net/user=bob&password=§&channel=1
    mysql://bob:§@db/shop
    https://example.net/x?redirect=https%3A%2F%2Fa.b%2F%3Fpassword%3D§
    """#)

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map {
      $0.split(separator: "↵", omittingEmptySubsequences: false).joined(separator: "\n")
    }
  }
}
