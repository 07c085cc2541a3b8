import TestSupport

@testable import Importers

/// Lines with made-up secrets, in the forms that secrets have in histories.
///
/// The test draws every secret from a seed when it runs: none is real, and none is in this file.
/// The places (`§`) were written before the rules were tried on them; those with even numbers are
/// for choosing, the others for judging.
struct SecretCorpus {
  struct Line {
    let text: String
    let secret: String
    let kind: SecretRules.TextKind
    /// The place of the secret.
    let shape: String
    let part: Part
  }

  /// The use of the lines.
  enum Part: String, CaseIterable {
    /// Rules and thresholds were chosen on them.
    case choosing
    /// They were tried once, before anything was changed because of them.
    case judging
    /// They were also tried once, and were written after the rules were finished: ``LaterShapes``.
    case later
  }

  let lines: [Line]
  let shapes: Int

  init(seed: UInt64 = 1) {
    var random = SeededNumbers(seed: seed)
    var lines: [Line] = []
    var number = 0
    func add(_ shape: String, _ kind: SecretRules.TextKind, _ secrets: [String], part: Part? = nil) {
      for secret in secrets {
        let text = shape.split(separator: "§", omittingEmptySubsequences: false).joined(separator: secret)
        lines.append(
          Line(
            text: text, secret: secret, kind: kind, shape: shape,
            part: part ?? (number.isMultiple(of: 2) ? .choosing : .judging)))
      }
      number += 1
    }
    for shape in Self.commands {
      add(
        shape, .commandLine,
        [Self.weak(&random), Self.strong(&random), Self.letters(&random), Self.base62(24, &random)])
    }
    for shape in Self.typed { add(shape, .commandLine, [Self.strong(&random), Self.strong(&random)]) }
    for shape in Self.addresses {
      add(shape, .url, [Self.base62(24, &random), Self.base62(40, &random), Self.hex(32, &random)])
    }
    for shape in Self.passwordsInAddresses {
      add(shape, .url, [Self.weak(&random), Self.base62(20, &random), Self.letters(&random)])
    }
    for shape in Self.titles { add(shape, .title, [Self.strong(&random), Self.base62(20, &random)]) }
    for shape in Self.codes { add(shape, .title, [Self.digits(6, &random)]) }
    for token in Self.tokens {
      for place in Self.placesOfTokens {
        add(place.shape + " (\(token.name))", place.kind, [])
        number -= 1
        let secret = token.make(&random)
        let text = place.shape.split(separator: "§", omittingEmptySubsequences: false).joined(
          separator: secret)
        lines.append(
          Line(
            text: text, secret: secret, kind: place.kind, shape: token.name,
            part: number.isMultiple(of: 2) ? .choosing : .judging))
      }
      number += 1
    }
    for shape in LaterShapes.commands {
      add(
        shape, .commandLine,
        [Self.weak(&random), Self.strong(&random), Self.letters(&random), Self.base62(24, &random)],
        part: .later)
    }
    for shape in LaterShapes.addresses {
      add(shape, .url, [Self.base62(24, &random), Self.base62(40, &random)], part: .later)
    }
    self.lines = lines
    shapes = number
  }

  // MARK: Places

