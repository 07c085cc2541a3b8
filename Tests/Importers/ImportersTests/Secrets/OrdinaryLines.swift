/// Lines without secrets that resemble lines with secrets, in two halves like ``FurtherShapes``.
enum OrdinaryLines {
  static let titlesForDeveloping = lines(
    #"""
    How to reset your password in Windows 11
    Error code 404
    Fehlercode 0x80070057 beheben
    Postal code 10115 Berlin
    Code 2024 summit
    PIN entry devices - Wikipedia
    Area code 415 - Wikipedia
    Código postal 28013 Madrid
    Code postal 75001 Paris
    Postleitzahl 80331 München
    QR code generator 2025
    Python 3.12 source code explained
    Le Code de la route 2025
    Codice fiscale 2024: come si calcola
    Kod pocztowy 00-950 Warszawa
    Почтовый индекс 101000 Москва
    Уголовный кодекс РФ 2024
    郵便番号 100-0001 東京都千代田区
    邮政编码 100000 北京
    Order 1234567 has been shipped
    Your order #302-5569812-1234567
    Bestellung 4711-2024 ist unterwegs
    Invoice 2024-00123
    Rechnung Nr. 20240815
    Flight LH 2471 to Munich
    ICE 1234 nach Hamburg
    ISBN 978-3-16-148410-0
    Call 555-0123
    +49 30 123456-78
    Tel. 030 901820
    (415) 555-2671 - Google Search
    Price: 129,99 EUR
    12 345 678 kr
    2025-11-25 14:30 Team meeting
    25.11.2025 Zahnarzt
    Issue 48213: token refresh fails
    #482913 Crash on start
    Pull request 4821 · Fix passcode dialog
    RFC 6238: TOTP: Time-Based One-Time Password Algorithm
    RFC 7519 - JSON Web Token (JWT)
    CVE-2024-3094: xz backdoor
    ROOF-1234: PIN change dialog
    Password hashing in 2024 - OWASP
    Top 200 most common passwords of 2023
    How strong is my password?
    What is a seed phrase and how do I keep it safe?
    Seed phrase explained: 12 words that secure your wallet
    Recovery phrase backup guide
    Secret Santa generator 2025
    The Secret Garden (1993)
    The Da Vinci Code (2006)
    Code Geass: season 2 episode 14
    Nightcode 2077 review
    Source Code (2011) - IMDb
    Two-factor authentication with 1Password
    2FA codes not working? Try this
    One-time passwords explained
    How to use backup codes
    Verification code not received - Google Account Help
    What is my PIN? - Deutsche Post
    PIN 1234: why it is a bad idea
    The 20 most used PINs
    Lost your TAN generator?
    TAN-Verfahren ab 2024
    Neues Passwort festlegen
    Passwort vergessen? - Anmeldung
    Passwort ändern: so geht's
    Mot de passe oublié
    Cambiar contraseña - Cuenta
    Olvidé mi contraseña
    Забыли пароль?
    パスワードを忘れた場合
    忘记密码
    비밀번호 찾기
    WLAN-Passwort vergessen – was tun?
    WiFi password recovery tool
    Wifi 7 router test 2025
    Key West weather
    Keyboard shortcuts: 100 tips
    API key best practices
    API keys - Dashboard
    Access tokens · Settings · GitLab
    Tokens | npm
    SSH and GPG keys
    Bitcoin price 97,482
    Visa card benefits 2024
    Credit card 4 digits explained
    SSN: Social Security numbers and cards
    Session 4 2024
    Room 101
    Zimmer 4711
    Apollo 11 at 50
    Windows 10 22H2 19045
    iOS 17.4.1 release notes
    Ubuntu 24.04 LTS
    HTTP 500 errors in nginx
    Exit code 137 in Kubernetes
    Exit code: 139
    Status code 2002 explained
    Zip code 94103
    ZIP code: 94103
    Promo code SUMMER2024 - 20% off
    Coupon code: SAVE20
    VS Code 1.95
    Visual Studio Code 2024 roundup
    Claude Code 2.0
    Code review 2024-11
    Code 128 barcode
    Code of Conduct 2025
    Building code 2021 (IRC)
    DRG code 4821
    ICD-10 code J45.909
    HS code 8471 30
    Color code #482913
    Colour #A1B2C3
    Airport codes: LHR, JFK
    Morse code chart
    NACE code 6201
    SIC Code 7372 Services
    Swift code DEUTDEFF
    Sort code 20-00-00 checker
    Time zone codes 2024
    Area codes 212, 646, 917
    Dialling code 0049
    Pincode 560001 Bangalore
    PIN code 110001 - Delhi
    Passport renewal 2025
    Password: the film
    Password (1967 game show)
    Secret (disambiguation)
    Token economy
    Token ring 802.5
    A private key is 256 bits
    Login - Example Bank
    Log in to your account
    Sign in with Google
    Login | ada
    Anmelden - GMX
    Login / Register
    admin / dashboard - Grafana
    user/repo: a short description
    ada@example.org: Re: lunch
    Inbox (12) - ada@example.org - Mail
    dQw4w9WgXcQ - YouTube
    3f786850e387550fdab836ed7e6dc881de23001b
    Merge commit 3f786850e387550fdab836ed7e6dc881de23001b
    IMG_20241125_143000.jpg
    DSC04821.ARW
    report-2024-Q3.pdf
    invoice_482913.pdf
    123e4567-e89b-12d3-a456-426614174000
    Sendungsnummer 00340434161094042557
    Tracking 1Z999AA10123456784
    DHL 482913 is out for delivery
    Your parcel 482913 arrives today
    Order 482913 confirmed - verification of your address
    Booking ABC123
    Booking reference K7XQ2M
    Sudoku 482 913
    Lotto: 4 8 15 16 23 42
    4 8 15 16 23 42 - Lost
    1 2 3 4 5 6 7 8
    Pi 3.14159265
    GitHub - ada/token-2022: Token 2022
    SPL Token-2022 program
    Base64 encode
    JBOD explained
    BIP39 word list
    Mnemonic words for the planets
    Keys and locks
    Schlüsseldienst 24h Berlin
    Schlüssel 4711 Ersatz
    Recovery point objective
    Unlock phone 2024
    Das Geheimnis von 1984
    The answer is 42
    Code red: episode 4821
    Kode etik 2024
    Kódex 2023
    Codex 4821: Fabeln
    Numero 5 di Chanel
    Chapter 2011: the code
    Encode video with H.264
    Barcode 4006381333931
    EAN 4006381333931
    Highscore 482913
    Bus 4821 fährt heute
    Bitte PIN-Nummer eingeben
    Kfz-Kennzeichen B-AB 1234
    2 new codes for your 2024 calendar
    """#)

  static let titlesForJudging = lines(
    #"""
    How do I change my PIN?
    Reset your PIN in 2025
    Set up a passcode on iPhone
    iPhone 15 passcode forgotten: 3 ways
    Passcode – Apple Support
    Two-step verification for Steam
    Verification of Payee from October 2025
    Security update 2024-11 for Windows
    Security code of practice 2023
    Authentication in 2025: passkeys
    Passkeys explained
    Fehler 0x800f0922
    Error 1603 installing the program
    Stop code 0x0000007B
    HTTP status codes
    Response code 1020
    Return code 3010 means reboot
    Exit codes 126 and 127
    ORA-01017: invalid username/password; logon denied
    SQLSTATE 28000: password authentication failed for user "postgres"
    Authentication failed: wrong password (5 attempts)
    Login failed for user 'sa' 18456
    Access denied for user 'root'@'localhost' (using password: YES)
    Error 1045 (28000): Access denied
    Zip codes in Austin 78701
    Plz 1010 Wien
    Code NAF 6201Z
    Code barre 3017620422003
    Code promo -20 % décembre 2025
    Code du travail 2024
    Article L1234-5 du Code du travail
    Código Penal 2024
    Código civil artículo 1902
    Codice della strada 2024
    Codice sconto 2025
    Kod rabatowy 2024
    Kod błędu 0x80070005
    Код ошибки 0x80070005
    Код города 495
    Телефонный код 812 Санкт-Петербург
    エラーコード 2811-7503
    バーコード 4901234567894
    QRコード決済 2025
    错误代码 1001
    二维码 2024
    오류 코드 1003
    Postnummer 11120 Stockholm
    Feilkode 1001
    Fejlkode 403
    Virhekoodi 43
    Chybový kód 0xc000021a
    Hata kodu 1920
    رمز الخطأ 404
    קוד שגיאה 404
    Mã bưu điện 700000
    Password Manager - Google
    Passwords must have 12 characters
    Why "correct horse battery staple" works
    The password is swordfish - TV Tropes
    What is the password? Riddle
    Passwort-Manager im Test 2025
    Die 25 schlechtesten Passwörter 2024
    Gestionnaire de mots de passe
    Generador de contraseñas
    Generatore di password
    Генератор паролей
    密码管理器
    Wachtwoord wijzigen
    Glömt lösenord
    Zapomenuté heslo
    Jelszó visszaállítása
    Username and password authentication in Spring 6
    Username: choose a good one
    Default password list for routers
    Default credentials cheat sheet
    Wi-Fi password sharing on iPhone
    Show WiFi password Windows 11
    Seed phrases vs. private keys
    Seeds for 2025: tomatoes and beans
    Best seed words for Wordle
    Recovery mode on Pixel 8
    Backup 2024-11-25 finished
    Backup codes for your Google Account
    Emergency numbers 110 and 112
    License key for WinRAR
    Product key finder
    Serial killers of 1984
    Serial number lookup
    S/N 482913 - Warranty
    Article 13: copyright
    Ticket #7392841 updated
    Case 04829137
    PR #12345: rotate tokens
    Incident INC0048213
    JIRA ABC-48213 verify login
    Ref. 2024/48213
    Vorgangsnummer 48213-2024
    Kundennummer 7391842
    Vertrag 48-2913-77
    Konto 1234567
    Meter reading 482913
    Zählerstand 48213
    Room code of conduct
    Gate B42 Munich
    Gate 14 opens 18:30
    Garage 24h
    Door 1 of 24
    Safe 2.0
    Combination 3 of 4
    Alarm 06:30
    Meeting 09:00-10:30
    Zoom meeting at 15:30
    Zoom - Launch Meeting
    Meeting ID explained
    Webinar 2025-12-01
    Kode 2024: nordisk konference
    Coding Dojo 2024
    Decode 2023 report
    Unicode 15.1
    GeoCode 48.2082, 16.3738
    Route 66
    Boeing 737-800
    Airbus A320-214
    UA 1482 SFO-EWR
    Train IC 2013
    Gleis 9 3/4
    1984 by George Orwell
    Blade Runner 2049
    2001: A Space Odyssey
    Fahrenheit 451
    Area 51
    Level 9000
    Formula 1 2025 calendar
    EURO 2024 results 2-1
    1-0, 2-1, 3-3
    Sonata No. 14 in C sharp minor, Op. 27
    BWV 1048
    K. 525
    NGC 4821
    COVID-19 2020-2023
    ISO 27001:2022
    DIN EN 1090
    IEC 61131-3
    RFC 2616 vs RFC 9110
    PEP 8
    JEP 444: Virtual Threads
    ECMA-262 15th edition
    C++20 and C++23
    x86-64 vs arm64-v8a
    AES-256-GCM
    SHA-256 of a file
    md5: d41d8cd98f00b204e9800998ecf8427e
    sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    commit e83c5163316f89bfbde7d9ab23ca2e25604af290
    torvalds/linux@1da177e4c3f4
    Transaction 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204 
    Genesis block 000000000019d6689c085ae165831e93
    Vitamin B12 1000 µg
    Nutrition 2000 kcal
    Schritte: 10 482
    Population 8 799 800
    1 234 567 views
    Salary 65,000
    $1,299.00 MacBook
    ₹ 49,999
    ¥12800
    4.7 (12,345)
    (2) WhatsApp
    [GitHub] A new public key was added to your account
    [GitHub] Please verify your device
    Sign-in attempt prevented
    New login from Chrome on Linux, Berlin
    Your password was changed
    Your verification is complete
    Your code was merged
    Your code has 3 warnings
    Confirm your email address
    Welcome! Activate your account
    Use 2 eggs and 500 g flour
    Enter 2025 with style
    Sign in to continue - 1Password
    Secret Hitler online
    Trade secrets act 2019
    Key 4 life
    Keynote 2025
    Access 2019 runtime
    Access road A96
    Token of appreciation
    Pin 1000 ideas
    Pinterest: 4821 pins
    PIN diode BAP64
    PUK explained
    Login VSI 2024
    user 1234 profile
    User guide 2024 rev 3
    """#)

  static let commandsForDeveloping = lines(
    #"""
    git show 3f78685
    git checkout 3f786850e387550fdab836ed7e6dc881de23001b
    git log --author=ada -p
    git log -S password
    git commit -m "Add password reset"
    git commit -am 'auth: rotate the token'
    git push -u origin main
    git config --global user.name "Ada L"
    git remote add origin git@example.org:ada/x.git
    docker run -p 8080:80 -u 1000:1000 nginx
    docker run -e TZ=Europe/Berlin -p 5432:5432 postgres:16
    docker compose up -d
    docker build -t app:1.2.3 .
    docker exec -it db psql -U app shop
    docker ps -a --format '{{.Names}}'
    docker inspect 3f786850e387
    kubectl get pods -n prod
    kubectl logs -f deploy/web --tail=50
    kubectl create secret generic db --from-file=password.txt
    kubectl get secret db -o jsonpath='{.data.password}' | base64 -d
    kubectl apply -f secret.yaml
    helm upgrade web ./chart --set image.tag=1.2.3
    helm upgrade web ./chart --set existingSecret=db-credentials
    ssh -p 2222 ada@host
    ssh -L 5432:localhost:5432 ada@host
    ssh-copy-id -i ~/.ssh/id_ed25519.pub ada@host
    ssh-keygen -t ed25519 -C ada@example.org
    scp -P 2222 a.txt ada@host:/tmp/
    scp -r dist/ web1:/srv/www
    rsync -avzP --delete src/ ada@host:dst/
    rsync -au src/ dst/
    curl -sSL https://example.org/install.sh | sh
    curl -u ada https://example.org/a
    curl -fsSLo a.tar.gz https://example.org/a-1.2.3.tar.gz
    curl -X POST -d @body.json -H 'Content-Type: application/json' https://example.org
    curl -d 'name=ada&lang=en' https://example.org
    curl -H 'Accept: application/vnd.github+json' https://example.org
    curl -so /dev/null -w '%{http_code}\n' https://example.org
    wget -qO- https://example.org/key.asc | sudo apt-key add -
    mysql -u root -p
    mysql -uroot -p shop < dump.sql
    mysql -h db -P 3306 -u app -p
    mysql -e 'SHOW TABLES' shop
    mysql -e "SELECT user, host FROM mysql.user"
    psql -h db -p 5432 -U app -d shop
    psql -c 'SELECT count(*) FROM users' shop
    psql -c "SELECT id FROM tokens WHERE name = 'x'"
    psql -d shop -f schema.sql
    pg_dump -Fc -d shop -f shop.dump
    sqlite3 a.db 'SELECT * FROM sessions LIMIT 10'
    sqlite3 a.db .schema
    mongosh --eval 'db.users.find({name: "ada"})'
    mongosh shop --eval 'db.stats()'
    redis-cli -h cache get user:42
    redis-cli -h cache --scan --pattern 'session:*'
    redis-cli -n 1 keys '*'
    echo PING | nc cache 6379
    printf 'GET / HTTP/1.0\r\n\r\n' | nc example.org 80
    echo 'stats' | nc localhost 11211
    echo hello | nc -l 1234
    python -c "print('hello')"
    python3 -c 'import sys; print(sys.version)'
    python -c "import getpass; print(getpass.getuser())"
    python -c "import os; print(os.environ['TOKEN'])"
    python3 -c "import json,sys; print(json.load(sys.stdin)['name'])"
    python -m venv .venv
    python -m http.server 8000
    python manage.py runserver 0.0.0.0:8000
    python manage.py migrate
    python manage.py createsuperuser
    python manage.py createuser --help
    python manage.py test accounts.tests.PasswordTests
    python train.py --lr 0.001 --tokens 2048 --seed 1234
    node -e 'console.log(1+1)'
    node -e "console.log(require('./package.json').version)"
    node server.js --port 3000
    npm run build
    npm i -D eslint
    npm publish --access public
    ruby -e 'puts 1'
    perl -pe 's/foo/bar/' a.txt
    perl -ne 'print if /password/' a.log
    awk -F: '{print $1}' /etc/passwd
    sed -i 's/foo/bar/g' a.txt
    sed -n '/password/p' config.yml
    grep -rn "password" src/
    grep -i token= access.log
    rg 'api_key' -g '*.py'
    find . -name '*.pem' -user ada
    find . -type f -newer a -perm 644
    tar -czf a.tar.gz dir
    tar xzvf a.tar.gz -C /tmp
    zip -r a.zip dir -x '*.git*'
    unzip -l a.zip
    7z a a.7z dir
    7z l a.7z
    gpg --encrypt -r ada@example.org a
    gpg --import key.asc
    gpg -d a.gpg
    openssl rand -hex 32
    openssl x509 -in cert.pem -noout -text
    openssl s_client -connect example.org:443
    openssl genrsa -out key.pem 2048
    openssl dgst -sha256 a
    htpasswd -c .htpasswd ada
    pass show mail
    pass generate mail 20
    pass git push
    keepassxc-cli open db.kdbx
    keepassxc-cli ls db.kdbx
    bw list items
    vault kv get secret/foo
    vault status
    vault kv list secret/
    aws s3 cp a.txt s3://bucket/a.txt
    aws ssm get-parameter --name /db/password --with-decryption
    aws ssm put-parameter --name /app/mode --type String --value debug
    aws secretsmanager get-secret-value --secret-id db
    aws ec2 describe-instances --filters Name=tag:env,Values=prod
    gcloud auth login
    gcloud secrets versions access latest --secret=db
    az group list -o table
    terraform plan -out=a.plan
    ansible-playbook -i hosts site.yml -K
    ansible all -m ping -u ada -b
    adb shell input text hello
    adb shell input tap 100 200
    adb shell input keyevent 26
    adb install app.apk
    adb shell pm list packages
    adb logcat -s Tag
    xdotool key ctrl+c
    xdotool type hello
    xdotool search --name Firefox
    tmux new -s work
    tmux send-keys -t 0 'make test' Enter
    screen -r work
    make -j8 test
    make CFLAGS=-O2 all
    cmake -DCMAKE_BUILD_TYPE=Release -B build
    cargo test --release
    cargo run -- --port 8080
    go test ./...
    swift build -c release
    ./gradlew assembleDebug
    mvn -q -DskipTests package
    java -jar app.jar --server.port=8081
    javac -cp lib/a.jar A.java
    ps aux | grep ssh
    kill -9 48213
    sudo systemctl restart nginx
    journalctl -u ssh --since today
    sudo useradd -m -s /bin/bash ada
    sudo usermod -aG docker ada
    sudo passwd ada
    sudo chown -R ada:ada /srv
    chmod 600 ~/.ssh/id_ed25519
    id -u
    su - ada
    read -p 'Name: ' NAME
    read -s PASS; export PASS
    X=5; echo $X
    P=$(pwd); cd /tmp; cd $P
    A=hello; echo $A
    PWD=/tmp ./run
    OLDPWD=/srv cd -
    cd $PWD/src
    for i in 1 2 3; do echo $i; done
    while read -r line; do echo "$line"; done < a.txt
    cat <<EOF > a.txt↵hello↵world↵EOF
    cat > config.yml <<EOF↵port: 8080↵host: db↵EOF
    mysql shop <<EOF↵SELECT 1;↵EOF
    bc <<< '2+3'
    grep foo <<< "$text"
    wc -w <<< 'one two three'
    base64 -d <<< aGVsbG8=
    echo hello | base64
    echo 3f786850 | xxd -r -p
    diff <(ls a) <(ls b)
    diff <(sort a) <(sort b)
    comm -12 <(sort a.txt) <(sort b.txt)
    echo test > /tmp/a
    echo "export PATH=$PATH:~/bin" >> ~/.bashrc
    export PATH=$HOME/bin:$PATH
    export EDITOR=vim
    export LC_ALL=C.UTF-8
    export PASSWORD_STORE_DIR=~/.pass
    export TOKENIZERS_PARALLELISM=false
    HISTFILE=/dev/null bash
    ffmpeg -i a.mp4 -c:v libx264 -crf 23 b.mp4
    ffmpeg -i a.mp4 -pass 2 -passlogfile log b.mp4
    youtube-dl https://www.youtube.com/watch?v=dQw4w9WgXcQ
    nmap -sV -p 1-1000 10.0.0.1
    nmap -Pn -A host
    dig +short example.org
    ping -c 3 8.8.8.8
    mount -t nfs nas:/vol /mnt
    mount -o loop,ro a.iso /mnt
    mount -t cifs //nas/s /mnt -o credentials=/root/.smb
    smbclient -L //nas -U ada
    smbclient //nas/share -N
    ldapsearch -x -b dc=example,dc=org uid=ada
    ldapsearch -xLLL -D cn=admin -W
    sqlplus ada@db
    snmpwalk -v2c -c public host
    oathtool --help
    oathtool --version
    nmcli dev wifi list
    nmcli con up Home
    iwctl station wlan0 connect Home
    wpa_cli status
    cryptsetup luksOpen /dev/sda2 root
    cryptsetup luksAddKey /dev/sda2
    mkpasswd -m sha-512
    pwgen -s 20 1
    date -d '2024-01-01 +3 days'
    seq 100000 999999
    factor 48291377
    units '5 miles' km
    man 3 getpass
    apropos password
    apt install libpam-pwquality
    apt show keepassxc
    vim ~/.netrc
    less /var/log/auth.log
    code --install-extension ms-python.python
    scp user@10.0.0.5:/tmp/x .
    lp -d printer1 a.pdf
    qpdf --linearize a.pdf b.pdf
    pdftk a.pdf b.pdf cat output c.pdf
    convert a.png -resize 50% b.png
    hunch suggest --within 2h
    jq '.token' a.json
    jq -r .access_token < response.json
    yq '.spec.password' values.yaml
    stty -echo
    xargs -n1 echo
    tee -a log.txt
    make password-reset
    npm run test:auth
    pytest tests/test_password.py -k 'token and not slow'
    pytest -k password -x
    rake db:seed
    rails g migration AddPasswordDigestToUsers password_digest:string
    rails g model User name:string password_digest:string
    php artisan make:model Secret
    php artisan key:generate
    heroku config:get SECRET_KEY_BASE
    heroku config:set RAILS_ENV=production
    fly deploy
    gh secret list
    gh secret set DEPLOY_KEY < key.pem
    gh auth status
    gh pr create -t "Fix auth" -b "Rotates the token"
    gh issue create --title 'Login fails' --body 'The password field is empty'
    """#)

  static let commandsForJudging = lines(
    #"""
    git rebase -i HEAD~3
    git cherry-pick e83c5163316f
    git bisect bad e83c5163316f89bfbde7d9ab23ca2e25604af290
    git diff HEAD~1 -- src/auth/password.ts
    git log --grep='secret rotation' --oneline
    git tag -a v1.2.3 -m 'Release 1.2.3'
    git stash push -m 'wip login'
    git worktree add ../x feature/token-refresh
    hg commit -m 'change password form' -u ada
    svn co https://svn.example.net/repo/trunk
    podman run --rm -it -v $PWD:/src:Z fedora:40 bash
    docker run --user 1000:1000 --env-file .env app
    docker secret ls
    docker run -e POSTGRES_USER=app -e POSTGRES_DB=shop postgres
    docker run -e POSTGRES_PASSWORD_FILE=/run/secrets/pw postgres
    docker-compose -f a.yml -p web logs -f
    kubectl exec -it web-6d4cf56db6-abcde -- sh
    kubectl port-forward svc/db 5432:5432
    kubectl config use-context prod
    kubectl create token deployer
    kubectl rollout undo deploy/web --to-revision=3
    kubectl auth can-i create pods --as ada
    k9s -n prod
    helm install db bitnami/postgresql -f values.yaml
    minikube start --cpus 4 --memory 8192
    ssh root@203.0.113.7
    ssh -o StrictHostKeyChecking=no -i key.pem ubuntu@host
    ssh -J bastion ada@10.0.0.5
    mosh ada@host
    sftp -P 2222 ada@host
    sshfs ada@host:/srv ~/mnt
    ssh-add ~/.ssh/id_rsa
    ssh-keyscan -H host >> ~/.ssh/known_hosts
    curl https://api.example.net/v1/users?page=2
    curl -I https://example.net
    curl -su bob https://example.net/x
    curl -k -L -o f https://example.net/f
    curl --user-agent 'Mozilla/5.0' https://example.net
    curl -F file=@a.png https://example.net/upload
    curl -G --data-urlencode 'q=password reset' https://example.net/search
    curl -X DELETE https://api.example.net/v1/items/48213
    curl -H 'X-Request-Id: 48213' https://example.net
    curl -H 'Host: a.example.net' http://10.0.0.1
    http GET example.net q==token
    http POST example.net name=ada age:=42
    wget -c -r -np https://example.net/dir/
    aria2c -x 16 https://example.net/f.iso
    mariadb -u root shop
    mysqldump -u root -p shop > shop.sql
    mysql -u app -p -h 10.0.0.5 shop -e 'select 1'
    mysqlsh --sql ada@db
    createdb shop
    createuser -P app
    pg_restore -d shop -j4 shop.dump
    psql postgres://app@db/shop
    psql -c "ALTER TABLE users ADD COLUMN password_hash text"
    psql -c "SELECT rolname, rolpassword FROM pg_authid"
    sqlcmd -S db -E -Q 'select 1'
    sqlite3 app.db "UPDATE users SET name='bob' WHERE id=42"
    duckdb -c "select * from 'a.parquet'"
    clickhouse-client -q 'SHOW DATABASES'
    mongodump --db shop --out dump
    mongosh "mongodb://db:27017/shop" --eval 'db.adminCommand({ping: 1})'
    redis-cli monitor
    redis-cli -u redis://cache:6379/0 ping
    echo 'FLUSHALL' | redis-cli
    printf 'set a 1\r\nget a\r\n' | nc cache 6379
    printf 'HELO x\r\nMAIL FROM:<a@b.c>\r\n' | nc mail 25
    echo ruok | nc zk 2181
    socat TCP-LISTEN:8080,fork TCP:web:80
    python3 -c "import secrets; print(secrets.token_hex(16))"
    python3 -c 'from urllib.parse import quote; print(quote("a b"))'
    python -c "import torch; print(torch.cuda.is_available())"
    python -c "from app import create_app; create_app('dev').run()"
    python3 -m json.tool a.json
    python3 -m pip install --user requests==2.31.0
    pip install -r requirements.txt
    pip install 'django>=4.2,<5'
    poetry add httpx
    uv run pytest -q
    flask --app x run --debug
    django-admin startproject x
    python manage.py changepassword ada
    python manage.py shell -c 'print(1)'
    node -p 'process.version'
    node -e "require('fs').writeFileSync('a.txt', 'hello')"
    deno run --allow-net a.ts
    npx create-react-app shop
    npm config get registry
    npm config set registry https://registry.example.net
    yarn add -D typescript@5.3.3
    pnpm -r build
    ruby -ropen-uri -e 'puts URI.open("https://example.net").read'
    bundle exec rspec spec/models/user_spec.rb:42
    bin/rails credentials:edit
    rails console
    rails runner 'puts User.count'
    perl -MJSON -e 'print to_json({a=>1})'
    php -S localhost:8000
    php -r 'echo PHP_VERSION;'
    composer require laravel/passport
    php artisan migrate --seed
    php artisan passport:install
    wp plugin install akismet --activate
    wp user list --role=administrator
    drush cr
    awk '{s+=$1} END {print s}' a.txt
    sed -E 's/(password: ).*/\1xxx/' a.yml
    grep -c 'Failed password' /var/log/auth.log
    grep -v '^#' .env | cut -d= -f1
    ag --ignore-dir=node_modules apiKey
    find / -name id_rsa 2>/dev/null
    fd -e key -e pem
    ls -la ~/.ssh ~/.gnupg
    stat -c '%a %n' secrets.yml
    zip -9 -r release-1.2.3.zip dist
    unzip -o -d out a.zip
    7z x a.7z -oout
    7z t a.7z
    rar x a.rar
    tar --exclude=.git -cJf a.tar.xz .
    gpg --list-secret-keys --keyid-format long
    gpg --armor --export 3AA5C34371567BD2
    gpg --recv-keys 3AA5C34371567BD2
    gpg --full-generate-key
    gpg --edit-key ada
    openssl passwd -6
    openssl enc -aes-256-cbc -pbkdf2 -in a -out b
    openssl req -x509 -newkey rsa:4096 -keyout key.pem -out cert.pem -days 365 -nodes
    openssl pkcs12 -in a.p12 -nokeys
    certbot renew --dry-run
    age -d -i key.txt a.age
    sops -d secrets.enc.yaml
    pass insert mail/ada
    pass edit web/example
    gopass show -c mail
    op item get GitHub --fields username
    bw get item github
    lpass ls
    vault login
    vault token lookup
    vault write auth/approle/role/app secret_id_ttl=10m token_ttl=20m
    consul kv get app/db/password
    consul kv put app/port 8080
    etcdctl get /app --prefix
    etcdctl put /app/mode debug
    aws sts get-caller-identity
    aws configure list
    aws configure set region eu-central-1
    aws ssm put-parameter --name x --value hello --type String --overwrite
    aws iam create-access-key --user-name ada
    aws secretsmanager list-secrets
    gcloud config set project shop-482913
    gcloud secrets list
    az keyvault secret show --vault-name v --name db
    az account set -s 123e4567-e89b-12d3-a456-426614174000
    doctl compute droplet list
    terraform apply -var region=eu -var-file=prod.tfvars
    pulumi config set region eu
    ansible-vault edit group_vars/all/vault.yml
    ansible-playbook site.yml --vault-password-file ~/.vault
    adb devices
    adb shell input text 'hello%sworld'
    adb shell am start -n com.example/.Main
    adb push a.txt /sdcard/
    adb shell dumpsys battery
    xdotool type 'hello world'
    xdotool mousemove 100 200 click 1
    wtype hello
    tmux send-keys -t work:1 'npm start' C-m
    screen -S build -X stuff 'make\n'
    expect -c 'spawn ssh host; expect "$ "; send "uptime\r"'
    osascript -e 'tell application "Finder" to activate'
    osascript -e 'display notification "done"'
    make install PREFIX=~/.local
    ninja -C build -j 4
    bazel test //...
    meson setup build -Dtests=true
    cargo add serde --features derive
    cargo publish --dry-run
    rustup default nightly
    go build -ldflags "-X main.version=1.2.3" .
    go mod tidy
    dotnet run --project src/Web
    dotnet user-secrets list
    mvn deploy -P release
    gradle test --tests '*PasswordTest'
    java -Xmx2g -Dfile.encoding=UTF-8 -jar a.jar
    keytool -list -keystore a.jks
    adduser ada
    deluser ada sudo
    chage -l ada
    sudo -u postgres psql
    sudo -i
    visudo
    gpasswd -a ada docker
    sudo chpasswd < users.txt
    cat users.txt | sudo chpasswd
    getent passwd ada
    systemctl --user status
    crontab -e
    at 15:30
    watch -n 2 'kubectl get pods'
    read -r a b <<< "1 2"
    N=42; echo "$N"
    D=$(date +%F); mkdir $D
    K=prod; kubectl --context $K get pods
    PW=$(pass show x); echo ok
    export TOKEN=$(cat token.txt)
    export PWD
    unset PASSWORD
    cat <<'EOF' >> ~/.ssh/config↵Host web↵  User ada↵  Port 2222↵EOF
    tee /etc/motd <<< 'Welcome'
    tr a-z A-Z <<< hello
    jq -n --arg a 1 '{a: $a}'
    jq '.users[] | {name, token}' a.json
    vimdiff <(git show HEAD:a) a
    paste <(cut -f1 a) <(cut -f2 b)
    echo "$PASSWORD" | docker login -u ada --password-stdin
    cat token.txt | gh auth login --with-token
    pass show x | sudo -S true
    echo done | mail -s 'Backup' ada@example.net
    echo 'hello world' | espeak
    echo 42 | sudo tee /proc/sys/vm/swappiness
    echo y | apt remove x
    yes | apt install foo
    echo "127.0.0.1 a.test" | sudo tee -a /etc/hosts
    logger 'password rotation done'
    notify-send 'Password expires' 'in 3 days'
    mail -s 'New password policy' team@example.net < a.txt
    ffmpeg -i a.wav -b:a 192k a.mp3
    vlc https://example.net/live.m3u8
    mpv --profile=low-latency rtsp://cam.example.net/live
    nmap --script ssl-cert -p 443 example.net
    hydra -L users.txt -P passwords.txt ssh://host
    hashcat -m 0 hashes.txt rockyou.txt
    john --format=raw-md5 hashes.txt
    wg show
    wg genkey | tee private.key | wg pubkey
    iw dev wlan0 scan
    nmcli dev wifi connect Home
    nmcli -f NAME,UUID con show
    netsh wlan show profiles
    net user
    net use
    klist
    kinit ada
    kdestroy
    kpasswd ada
    ldapwhoami -x -D cn=ada -W
    smbpasswd -a ada
    smbget -U ada smb://nas/share/f
    rpcclient -U ada host
    xfreerdp /v:host /u:ada /size:1280x720
    vncviewer host:1
    ipmitool -H bmc -U admin power status
    lp -o media=A4 a.pdf
    pdftotext -layout a.pdf
    qpdf --show-encryption a.pdf
    exiftool -all= a.jpg
    restic -r /srv/backup snapshots
    borg list /srv/repo
    rclone copy a remote:b --progress
    rclone config show
    rclone config create gd drive scope=drive
    transmission-remote -l
    mosquitto_sub -h broker -t 'sensors/#'
    mosquitto_pub -t home/light -m on
    rabbitmqctl list_users
    kafka-console-consumer --bootstrap-server b:9092 --topic tokens
    jupyter lab --port 8889 --no-browser
    code-server --bind-addr 0.0.0.0:8080
    bitcoin-cli getblockcount
    bitcoin-cli getrawtransaction 4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b
    solana balance
    cast block latest
    """#)

  static let addressesForDeveloping = lines(
    #"""
    https://example.com/login
    https://example.com/login/de
    https://example.com/login/oauth/authorize
    https://example.com/auth/realms/master/account
    https://example.com/reset-password
    https://example.com/account/password/change
    https://example.com/docs/auth/api-tokens
    https://example.com/docs/token/erc20
    https://example.com/share/facebook
    https://example.com/join/beta2024
    https://example.com/invite/friends
    https://example.com/verify/email
    https://example.com/verify/identity-2024
    https://example.com/key/a4
    https://example.com/keys/c-sharp-minor
    https://example.com/blog/2024/how-to-reset-your-password
    https://example.com/articles/482913
    https://example.com/product/B08N5WRWNW
    https://www.amazon.com/dp/B08N5WRWNW
    https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42
    https://docs.google.com/spreadsheets/d/1aBcD2eFgH3iJkL4mNoP5qRsT6uVwX7yZ/edit
    https://github.com/ada/x/commit/3f786850e387550fdab836ed7e6dc881de23001b
    https://github.com/ada/x/blob/main/src/auth/token.swift#L42
    https://github.com/login?return_to=%2Fada
    https://gitlab.com/ada/x/-/merge_requests/42
    https://stackoverflow.com/questions/4821371/how-to-hash-a-password
    https://news.ycombinator.com/item?id=4829137
    https://en.wikipedia.org/wiki/Password_(game_show)
    https://de.wikipedia.org/wiki/Passwort
    https://example.com/?q=password&lang=en
    https://example.com/?code=DE
    https://example.com/errors?code=482913
    https://example.com/zip?code=94103
    https://example.com/?state=open&key=name
    https://example.com/?session=4
    https://meet.google.com/abc-defg-hij
    https://zoom.us/j/81234567890
    https://us02web.zoom.us/j/81234567890
    https://teams.microsoft.com/_#/calendarv2
    https://outlook.office.com/mail/inbox
    https://mail.google.com/mail/u/0/#inbox/FMfcgzQXKvLmNpQrStUvWxYzAbCdEfGh
    https://www.dropbox.com/home/Photos
    https://drive.google.com/drive/my-drive
    https://maps.example.com/@52.52,13.405,14z
    https://example.com/path/file.pdf?version=1.2.3
    https://example.com/token/0xdAC17F958D2ee523a2206206994597C13D831ec7
    https://etherscan.io/address/0xdAC17F958D2ee523a2206206994597C13D831ec7
    https://example.com/t/how-do-tokens-work/48213/7
    https://example.com/?utm_source=a&utm_campaign=2024
    https://example.com/download/app-1.2.3-x86_64.AppImage
    https://example.com/secret-santa/2024
    https://example.com/password-generator
    https://example.com/tools/password/strength
    https://example.com/pin/48291377
    https://www.pinterest.com/pin/482913771234567/
    https://example.com/user/ada/settings/tokens
    https://example.com/callback/facebook
    https://example.com/settings/api-keys
    https://example.com/accept/cookies
    https://example.com/confirm/2024-11-25
    https://example.com/activate/tv
    https://example.com/sso/saml/metadata
    """#)

  static let addressesForJudging = lines(
    #"""
    https://example.net/signin
    https://example.net/signin/v2/identifier
    https://example.net/users/sign_in
    https://example.net/users/password/new
    https://example.net/forgot-password/done
    https://example.net/auth/login/provider/github
    https://example.net/authors/bob-1984
    https://example.net/tokens/list/2
    https://example.net/token/bitcoin-cash-24
    https://example.net/keys/rsa4096-howto
    https://example.net/secret/garden
    https://example.net/join/us
    https://example.net/invitation/templates-2025
    https://example.net/share/x2y
    https://example.net/recovery/windows11
    https://example.net/reset/iphone15pro
    https://example.net/verify/ios17
    https://example.net/magic/gathering2024
    https://example.net/callback/index.html
    https://example.net/webhooks/docs/v2
    https://example.net/product/48213-garden-chair
    https://example.net/a/b/c?id=48213&page=7
    https://example.net/?key=C%23+minor
    https://example.net/?hash=sha256
    https://example.net/?code=EUR&amount=100
    https://example.net/?pin=map
    https://example.net/?auth=required
    https://example.net/?sort=password
    https://example.net/?state=CA&city=LA
    https://example.net/?token=expired
    https://example.net/#password
    https://example.net/#section-1.2.3
    https://www.ebay.de/itm/123456789012
    https://www.imdb.com/title/tt0382625/
    https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC
    https://www.reddit.com/r/Passwords/comments/1abc2de/what_is_a_seed_phrase/
    https://www.npmjs.com/package/jsonwebtoken
    https://pypi.org/project/secrets/
    https://crates.io/crates/rpassword/7.3.1
    https://hub.docker.com/_/vault
    https://datatracker.ietf.org/doc/html/rfc6238
    https://developer.mozilla.org/en-US/docs/Web/HTTP/Headers/Authorization
    https://learn.microsoft.com/en-us/windows/win32/debug/system-error-codes--0-499-
    https://support.apple.com/en-us/102656
    https://www.bahn.de/buchung/fahrplan/suche
    https://www.openstreetmap.org/#map=15/52.52/13.40
    https://calendar.google.com/calendar/u/0/r/week/2025/11/25
    https://www.notion.so/ada/Reading-list-0123456789abcdef0123456789abcdef
    https://example.atlassian.net/browse/AUTH-482
    https://example.slack.com/archives/C01ABCDEF/p1700000000123456
    https://meet.jit.si/WeeklySync
    https://whereby.com/ada
    https://app.slack.com/client/T01/C02
    https://web.whatsapp.com/
    https://t.me/durov
    https://discord.com/channels/1234567890/9876543210
    https://web.telegram.org/k/#@durov
    https://example.net/files/2024/report_final_v2.pdf
    http://192.168.0.1/login.html
    http://localhost:3000/reset?step=2
    http://localhost:8888/lab/tree/a.ipynb
    file:///home/ada/passwords.txt
    """#)

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map {
      $0.split(separator: "↵", omittingEmptySubsequences: false).joined(separator: "\n")
    }
  }
}
