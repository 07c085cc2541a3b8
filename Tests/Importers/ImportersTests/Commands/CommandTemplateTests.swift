import Testing

@testable import Importers

@Suite struct CommandTemplateTests {
  @Test(
    arguments: [
      ("git commit -m 'Mend the roof' -a", "git commit -a -m …"),
      ("git commit --amend --no-edit", "git commit --amend --no-edit"), ("git st", "git st"),
      ("git -C ~/src/hunch log --oneline -n5", "git log --oneline -C -n …"),
      ("git checkout main", "git checkout main"), ("git checkout feature/roof", "git checkout …"),
      ("git stash pop", "git stash pop"), ("git push origin feature/x --force", "git push origin --force …"),
      ("docker compose -f a.yml up -d web", "docker compose up web -d -f …"),
      ("docker compose down", "docker compose down"),
      ("docker-compose up", "docker-compose up"), ("docker logs -f web", "docker logs -f …"),
      ("docker exec -it web bash", "docker exec web -i …"), ("docker ps", "docker ps"),
      ("kubectl -n shop get pods web-7d4b9 -o wide", "kubectl get pods -n -o …"),
      ("kubectl delete pod/web-1", "kubectl delete pod …"),
      ("npm run build -- --watch", "npm run build …"), ("npm install left-pad", "npm install …"),
      ("cargo test --release roof", "cargo test --release …"),
      ("systemctl --user restart hunch.service", "systemctl restart hunch.service --user"),
      ("journalctl -fu nginx", "journalctl -fu …"), ("journalctl -u nginx", "journalctl nginx -u"),
      ("make -j4 test", "make test -j …"), ("make -C src -j 4 all", "make all -C -j …"),
      ("make CC=clang", "make …"), ("ssh -p 2222 ada@example.org uptime", "ssh ada@example.org -p …"),
      ("scp a.txt ada@example.org:/tmp/", "scp ada@example.org: …"), ("cd ~/src/hunch", "cd ~/src/hunch"),
      ("cd 'My Documents'", "cd 'My Documents'"), ("vim +12 notes.md", "vim notes.md …"),
      ("python3 -m http.server 8000", "python3 -m http.server …"),
      ("python -m venv .venv", "python -m venv …"), ("python manage.py migrate", "python manage.py migrate"),
      ("python train.py --epochs 20", "python train.py --epochs …"), ("python -c 'print(1)'", "python -c …"),
      ("./deploy.sh staging", "./deploy.sh …"), ("/opt/tool/bin/tool sync --all", "tool sync --all"),
      ("mytool sync now", "mytool sync …"), ("mytool hunters", "mytool …"),
      ("ls -la", "ls -al"), ("tar -xzf a.tgz", "tar -fxz …"),
      ("find . -name '*.swift' -type f", "find -name -type …"), ("rm -rf build", "rm -fr …"),
      ("sudo apt-get install -y ripgrep", "apt-get install -y …"),
      ("A=b sudo -u ada B=c make test", "make test"),
      ("cat a.log | grep -i error | sort | less", "cat … | grep | sort"), ("ps aux | head", "ps …"),
      ("cd src && make test", "cd src && make test"),
      ("git add . && git commit -m x && git push", "git add … && git commit -m … && git push"),
      ("a; b; c; d; e", "a; b; c; d …"), ("for f in *.png; do convert $f x; done", "convert …"),
      ("if [ -f a ]; then make; fi", "[ -f …; make"),
      ("echo $(git rev-parse HEAD) > version", "echo …"),
      ("curl -sS https://example.org/x | bash", "curl -s … | bash"), ("cat <<EOF > a\nrm -rf /\nEOF", "cat"),
      ("time cargo build", "cargo build"), ("$EDITOR notes.md", nil),
      ("gcloud beta compute instances list", "gcloud beta compute instances list"),
      ("man 3 printf", "man printf …"), ("aws s3 ls", "aws s3 ls"),
      ("gh pr create --fill", "gh pr create --fill"),
      ("brew services restart postgresql", "brew services restart …"),
      ("openssl x509 -in a.pem -noout", "openssl x509 -in -noout …"), ("ip addr show eth0", "ip addr show …"),
      ("", nil), ("   ", nil), ("# remark", nil), ("A=b", nil), ("!!", nil), ("!git", nil), ("^a^b", nil),
      ("f() { ls; }", nil), ("kubectl get pods,svc", "kubectl get pods,svc"),
      ("ansible-playbook -i hosts site.yml", "ansible-playbook site.yml -i …"),
    ] as [(String, String?)])
  func templates(_ line: String, _ template: String?) { #expect(CommandTemplate(line)?.template == template) }

  @Test func programAndSubcommandAreThoseOfWhatDoesTheWork() throws {
    let list = try #require(CommandTemplate("cd x && docker compose up -d | tee log"))
    #expect(list.program == "docker")
    #expect(list.subcommand == "compose up")
    let alone = try #require(CommandTemplate("cd x"))
    #expect(alone.program == "cd" && alone.subcommand == nil)
  }

  @Test(arguments: ["git commit -m", "git commit -am", "git commit --message"]) func sameAgain(
    _ beginning: String
  ) {
    let first = CommandTemplate(beginning + " 'one'"), second = CommandTemplate(beginning + " \"two words\"")
    #expect(first != nil && first == second)
  }

  @Test(arguments: [
    "ls", "ls -la", "cd ..", "cd", "clear", "exit", "y", "42", "...", ";;", "fg", "history | grep x", "pwd",
    "-x", "ll", "q", "cd - ",
  ]) func looksAndSlipsAreNotWorthKeeping(_ line: String) {
    #expect(CommandTemplate(line)?.isWorthKeeping != true)
  }

  @Test(arguments: ["cd src", "htop", "git status", "cd .. && make", "w -hs", "vim a"])
  func whatIsDoneIsWorthKeeping(_ line: String) {
    #expect(CommandTemplate(line)?.isWorthKeeping == true)
  }

  @Test func whatARuleHitsKeepsItsTemplateOnly() throws {
    let template = try #require(CommandTemplate("mysql -h db -u root -phunter2 shop"))
    #expect(template.template == "mysql -h -p -u …")
    #expect(template.secret == .programArgument)
    #expect(try #require(CommandTemplate("make test PASSWORD=hunter2")).template == "make …")
    #expect(CommandTemplate("Tr0ub4dor&3") == nil)
    #expect(CommandTemplate("Tr0ub4dor!3x") == nil)
  }

  @Test(
    "titles are as typed, with … for omitted parts",
    arguments: [
      ("sudo apt upgrade", "sudo apt upgrade"), ("rm -rf ~/tmp/old", "rm -rf …"),
      ("git commit -am 'wip'", "git commit -am …"),
      ("kubectl logs deploy/web --tail 50", "kubectl logs … --tail …"), ("rg TODO", "rg …"),
      ("tar -xzf a.tgz", "tar -xzf …"), ("ls -la", "ls -la"), ("time cargo build", "time cargo build"),
      ("sudo -u ada make test", "sudo … make test"),
      ("docker compose -f a.yml up -d web", "docker compose -f … up -d web"),
      ("python3 -m http.server 8000", "python3 -m http.server …"), ("make -j4 test", "make -j… test"),
      ("journalctl -u nginx", "journalctl -u nginx"),
      ("cat a.log | grep -i error | sort", "cat … | grep | sort"),
      ("mysql -h db -u root -phunter2 shop", "mysql -h … -u … -p…"),
    ]) func titles(_ line: String, _ title: String)
  { #expect(CommandTemplate(line)?.title == title) }

  @Test(
    "a whole line is a title unless it is long, or has several lines, a secret, or a name that is new each time",
    arguments: [
      ("rg TODO", true), ("git commit -am 'wip'", true), ("kubectl logs deploy/web --tail 50", true),
      ("git show 3f786850e387", false), ("a\nb", false), ("mysql -phunter2 shop", false),
      ("curl https://example.org/dQw4w9WgXcQ7/x", false),
      ("echo \(String(repeating: "a ", count: 60))", false),
    ]) func wholeTitles(_ line: String, _ isTitle: Bool) throws
  {
    let template = try #require(CommandTemplate(line))
    #expect(template.wholeTitle(of: line) == (isTitle ? line : nil))
    #expect(template.mayBeCalled(line, line: line) == isTitle || template.title == line)
    #expect(template.mayBeCalled(template.title, line: line) && !template.mayBeCalled("other", line: line))
  }

  @Test func titlesAreShort() throws {
    let long = try #require(
      CommandTemplate(
        "vim " + String(repeating: "abcdefgh/", count: 8) + " && vim " + String(repeating: "ijkl/", count: 12)
      ))
    #expect(long.title.count <= 74)
    #expect(long.title.hasSuffix(" …"))
    #expect(try #require(CommandTemplate("git status")).title == "git status")
  }

  @Test(arguments: ["vim a\u{202E}b", "cd 'a\u{7}b'", "cd 'a\nb'", "make \u{200B}x"])
  func nothingInvisibleIsKept(_ line: String) throws {
    let template = try #require(CommandTemplate(line)).template
    #expect(
      template.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      })
  }
}
