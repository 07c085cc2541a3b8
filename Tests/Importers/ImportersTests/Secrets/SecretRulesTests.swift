import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite struct SecretRulesTests {
  private let rules = SecretRules()

  @Test(arguments: [
    "TOKEN=$(pass show token) ./deploy", "export TOKEN=\"$TOKEN\"", "mysql -u root -p shop",
    "mysql --password shop", "psql --password shop", "curl -u ada https://example.org",
    "curl -u \"$USER:$PASS\" https://example.org",
    "curl -H \"Authorization: Bearer $TOKEN\" https://example.org", "docker login --password-stdin < token",
    "docker build --secret id=npmrc,src=.npmrc .", "ssh -i ~/.ssh/id_ed25519 ada@example.org",
    "openssl rsa -passin file:pass.txt -in a",
    "openssl enc -pass env:PASS -in a", "openssl req -new -key key.pem -out req.pem",
    "ansible-playbook site.yml --ask-pass", "useradd -m ada", "sudo -S apt update", "echo hello | sudo tee a",
    "aws s3api list-objects --starting-token abc --max-items 3", "kubectl get secret db -o yaml",
    "kubectl describe serviceaccount token", "git commit -m 'password: do not print it'",
    "git log --grep='token'", "grep -r password= src", "passwd ada", "pass show mail/ada",
    "git show 3f786850e387550fdab836ed7e6dc881de23001b",
    "docker pull nginx@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "cd /usr/share/doc/LibreOffice7.4", "sort --key=2 -t: /etc/passwd", "ffmpeg -i a.mp4 -pass 1 b.mp4",
    "export PWD=/home/ada", "tar xzf Mozilla-Firefox-115.0.tar.gz", "wget --ask-password https://example.org",
    "rsync --password-file=/etc/rsync.pass a host::m", "python train.py --max-tokens 512",
    "ssh-keygen -t ed25519 -N '' -f key",
    "gpg --export-secret-keys ada", "vault login -method=oidc",
    "curl 'https://example.org/list?page=2&sort=key'", "ping 4000000000000000", "date -d @1700000000000",
    "python3.11", "FileCheck", "VBoxManage", "./configure", "Xephyr", "npm run token", "kill -9 12345",
    "echo password | wc -c", "read -s PASSWORD", "unset AWS_SECRET_ACCESS_KEY", "SPLIT-PATTERN",
    "terraform plan -var-file=secrets.tfvars", "zip -r a.zip a", "7z x a.7z", "unzip -p a.zip",
    "gh auth login", "npm token list", "htpasswd .htpasswd ada", "redis-cli -h cache ping",
    "xrandr --output HDMI-1", "curl -b cookies.txt https://example.org", "smbclient //nas/share -U ada",
    "mongosh mongodb://localhost/shop",
  ])
  func whatOnlyPointsToASecretIsKept(_ line: String) {
    #expect(rules.firstMatch(in: line, kind: .commandLine) == nil)
  }

  @Test(
    "a secret is recognised by the subcommand or script that takes it",
    arguments: [
      "virsh secret-set-value 0a81f5b2-8403-7b23-c8d6-21ccc2f80d6f §",
      "virsh -c qemu:///system secret-set-value 5f §",
      "sudo virsh secret-set-value --secret 5f --base64 §", "virsh set-user-password vm root §",
      "vault kv put secret/db password=§", "vault kv put -mount=kv app v=§", "bao kv patch kv/app v=§",
      "vault unwrap §", "bao operator unseal §", "doppler secrets set FOO §",
      "pulumi config set --secret foo §",
      "pulumi config set foo § --secret", "garage key import GK31c2f218a2e44f485b94239e §",
      "python manage.py createsuperuser ada §", "python3 manage.py createuser ada §",
      "python manage.py createuser --name ada §", "./manage.py create_user ada a@b.example §",
      "node scripts/create-admin.js ada §", "npm run create-user -- ada §", "yarn create-user ada §",
      "./create_user.sh ada §", "bin/set-password.rb ada §", "./adduser.py ada §",
      "rake 'user:create[ada,§]'",
      "docker compose exec web python manage.py createuser ada §",
      "expect -c 'spawn ssh h; expect \"assword:\"; send \"§\\r\"; interact'",
      "expect -c 'spawn sudo ls; expect password; send §\\n'",
      "expect -c 'spawn scp a h:; expect { \"*password*\" { send -- §\\r } }'",
      "adb shell input text §", "adb -s emulator-5554 shell input text '§'",
      "adb shell \"input text '§' && input keyevent 66\"", "adb shell locksettings set-pattern --old § 1234",
      "adb shell cmd wifi connect-network Home wpa2 §", "adb shell am start --es password § x/.Main",
      "fastboot oem unlock §", "mongosh --eval 'db.auth(\"ada\",\"§\")'",
      "mongosh admin --eval \"db.auth({user: 'ada', pwd: '§'})\"", "mongosh <<< 'db.auth(\"ada\", \"§\")'",
      "keepassxc-cli open db.kdbx <<< §", "keepassxc-cli show -s db.kdbx mail <<< '§'",
      "echo § | keepassxc-cli ls db.kdbx", "redis-cli acl setuser ada on '>§'", "jq -n --arg password § '{}'",
      "netlify login --auth §", "wandb login §", "cloudflared service install §",
      "nsupdate -y hmac-sha256:k:§",
    ])
  func positionalSecrets(_ shape: String) {
    for secret in ["tulpenfeld", "Tulpe7!x", "k9Wq2LzR8vT4"] {
      let line = shape.replacing("§", with: secret)
      #expect(rules.firstMatch(in: line, kind: .commandLine) != nil, "\(line)")
    }
  }

  @Test(
    "a line is kept if its subcommand or script takes no secret there",
    arguments: [
      "virsh secret-list", "virsh secret-define s.xml", "virsh secret-get-value 5f", "virsh start vm",
      "vault kv get secret/db", "vault unwrap", "doppler setup", "pulumi config set aws:region eu-central-1",
      "docker service create --secret db_pw nginx web", "garage key list", "adduser ada sudo",
      "createuser ada",
      "python manage.py createsuperuser",
      "python manage.py createsuperuser --username ada --email a@b.example",
      "./create_user.sh ada", "./create-user.sh --help", "npm run create-user", "vim scripts/create_user.sh",
      "node scripts/create-admin.js ada a@b.example", "git add scripts/create-user.js src/app2.js",
      "cat ./create_user.sh notes", "adb shell input text hello", "adb shell input keyevent 26",
      "adb connect 192.168.1.7:5555", "fastboot oem unlock",
      "mongosh --eval 'db.users.find({name: \"ada\"})'",
      "keepassxc-cli open db.kdbx", "redis-cli acl setuser ada on", "jq --arg name ada '.x' a.json",
      "expect -c 'spawn ssh host; expect \"$ \"; send uptime\\r'", "wandb login", "pm2 list",
      "dig example.org",
      "python train.py --max-tokens 512 run2", "rake db:create[test,dev]", "input text",
    ])
  func positionalWords(_ line: String) {
    #expect(rules.firstMatch(in: line, kind: .commandLine) == nil)
  }

  @Test(arguments: [
    "https://example.org/", "https://git@example.org/a.git", "https://example.org/search?q=password",
    "https://example.org/?country=US&code=US", "https://example.org/404?code=404",
    "https://docs.google.com/document/d/1aBcD2eFgH3iJkL4mN/edit",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://example.org/login/how-to-reset-your-password-2024", "https://example.org/list?page_token=",
    "https://example.org/a?pageToken=CAUQAA&nextToken=abcdefgh1", "https://example.org/item/4000000000000002",
    "https://example.org/reset", "https://example.org/a?session=2024", "https://example.org/#section-2",
    "https://example.org/map?key=value",
  ])
  func plainAddressesAreKept(_ url: String) { #expect(rules.firstMatch(in: url, kind: .url) == nil) }

  @Test(arguments: [
    "How to change your password: a guide", "Passwords - Settings", "Token (disambiguation) - Wikipedia",
    "Postal code 12345 - Maps", "Inbox (1234) - ada@example.org", "Authorization: how it works",
    "ROOF-1234: API key rotation", "1,234,567 results", "Secret: the film (2024)", "Error code 404",
    "Bestellung 1234567890 - Laden",
  ])
  func plainTitlesAreKept(_ title: String) { #expect(rules.firstMatch(in: title, kind: .title) == nil) }

  @Test("a text of unknown kind is judged as a line, as a title and as an address")
  func unknownKinds() {
    for text in [
      "PGPASSWORD=kartoffelxyz psql -h db", "curl -u ada:Sommer417! https://example.com",
      "Ihr TAN lautet 482001",
      "https://example.com/login/ada/TIGRkaffe417", "vault kv put secret/foo value=VaultPw12",
    ] {
      #expect(rules.firstMatch(in: text, kind: .unknown) != nil, "\(text)")
    }
    for text in [
      "Blink182", "iPhone15Pro", "Room 4, second floor", "make -j8 test", "https://example.com/a?page=2",
      "Berlin",
    ] {
      #expect(rules.firstMatch(in: text, kind: .unknown) == nil, "\(text)")
    }
  }

  @Test("names of records may look random, but must not contain a vendor's token")
  func identifiers() {
    for text in [
      "q4ZXZGQfXPOw4MB0gd0yw25MabcD", "01927f0e5a7b7c3d8e9f", "4111111111111111", "482913", "Pixel-8a!",
    ] {
      #expect(rules.firstMatch(in: text, kind: .identifier) == nil, "\(text)")
    }
    #expect(
      rules.firstMatch(in: "host gh" + "p_Ab3dEf6hIj9kLmN0pQrStUvWxYz12345678", kind: .identifier)
        == .knownToken)
    #expect(rules.firstMatch(in: "https://ada:x1y2z3@example.com", kind: .identifier) == .urlCredentials)
  }

  @Test func numbersWithCheckDigitsAreTold() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<50 {
      #expect(
        rules.firstMatch(in: "pay " + SecretCorpus.card(&random, separator: " "), kind: .commandLine)
          == .paymentCard)
      #expect(
        rules.firstMatch(in: "Card " + SecretCorpus.card(&random, separator: "-"), kind: .title)
          == .paymentCard)
      let account = SecretCorpus.account(&random)
      #expect(rules.firstMatch(in: "to " + account, kind: .title) == .bankAccount)
      let other = String(account.dropLast()) + (account.last == "3" ? "4" : "3")
      #expect(rules.firstMatch(in: "to " + other, kind: .title) == nil)
    }
    #expect(rules.firstMatch(in: "pay 4000 0000 0000 0003", kind: .commandLine) == nil)
  }

  @Test func privateKeysAreFound() {
    let begin = "-----BEGIN "
    for kind in ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "] {
      #expect(
        rules.firstMatch(in: "echo '\(begin)\(kind)PRIVATE KEY-----' > k", kind: .commandLine) == .privateKey)
    }
    #expect(rules.firstMatch(in: "echo '\(begin)CERTIFICATE-----' > k", kind: .commandLine) == nil)
  }

  @Test func namesOfRulesSayNothingElse() {
    let names = SecretRules.Name.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { $0.isLowercase || $0 == .dash } })
  }

  /// Texts that make careless readers backtrack repeatedly.
  private static let awkward: [(name: String, piece: String)] = [
    ("names", "token"), ("assignments", "token="), ("colons", "password:"), ("quotes", "'"),
    ("double quotes", "\"a"), ("substitutions", "$("), ("braces", "${"), ("backticks", "`a"),
    ("documents", "<<A "), ("sudo", "sudo "), ("pipes", "a|"),
    ("addresses", "a://"), ("parameters", "?token&"), ("percent", "%25"), ("tokens", "gh" + "p_"),
    ("web tokens", "eyJ" + "a."), ("digits", "4"), ("groups", "4444 "), ("telegram", "12345678:"),
    ("base64", "aB3/"), ("random", "aB3"), ("dashes", "--password-"),
    ("options", "-p "), ("header", "authorization: "), ("account", "DE44 "), ("begin", "-----BEGIN "),
    ("escapes", "\\"), ("blanks", " "), ("lines", "a\n"), ("nested", "$(a \"`b "), ("brackets", "(("),
    ("codes", "code 1234 "), ("keys", "key ABCD-"), ("numbers", "1 "), ("unspaced", "码1234"),
    ("passwords", "password is "),
    ("pairs", "a:b@"), ("calls", "auth('a',"), ("open calls", "f("), ("variables", "P=abc;$P"),
    ("process", "<(echo a "),
    ("said", "PASS a\n"), ("seeds", "seed "), ("manifests", "kind: Secret\n"), ("ways", "/reset/a1"),
    ("reading", "read -s a;a=b;"),
    ("hashes", "$" + "6$a"), ("users", "//a:@"), ("exec", "docker mysql -p "), ("shell", "sh 'a "),
  ]

  @Test(arguments: SecretRules.TextKind.allCases) func workGrowsWithTheLengthOnly(
    _ kind: SecretRules.TextKind
  ) {
    for (name, piece) in Self.awkward {
      var works: [Int] = []
      for size in [1 << 12, 1 << 14] {
        var work = 0
        _ = rules.firstMatch(
          in: String(repeating: piece, count: size / piece.utf8.count), kind: kind, work: &work)
        works.append(work)
      }
      // Four times the text is four times the work, and no byte is examined more than some hundred
      // times.
      #expect(works[1] <= 5 * works[0] + 4_096, "\(name)")
      #expect(works[1] <= 400 << 14, "\(name)")
    }
  }

  @Test func aMebibyteIsSearchedToItsEnd() {
    let text =
      String(repeating: "make all; cd src && git log -n 5\n", count: 1 << 15) + "export TOKEN="
      + String(repeating: "z9", count: 8)
    var work = 0
    #expect(rules.firstMatch(in: text, kind: .commandLine, work: &work) == .assignment)
    #expect(work >= text.utf8.count && work <= 64 * text.utf8.count)
  }

  @Test func anyBytesAreReadByAll() {
    for seed in Campaign.seeds(300) {
      var random = SeededNumbers(seed: seed)
      let pieces =
        Self.awkward.map { Array($0.piece.utf8) } + [
          [0], [0xFF], [0xC3], [0xF0, 0x9F], [0xEF, 0xBB, 0xBF], [0x0D, 0x0A],
        ]
      var bytes: [UInt8] = []
      for _ in 0..<random.below(40) {
        bytes += random.chance(3) ? [UInt8.random(in: .min ... .max, using: &random)] : random.pick(pieces)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for kind in SecretRules.TextKind.allCases {
        #expect(rules.firstMatch(in: text, kind: kind) == rules.firstMatch(in: text, kind: kind))
      }
      if let template = CommandTemplate(text) { #expect(template.template.utf8.count <= 4_096) }
      _ = PageTemplate(url: text)
      _ = PageTemplate(url: "https://a/" + text)
    }
  }
}