  private static let commands = [
    "export AWS_SECRET_ACCESS_KEY=§", "TOKEN=§ ./deploy.sh", "PGPASSWORD='§' psql -h db -U app",
    "mysql -u root -p'§' shop",
    "mysqldump --password=§ shop > shop.sql", "curl -u admin:'§' https://example.org/api",
    "curl -uadmin:§ https://example.org",
    "curl -H 'Authorization: Bearer §' https://example.org/v1",
    "curl -H \"X-Api-Key: §\" https://example.org/v1",
    "curl -H 'PRIVATE-TOKEN: §' https://git.example.org/api",
    "curl --header \"Authorization: Basic §\" https://example.org",
    "curl -d 'user=ada&password=§' https://example.org/login",
    "curl -d '{\"user\":\"ada\",\"password\":\"§\"}' https://example.org/login",
    "curl --data-urlencode 'client_secret=§' https://example.org/token",
    "curl --proxy-user ada:'§' https://example.org",
    "curl 'https://example.org/v1?api_key=§'", "curl -b 'session=§' https://example.org/",
    "wget --password='§' https://example.org/f",
    "wget --http-password '§' https://example.org/f",
    "wget --header='Authorization: token §' https://example.org",
    "sshpass -p '§' ssh ada@host", "sshpass -p§ scp a ada@host:",
    "docker login -u ada -p '§' registry.example.org",
    "docker login --username ada --password '§'", "echo '§' | docker login -u ada --password-stdin",
    "docker run -e DB_PASSWORD='§' app",
    "docker build --build-arg NPM_TOKEN=§ .", "podman login -p '§' quay.example.org",
    "helm registry login -u ada --password '§' r.example.org",
    "openssl enc -aes-256-cbc -pass pass:'§' -in a -out b", "openssl rsa -passin 'pass:§' -in key.pem",
    "openssl passwd -6 '§'",
    "htpasswd -b .htpasswd ada '§'", "htpasswd -nbB ada '§'", "echo '§' | sudo -S apt update",
    "sudo -S ls <<< '§'", "printf '%s\\n' '§' | sudo -S ls",
    "echo 'ada:§' | chpasswd", "echo 'ada:§' | sudo chpasswd", "echo '§' | passwd --stdin ada",
    "useradd -m -p '§' ada", "usermod --password '§' ada",
    "export GITHUB_TOKEN=\"§\"", "set -x API_KEY '§'", "setenv SECRET_KEY '§'",
    "env MYSQL_PWD='§' mysql shop", "DATABASE_PASSWORD='§' rails console",
    "export npm_config__authToken='§'", "npm config set //registry.example.org/:_authToken '§'",
    "npm config set _authToken=§", "yarn config set npmAuthToken '§'",
    "git clone https://ada:§@git.example.org/a/b.git",
    "git remote set-url origin https://oauth2:§@git.example.org/a/b.git",
    "git -c http.extraheader='Authorization: Bearer §' fetch",
    "pip install --index-url https://ada:§@pypi.example.org/simple hunch",
    "twine upload -u ada -p '§' dist/hunch.whl", "poetry config pypi-token.pypi '§'",
    "composer config http-basic.example.org ada '§'",
    "aws configure set aws_secret_access_key '§'",
    "aws rds create-db-instance --master-user-password '§' --engine postgres",
    "aws ssm put-parameter --name p --type SecureString --password '§'",
    "az login -u ada@example.org -p '§'", "az storage blob list --account-key '§'",
    "gcloud sql users set-password root --password='§'",
    "kubectl create secret generic db --from-literal=password='§'",
    "kubectl create secret docker-registry r --docker-password='§'",
    "kubectl config set-credentials ada --token='§'", "kubectl --token '§' get pods",
    "oc login -u ada -p '§' https://c.example.org",
    "oc login --token=§ --server=https://c.example.org", "vault login '§'",
    "vault kv put secret/db password='§'", "vault operator unseal '§'",
    "VAULT_TOKEN=§ vault read secret/db", "terraform apply -var 'db_password=§'",
    "TF_VAR_db_password='§' terraform plan",
    "ansible-playbook site.yml -e \"ansible_become_pass=§\"",
    "ansible-playbook site.yml --extra-vars 'db_password=§'", "ansible all -m ping -e ansible_ssh_pass='§'",
    "heroku config:set SECRET_KEY_BASE='§'", "fly secrets set STRIPE_KEY='§' SESSION_SECRET='§'",
    "gh secret set DEPLOY_KEY --body '§'",
    "echo '§' | gh auth login --with-token", "glab auth login --token '§'",
    "sentry-cli --auth-token '§' releases list",
    "redis-cli -h cache -a '§' ping", "redis-cli --pass '§' ping", "mongosh -u root -p '§' mongodb://db",
    "mongodump --username root --password '§'",
    "mongosh 'mongodb://root:§@db.example.org/admin'", "psql 'postgresql://app:§@db.example.org/shop'",
    "psql \"host=db user=app password=§\"",
    "sqlcmd -S db -U sa -P '§' -Q 'select 1'", "sqlplus system/'§'@db",
    "mysql -e \"ALTER USER ada IDENTIFIED BY '§'\"",
    "psql -c \"ALTER ROLE app WITH PASSWORD '§'\"",
    "sudo -u postgres psql -c \"CREATE USER ada WITH ENCRYPTED PASSWORD '§';\"",
    "mysqladmin -u root password '§'",
    "ldapsearch -x -D cn=admin -w '§' -b dc=example", "ldappasswd -x -D cn=admin -w '§' -s new uid=ada",
    "smbclient //nas/share -U 'ada%§'",
    "mount -t cifs //nas/share /mnt -o username=ada,password='§'", "xfreerdp /u:ada /p:'§' /v:host",
    "rdesktop -u ada -p '§' host", "lftp -u ada,'§' ftp.example.org",
    "ncftpput -u ada -p '§' ftp.example.org / file", "lftp -e 'ls; bye' ftp://ada:§@ftp.example.org",
    "rsync --password-file=<(echo '§') -a . host::m",
    "zip -P '§' -r a.zip a", "unzip -P '§' a.zip", "7z x -p'§' a.7z", "rar a -hp'§' a.rar a",
    "gpg --batch --passphrase '§' -c file",
    "echo '§' | gpg --batch --passphrase-fd 0 -d file.gpg", "keytool -genkey -storepass '§' -keystore k.jks",
    "java -Djavax.net.ssl.trustStorePassword='§' -jar app.jar",
    "java -jar app.jar --spring.datasource.password='§'", "jarsigner -storepass '§' -keypass '§' app.jar ada",
    "nmcli dev wifi connect Home password '§'",
    "wpa_passphrase Home '§'", "iwconfig wlan0 key s:'§'", "wpa_cli passphrase 0 '§'",
    "qpdf --password='§' --decrypt a.pdf b.pdf", "pdftk a.pdf input_pw '§' output b.pdf",
    "pdftotext -upw '§' a.pdf", "ipmitool -H host -U admin -P '§' power on",
    "snmpwalk -v3 -u ada -A '§' host", "mosquitto_pub -h broker -u ada -P '§' -t t -m m",
    "rabbitmqctl add_user ada '§'", "rclone config create nas webdav pass='§'", "rclone obscure '§'",
    "RESTIC_PASSWORD='§' restic backup /home", "export BORG_PASSPHRASE='§'",
    "echo -n '§' | base64", "echo '§' | cryptsetup luksOpen /dev/sda2 root",
    "ssh host \"mysql -uroot -p'§' shop\"", "bash -c 'PGPASSWORD=§ psql shop'",
    "ssh host 'echo § | sudo -S reboot'", "docker exec db mysql -uroot -p'§'",
    "for h in a b; do sshpass -p '§' ssh $h uptime; done", "x=$(curl -u ada:'§' https://example.org)",
    "cat > ~/.netrc <<EOF\nmachine example.org login ada password §\nEOF",
    "cat > .env <<EOF\nDB_HOST=db\nDB_PASSWORD=§\nEOF", "echo 'password: §' >> config.yml",
    "echo 'export API_TOKEN=§' >> ~/.bashrc", "sed -i 's/PASSWORD=.*/PASSWORD=§/' .env",
    "http POST example.org/login user=ada password='§'",
    "http -a ada:'§' example.org/me", "http example.org/me Authorization:'Bearer §'",
    "ab -A ada:'§' https://example.org/", "python manage.py createsuperuser --password '§'",
    "python deploy.py --api-key '§'", "node app.js --secret '§'", "./run --token § --verbose",
    "./run --client-secret=§", "ngrok authtoken '§'", "tailscale up --authkey='§'",
    "bw unlock '§'", "secret-tool store --label=x a b <<< '§'", "stripe listen --api-key '§'",
    "wrangler secret put KEY <<< '§'", "ssh-keygen -t ed25519 -N '§' -f key",
    "plink -pw '§' ada@host ls", "evil-winrm -i 10.0.0.5 -u ada -p '§'",
    "secretsdump.py 'corp/ada:§@10.0.0.5'", "crackmapexec smb 10.0.0.5 -u ada -p '§'",
    "net user ada '§' /add",
    "New-Thing -Password '§'", "steghide embed -cf a.jpg -ef b -p '§'",
    "swaks --to a@example.org --auth-user ada --auth-password '§'", "# db password: §1!",
    "ansible-vault encrypt_string --vault-password '§' x",
  ]

