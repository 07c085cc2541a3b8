import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Hosts that a command line names")
struct NamedHostsTests {
  @Test(
    "the host of each program is found, however it is written",
    arguments: [
      ("ssh Web", ["web"]), ("ssh -p 2222 ada@web uptime -p", ["web"]), ("ssh -tp 22 -- web ls", ["web"]),
      ("ssh ssh://ada@web:22", ["web"]), ("ssh fe80::1", ["fe80::1"]), ("sudo -u a ssh -v web", ["web"]),
      ("sftp ada@web:dir/x", ["web"]), ("mosh web", ["web"]), ("ssh-copy-id -i k.pub web", ["web"]),
      ("scp a.c web:", ["web"]), ("scp -P 22 one:/x ada@two:/y", ["one", "two"]),
      ("scp [fe80::1]:a b", ["fe80::1"]),
      ("rsync -av -e 'ssh -p 22' src/ web:dst/", ["web"]), ("rsync web::module x", ["web"]),
      ("rsync rsync://web/module x", ["web"]), ("cd x && scp a web:b", ["web"]),
      ("sshfs web:/srv mnt", ["web"]),
      ("scp a b", []), ("rsync -a ./a:b c", []), ("ssh $HOST", []), ("ssh", []), ("ssh -Q cipher", []),
      ("ping web", []), ("curl https://web/", []), ("echo ssh web", []), ("git push web", []), ("", []),
    ])
  func hosts(line: String, expected: [String]) { #expect(NamedHosts.hosts(in: line) == expected) }

  @Test("hosts are known from ssh's configuration, those that it met, and the system's file")
  func known() throws {
    let scratch = try Scratch()
    for folder in [".ssh/more", "etc/ssh/ssh_config.d"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    try scratch.write(
      ".ssh/config",
      """
      # Host comment
      Host web  "db" *.example !not
        HostName 192.0.2.1
      host=equals
      Include more/*.conf ~/.ssh/own
      include config
      Match host matched
      """)
    try scratch.write(".ssh/more/a.conf", "Host included\n")
    try scratch.write(".ssh/more/a.old", "Host old\n")
    try scratch.write(".ssh/own", "Host own\n")
    try scratch.write("etc/ssh/ssh_config", "Include \(scratch.path("etc/ssh/ssh_config.d"))/*.conf\n")
    try scratch.write("etc/ssh/ssh_config.d/x.conf", "Host wide\n")
    try scratch.write(
      ".ssh/known_hosts",
      """
      met,192.0.2.7 ssh-ed25519 AAAA
      [ported]:2222 ssh-ed25519 AAAA
      |1|c2FsdA==|aGFzaA== ssh-ed25519 AAAA
      @cert-authority *.pattern ssh-ed25519 AAAA
      @cert-authority signed ssh-ed25519 AAAA
      @revoked gone ssh-ed25519 AAAA
      """)
    try scratch.write("etc/hosts", "192.0.2.9 Box box.lan # other\n")
    let hosts = KnownHosts(home: scratch.folder.path, system: scratch.path("etc"))
    for name in [
      "web", "db", "equals", "included", "own", "wide", "met", "192.0.2.7", "ported", "signed", "box",
      "box.lan",
      "localhost",
    ] { #expect(hosts.contains(name), "\(name)") }
    for name in [
      "comment", "*.example", "a.example", "not", "!not", "old", "matched", "*.pattern", "gone", "other",
      "ssh-ed25519",
      "",
    ] { #expect(!hosts.contains(name), "\(name)") }
    let none = KnownHosts(home: scratch.path("absent"), system: scratch.path("absent"))
    #expect(none.contains("localhost") && !none.contains("web"))
  }
}
