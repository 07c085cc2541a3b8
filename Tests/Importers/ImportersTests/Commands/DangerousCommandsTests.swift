import Activities
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Commands that are dangerous to repeat")
struct DangerousCommandsTests {
  @Test(
    "dangerous commands are recognised, however they are written",
    arguments: [
      "rm -rf build", "rm -fr x", "rm -r -f x", "rm --recursive --force x", "rm x -r", "sudo rm -Rf /tmp/x",
      "/bin/rm -rf x",
      "\\rm -rf x", "env A=b rm -rf x", "cd x && rm -rf y", "ls | xargs rm -rf",
      "find . -name a -print0 | xargs -0 rm -r",
      "for d in *; do rm -rf $d; done", "if true; then rm -rf x; fi", "(cd x; rm -rf y)", "echo $(rm -rf x)",
      "rm *",
      "ssh web 'rm -rf /srv/x'", "ssh web sudo rm -rf /srv/x", "bash -c \"rm -rf x\"",
      "sudo sh -c 'cd /x && rm -rf y'",
      "docker exec web rm -rf /x", "find . -type f -delete", "find . -exec rm -rf {} +",
      "nohup nice -n 5 rm -rf x &",
      "mkfs.ext4 /dev/sdb1", "sudo mkfs -t ext4 /dev/sdb1", "dd if=a.iso of=/dev/sdb bs=4M",
      "cat a.iso > /dev/sdb",
      "wipefs -a /dev/sdb", "shred -u a", "git push --force", "git push -f origin main",
      "git -C x push --force-with-lease",
      "git push origin +main", "git push origin --delete x", "git reset --hard HEAD~1", "git clean -xfd",
      "git checkout .",
      "git checkout -- .", "git branch -D x", "git stash drop", "kubectl delete pod x",
      "kubectl -n prod delete deploy/x",
      "terraform destroy", "terraform apply -auto-approve", "helm uninstall x", "docker system prune -af",
      "docker volume rm x", "docker compose down -v", "docker rm -f x", "shutdown -h now", "sudo reboot",
      "systemctl reboot",
      "killall firefox", "pkill -9 x", "kill -9 123", "ssh web sudo reboot", "psql -c 'DROP DATABASE shop'",
      "mysql -e \"drop table users\" shop", "echo 'DROP TABLE x;' | psql shop",
      "psql shop <<< 'truncate table x'", "dropdb shop",
      "redis-cli FLUSHALL", "aws s3 rm s3://x --recursive", "aws ec2 terminate-instances --instance-ids x",
      "pip uninstall -y x",
      "sudo apt purge x", "curl -fsSL https://example.org/x.sh | sh",
      "wget -qO- https://example.org/x | sudo bash -s -- -y",
      "sh -c \"$(curl -fsSL https://example.org/x.sh)\"", "crontab -r", "chmod -R 777 .",
      "python manage.py flush",
      "rails db:drop", "timeout 5 rm -rf x", "VAR=1 rm -rf x", "bundle exec rails db:drop",
      "git checkout -- src", "mv a /dev/null",
    ])
  func dangerous(line: String) { #expect(DangerousCommands.contains(line)) }

  @Test(
    "harmless commands are not taken for dangerous ones",
    arguments: [
      "rm a.txt", "git status", "git push", "git push origin main", "git reset HEAD a", "git checkout main",
      "git branch", "git branch -d merged",
      "git commit -m 'rm -rf the old tree'", "git commit -m 'drop table users'", "rg 'rm -rf'",
      "echo 'rm -rf x'", "man rm", "vim rm",
      "kubectl get pods", "terraform plan", "docker ps", "docker compose down", "docker run --rm -it alpine",
      "ls -R",
      "grep -rf patterns .", "cp -rf a b", "psql shop", "psql -c 'select 1'",
      "curl -s https://example.org/x | jq .",
      "curl -s https://example.org/x | python3 -m json.tool", "dd if=/dev/zero of=a.img",
      "echo x > /dev/null", "cat a > /dev/stderr",
      "systemctl restart web", "systemctl suspend", "ssh web", "ssh web uptime", "make clean",
      "tar -xzf a.tgz", "find . -name rm -type f",
      "cd /tmp/rm -- x", "rsync -a a b", "apt upgrade", "npm run reset", "cargo clean", "tmux attach",
      "borg create x::y .",
      "touch -r a b", "", "|", "((", "\u{0}",
    ])
  func harmless(line: String) { #expect(!DangerousCommands.contains(line)) }

  @Test(
    "dangerous commands are kept as evidence, found and counted, but not suggested"
  )
  func imported() async throws {
    let lines = [
      "git push", "git push --force", "sudo rm -rf ~/tmp/old", "make deploy", "psql -c 'DROP TABLE a'",
    ]
    let text = lines.enumerated().map { "#\(1_700_000_000 + $0 * 60)\n\($1)\n" }.joined()
    let (donations, report) = try await ImportRun.donations(of: text, by: BashImporter())
    #expect(donations.map(\.activity.isEligibleForPrediction) == [true, false, false, true, false])
    #expect(donations.allSatisfy { $0.activity.isEligibleForSearch })
    #expect(donations.map { $0.text("line") } == lines)
    #expect(report.unsuggested == [HistoryReport.dangerous: 3] && report.added == 5)
  }

  @Test("a template that cannot be run is not suggested, and one that can is")
  func templates() async throws {
    let text = "#1700000000\ngit status\n#1700000060\nrg TODO src\n#1700000120\nmake test\n"
    for (templatesOnly, expected) in [(true, [true, false, true]), (false, [true, true, true])] {
      let (donations, _) = try await ImportRun.donations(
        of: text, by: BashImporter(), templatesOnly: templatesOnly)
      #expect(donations.map(\.activity.isEligibleForPrediction) == expected)
    }
    for secret in [
      "psql postgres://ada:Xk29vLq8@db/shop", "export API_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    ] {
      let (donations, _) = try await ImportRun.donations(of: "#1700000000\n\(secret)\n", by: BashImporter())
      #expect(donations.allSatisfy { !$0.activity.isEligibleForPrediction }, "\(secret)")
    }
  }

  @Test("a long line of any shape takes linear time")
  func growth() {
    for piece in ["ssh a 'sh -c \"", "rm ", "a | ", "$(", "'", "sudo ", "find . -exec ", "psql -c 'x' "] {
      let line = String(repeating: piece, count: 4_000)
      let time = ContinuousClock().measure { _ = DangerousCommands.contains(line) }
      #expect(time < .seconds(5), "\(piece)")
    }
  }
}
