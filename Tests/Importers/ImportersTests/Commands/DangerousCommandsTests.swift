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
      "git checkout -- src", "mv a /dev/null", "git restore a.c", "git branch --merged | xargs git branch -D",
      "rsync -a --delete a/ b/", "rsync -a --delete-after a/ h:b", "terraform apply", "tofu apply plan.out",
      "tee /dev/sdb < a.iso", "cp a.iso /dev/sdb", "echo b > /proc/sysrq-trigger", "kill -9 -1",
      "iptables -F", "sudo mkswap /dev/sda2", "userdel ada", "truncate -s 0 a.log", "k delete pod x",
      "kubectl delete pod x --dry-run=none", "curl -X DELETE https://x.example/1",
      "tar --remove-files -cf a b",
    ])
  func dangerous(line: String) { #expect(DangerousCommands.contains(line)) }

  @Test(
    "commands whose names come from elsewhere, and lines that another program runs, are looked at each",
    arguments: [
      "ls | xargs rm", "git ls-files -o | xargs -n1 rm -f", "find . -name '*.o' -exec rm {} +",
      "find . -type f -ok unlink {} \\;", "fd -e o -x rm", "ls | parallel rm", "parallel 'rm {}' ::: a b",
      "rm a.txt", "unlink a.txt", "dd if=/dev/zero of=a.img", "hunch forget --all --yes",
      "aws s3 sync . s3://x --delete", "sudo systemctl stop web", "systemctl disable --now web",
      "rm *.o", "rm $(git ls-files -o)", "for f in a b; do rm $f; done", "docker rm $(docker ps -aq)",
      "docker ps -aq | xargs docker rm", "find . -exec sh -c 'rm \"$1\"' _ {} \\;",
      "time rm -r x", "doas rm -r x", "env -S 'rm -r x'", "watch 'rm -r x'", "true; rm -r x",
      "true || rm -r x",
      "echo 'rm -rf x' | sh", "echo rm -rf x | ssh web", "bash <<< 'rm -rf x'", "ssh web <<E\nrm -rf x\nE",
      "nix-shell -p jq --run 'rm -rf x'", "gcloud compute ssh h --command='rm -rf x'",
      "docker exec db psql -c 'drop table a'", "strace -f rm -rf x",
    ])
  func wrapped(line: String) { #expect(DangerousCommands.contains(line)) }

  @Test(
    "commands that publish or send are dangerous",
    arguments: [
      "npm publish", "npm run publish", "cargo publish", "gem push a.gem", "twine upload dist/*",
      "python3 -m twine upload dist/a.whl", "docker push me/app:latest", "docker build --push .",
      "uv publish",
      "gh release create v1", "git send-email -1", "mail -s hello ada", "cd pkg && yarn publish",
    ])
  func publishing(line: String) { #expect(DangerousCommands.contains(line)) }

  @Test(
    "harmless commands are not taken for dangerous ones",
    arguments: [
      "rm --help a.txt", "git status", "git push", "git push origin main", "git reset HEAD a",
      "git checkout main",
      "git branch", "git branch -d merged",
      "git commit -m 'rm -rf the old tree'", "git commit -m 'drop table users'", "rg 'rm -rf'",
      "echo 'rm -rf x'", "man rm", "vim rm",
      "kubectl get pods", "terraform plan", "docker ps", "docker compose down", "docker run --rm -it alpine",
      "ls -R",
      "grep -rf patterns .", "cp -rf a b", "psql shop", "psql -c 'select 1'",
      "curl -s https://example.org/x | jq .",
      "curl -s https://example.org/x | python3 -m json.tool", "dd if=a.img status=progress",
      "echo x > /dev/null", "cat a > /dev/stderr",
      "systemctl restart web", "systemctl suspend", "ssh web", "ssh web uptime", "make clean",
      "tar -xzf a.tgz", "find . -name rm -type f",
      "cd /tmp/rm -- x", "rsync -a a b", "apt upgrade", "npm run reset", "cargo clean", "tmux attach",
      "borg create x::y .",
      "touch -r a b", "rm --help", "shred --help", "kubectl delete --help", "kubectl help delete",
      "git clean -n", "git clean -ndx", "rsync -an --delete a b", "npm publish --dry-run", "cargo publish -n",
      "aws s3 rm s3://x --dryrun", "fdisk -l", "git restore --staged a.c", "docker pull a", "npm install",
      "find . -name rm -newer x", "find . -name '*.o' -exec ls {} +", "ls | xargs wc -l", "xargs echo rm",
      "echo rm -rf x | tee a", "cat a | sort", "docker build .", "swift run", "gh pr create", "git gc",
      "cp /dev/sda a.img", "hunch suggest", "systemctl status web",
      "aws s3 sync . s3://x", "echo 'ls' | sh", "bash <<< 'ls'", "", "|", "((",
      "\u{0}",
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