  private static let typed = ["§", " § ", "'§'"]

  private static let addresses = [
    "https://example.org/cb?code=§&state=xyz", "https://example.org/#access_token=§&token_type=bearer",
    "https://example.org/reset?token=§", "https://example.org/reset-password/§",
    "https://example.org/users/confirm/§", "https://example.org/verify-email?key=§",
    "https://example.org/magic?ott=§", "https://example.org/login?ticket=ST-1-§",
    "https://example.org/f;jsessionid=§?x=1", "https://example.org/index.php?PHPSESSID=§",
    "https://b.s3.example.org/o?X-Amz-Algorithm=a&X-Amz-Signature=§",
    "https://b.blob.example.org/c/o?sv=2020&sig=§",
    "https://example.org/v1/geo?key=§", "https://example.org/v1?q=x&apikey=§",
    "https://example.org/join?invite=§", "https://example.org/invite/§",
    "https://hooks.slack.com/services/T0/B0/§",
    "https://discord.com/api/webhooks/123/§", "https://example.org/auth/callback?id_token=§",
    "https://example.org/go?next=https%3A%2F%2Fexample.com%2Fr%3Ftoken%3D§",
    "https://example.org/unsubscribe/§", "https://example.org/saml?SAMLResponse=§",
    "https://example.org/oauth?refresh_token=§", "https://example.org/d?Signature=§&Expires=1",
    "https://example.org/?session=§",
    "otpauth://totp/x?secret=§", "https://example.org/api/feed?private_token=§",
    "https://calendar.google.com/calendar/ical/a/private-§/basic.ics", "https://chat.whatsapp.com/§",
    "https://example.org/s?rlkey=§",
  ]

  private static let passwordsInAddresses = [
    "https://ada:§@example.org/", "ftp://ada:§@example.org/f", "redis://:§@cache:6379/0",
    "https://example.org/login?user=ada&password=§", "https://example.org/login?passwd=§",
    "jdbc:mysql://db/shop?user=a&password=§",
  ]

  private static let titles = [
    "Login details - password: §", "Re: wifi (pw: §)", "config.env - API_KEY=§",
    "Mail: https://example.org/?token=§",
  ]
  private static let codes = [
    "§ is your verification code - Inbox", "Your login code is § | Mail", "G-§ is your one-time passcode",
  ]

  private static let placesOfTokens: [(shape: String, kind: SecretRules.TextKind)] = [
    ("echo §", .commandLine), ("§", .commandLine), ("mytool push § --now", .commandLine),
    ("https://example.org/x/§/y", .url), ("Inbox: § (2)", .title),
  ]

  // MARK: Secrets

  /// Forms of tokens, assembled from pieces, so that nothing in this file looks like one.
  private static let tokens: [(name: String, make: @Sendable (inout SeededNumbers) -> String)] = [
    ("AWS key", { "AK" + "IA" + pick(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", &$0) }),
    ("AWS temporary key", { "AS" + "IA" + pick(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", &$0) }),
    ("GitHub", { "gh" + "p_" + base62(36, &$0) }), ("GitHub app", { "gh" + "s_" + base62(36, &$0) }),
    ("GitHub fine-grained", { "github" + "_pat_" + base62(22, &$0) + "_" + base62(59, &$0) }),
    ("GitLab", { "gl" + "pat-" + base62(19, &$0) + "7" }),
    ("GitLab runner", { "gl" + "rt-" + base62(19, &$0) + "4" }),
    ("Slack bot", { "xo" + "xb-" + digits(12, &$0) + "-" + base62(24, &$0) }),
    ("Slack user", { "xo" + "xp-" + digits(12, &$0) + "-" + base62(32, &$0) }),
    ("Stripe", { "sk" + "_live_" + base62(24, &$0) }),
    ("Stripe restricted", { "rk" + "_live_" + base62(24, &$0) }),
    ("Stripe hook", { "wh" + "sec_" + base62(32, &$0) }), ("Google", { "AI" + "za" + base62(35, &$0) }),
    ("Google access", { "ya" + "29." + base62(60, &$0) }),
    ("Google client", { "GOC" + "SPX-" + base62(28, &$0) }),
    ("web token", { "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "J" + base62(40, &$0) + "." + base62(43, &$0) }),
    ("npm", { "np" + "m_" + base62(36, &$0) }), ("PyPI", { "py" + "pi-AgEI" + base62(120, &$0) }),
    ("SendGrid", { "S" + "G." + base62(22, &$0) + "." + base62(43, &$0) }),
    ("Twilio", { "S" + "K" + hex(32, &$0) }),
    ("Mailgun", { "ke" + "y-" + hex(32, &$0) }),
    ("Telegram", { digits(9, &$0).replacingFirst("0", with: "5") + ":AA" + base62(33, &$0) }),
    ("Discord", { "MT" + base62(22, &$0) + "." + base62(6, &$0) + "." + base62(30, &$0) }),
    ("OpenAI", { "sk" + "-proj-" + base62(48, &$0) }),
    ("Anthropic", { "sk" + "-ant-api03-" + base62(60, &$0) }),
    ("Hugging Face", { "hf" + "_" + base62(33, &$0) + "7" }),
    ("DigitalOcean", { "dop" + "_v1_" + hex(64, &$0) }),
    ("Shopify", { "shp" + "at_" + hex(32, &$0) }), ("Docker", { "dckr" + "_pat_" + base62(27, &$0) }),
    ("Vault", { "hv" + "s." + base62(40, &$0) }), ("Databricks", { "da" + "pi" + hex(32, &$0) }),
    ("Atlassian", { "ATA" + "TT3" + base62(60, &$0) + "9" }),
    ("Linear", { "lin" + "_api_" + base62(40, &$0) }), ("Notion", { "ntn" + "_" + base62(43, &$0) }),
    ("Figma", { "fig" + "d_" + base62(40, &$0) }),
    ("Postman", { "PM" + "AK-" + hex(24, &$0) + "-" + hex(34, &$0) + "7" }),
    ("Grafana", { "gl" + "sa_" + base62(31, &$0) + "7" }),
    ("RubyGems", { "ruby" + "gems_" + hex(48, &$0) }), ("Square", { "sq" + "0atp-" + base62(21, &$0) + "3" }),
    ("Tailscale", { "ts" + "key-auth-" + base62(20, &$0) + "3" }), ("Pulumi", { "pu" + "l-" + hex(40, &$0) }),
    ("age key", { "AGE-SEC" + "RET-KEY-1" + pick(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", &$0) }),
    ("OpenSSH body", { "b3BlbnNz" + "aC1rZXktdjE" + base62(60, &$0) }),
    ("PKCS 8 body", { "MIIE" + "vQIBADAN" + base62(60, &$0) }),
    ("SHA-512 crypt", { "$" + "6$" + base62(8, &$0) + "$" + base62(86, &$0) }),
    ("bcrypt", { "$" + "2b$12$" + base62(53, &$0) }), ("AWS secret", { "7a/Zq" + base62(35, &$0) }),
    ("base64 key", { "8" + base62(42, &$0) + "=" }),
    ("base64url secret", { "x9R" + base62(20, &$0) + "-" + base62(20, &$0) }),
    ("card", { card(&$0, separator: "") }), ("IBAN", { account(&$0) }),
    ("base62 of 24", { "q4Z" + base62(21, &$0) }),
  ]

  private static func pick(_ count: Int, _ alphabet: String, _ random: inout SeededNumbers) -> String {
    let letters = Array(alphabet)
    return String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  static func base62(_ count: Int, _ random: inout SeededNumbers) -> String {
    pick(count, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", &random)
  }
  private static func hex(_ count: Int, _ random: inout SeededNumbers) -> String {
    pick(count, "0123456789abcdef", &random)
  }
  private static func digits(_ count: Int, _ random: inout SeededNumbers) -> String {
    pick(count, "0123456789", &random)
  }
  static func letters(_ random: inout SeededNumbers) -> String {
    pick(11, "abcdefghijklmnopqrstuvwxyz", &random)
  }
  static func weak(_ random: inout SeededNumbers) -> String {
    pick(6, "abcdefghijklmnopqrstuvwxyz", &random) + digits(2, &random)
  }
  /// Letters of all kinds with signs that are valid in quotes and addresses.
  static func strong(_ random: inout SeededNumbers) -> String {
    pick(4, "ABCDEFGHJKLMNPQRSTUVWXYZ", &random) + pick(1, "!+_.-", &random)
      + pick(5, "abcdefghijkmnopqrstuvwxyz", &random)
      + pick(1, "!+^", &random) + digits(3, &random)
  }

  static func card(_ random: inout SeededNumbers, separator: String) -> String {
    var numbers = [4] + (0..<14).map { _ in Int.random(in: 0...9, using: &random) }
    let sum = numbers.enumerated().reduce(0) { sum, digit in
      let doubled = digit.offset % 2 == 0 ? digit.element * 2 : digit.element
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    numbers.append((10 - sum % 10) % 10)
    let text = numbers.map(String.init).joined()
    return stride(from: 0, to: 16, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(
      separator: separator)
  }

  static func account(_ random: inout SeededNumbers) -> String {
    let number = digits(18, &random)
    // D and E are 13 and 14.
    let remainder = (number + "131400").utf8.reduce(0) { ($0 * 10 + Int($1) - 0x30) % 97 }
    let check = 98 - remainder
    return "DE" + (check < 10 ? "0" : "") + String(check) + number
  }
}

extension String {
  /// The text with its first letter replaced, if it is a certain one.
  fileprivate func replacingFirst(_ letter: Character, with other: Character) -> String {
    first == letter ? String(other) + dropFirst() : self
  }
}
