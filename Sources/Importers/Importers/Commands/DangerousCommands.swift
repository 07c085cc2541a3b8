/// Commands that are dangerous to repeat, because they may destroy something else the next time.
///
/// They are evidence, can be searched for, and are opened after a question, but are never
/// suggested. The table ``rows`` lists them.
struct DangerousCommands: Sendable {
  /// Returns whether a line starts a dangerous command in any way: after `sudo` and other starters,
  /// in a pipeline, list, loop or substitution, or in an argument of a shell, another machine, a
  /// container or `find`.
  ///
  /// - Complexity: O(length), for each of ``depth`` levels of lines within lines.
  static func contains(_ line: String) -> Bool { contains(ShellLine(line), depth: depth) }

  /// The maximum nesting of lines within lines: `ssh host "sudo sh -c '…'"` has two levels.
  private static let depth = 3
  /// The maximum number of arguments in which to look for a command, and of its words.
  private static let mostArguments = 64

  private static func contains(_ line: ShellLine, depth: Int) -> Bool {
    let commands = line.commands
    for (index, command) in commands.enumerated() {
      if command.files.contains(where: { isDevice($0.text) }) { return true }
      guard let invocation = Invocation(command) else { continue }
      if isDangerous(invocation.name, invocation.arguments) { return true }
      let isFed = index > 0 && commands[index - 1].end == .pipe && commands[index - 1].level == command.level
      if shells.contains(invocation.name), runsFetched(invocation.arguments, isFed: isFed),
        commands.contains(where: fetches)
      {
        return true
      }
      if runners.contains(invocation.name), runs(invocation.arguments, depth: depth) { return true }
    }
    guard commands.contains(where: { $0.words.contains { clients.contains($0.text) } }) else { return false }
    return commands.contains { ($0.words + $0.input).contains { hasStatement($0.text) } }
  }

  /// Returns whether arguments contain a dangerous command, as words or as a line in one of them.
  private static func runs(_ arguments: [ShellWord], depth: Int) -> Bool {
    guard depth > 0 else { return false }
    for (index, word) in arguments.prefix(mostArguments).enumerated() {
      let text = word.text
      if text.contains(where: \.isWhitespace) {
        if contains(ShellLine(text), depth: depth - 1) { return true }
      } else if programs.contains(String(text.split(separator: "/").last ?? "")) || starters.contains(text) {
        var command = ShellCommand()
        command.words = Array(arguments[index...].prefix(mostArguments))
        if let invocation = Invocation(command), isDangerous(invocation.name, invocation.arguments) {
          return true
        }
      }
    }
    return false
  }

  /// Returns whether a shell runs its input, or a substitution of the shell around it.
  private static func runsFetched(_ arguments: [ShellWord], isFed: Bool) -> Bool {
    if arguments.contains(where: \.isExpanded) { return true }
    return isFed
      && (arguments.contains { $0.text == "-s" }
        || arguments.allSatisfy { $0.bytes.first == .dash && !"cemnp".contains($0.text.last ?? "c") })
  }

  /// Returns whether a command downloads something.
  private static func fetches(_ command: ShellCommand) -> Bool {
    Invocation(command).map { fetchers.contains($0.name) } ?? false
  }

  private static func isDangerous(_ program: String, _ arguments: [ShellWord]) -> Bool {
    let named = byProgram[program] ?? []
    guard !named.isEmpty || !byBeginning.isEmpty else { return false }
    let operands = Self.operands(arguments)
    return (named + byBeginning.filter { program.hasPrefix($0.program) }).contains {
      $0.isMet(by: arguments, operands)
    }
  }

  /// The arguments other than options: those without a leading hyphen, and all after `--`.
  private static func operands(_ arguments: [ShellWord]) -> [String] {
    var (operands, isPlain): ([String], Bool) = ([], false)
    for word in arguments {
      if !isPlain, word.text == "--" {
        isPlain = true
      } else if isPlain || word.bytes.first != .dash {
        operands.append(word.text)
      }
    }
    return operands
  }

  private static func isDevice(_ path: String) -> Bool {
    devices.contains { path.hasPrefix($0) }
  }

  private static func hasStatement(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && $0 != "_" }
    return words.indices.contains { index in
      statements[words[index]]?.contains { words[index...].prefix($0.count).elementsEqual($0) } ?? false
    }
  }
}

/// A row of the table.
private struct DangerousCommand: Sendable {
  let program: String
  /// Words that must be among the operands, in this order; a trailing `*` matches any text.
  let operands: [String]
  /// Alternative options, one of which is required; empty if none is.
  let options: [String]

  init?(_ row: Substring) {
    var words = row.split(separator: " ").map(String.init)[...]
    guard let program = words.popFirst() else { return nil }
    self.program = program
    operands = words.filter { !$0.hasPrefix("-") }
    options = words.filter { $0.hasPrefix("-") }.flatMap { $0.split(separator: "|").map(String.init) }
  }

  func isMet(by arguments: [ShellWord], _ given: [String]) -> Bool {
    var rest = given[...]
    for operand in operands {
      guard let place = rest.firstIndex(where: { Self.matches($0, operand) }) else { return false }
      rest = rest[(place + 1)...]
    }
    if options.contains("--"), arguments.contains(where: { $0.text == "--" }) { return true }
    return options.isEmpty || arguments.prefix { $0.text != "--" }.contains { hasOption($0.text) }
  }

  private static func matches(_ text: String, _ operand: String) -> Bool {
    operand.hasSuffix("*") && operand != "*" ? text.hasPrefix(operand.dropLast()) : text == operand
  }

  /// Returns whether a word is one of the options, alone, with a value, or among combined letters
  /// (`-xfd`).
  private func hasOption(_ word: String) -> Bool {
    guard word.hasPrefix("-") else { return false }
    let name = word.prefix { $0 != "=" }
    let letters = word.dropFirst()
    let isCluster = letters.count <= 8 && letters.allSatisfy { $0.isASCII && $0.isLetter }
    return options.contains { option in
      if option.hasSuffix("*") { return name.hasPrefix(option.dropLast()) }
      return name == option || option.count == 2 && isCluster && letters.contains(option.suffix(1))
    }
  }
}

extension DangerousCommands {
  /// The commands: a program, operands in this order, and alternative options.
  private static let rows = """
    rm -r|-R|--recursive
    rm *
    shred
    srm
    wipe
    wipefs
    truncate
    dd of=/dev/sd*
    dd of=/dev/hd*
    dd of=/dev/vd*
    dd of=/dev/xvd*
    dd of=/dev/nvme*
    dd of=/dev/mmcblk*
    dd of=/dev/disk*
    dd of=/dev/rdisk*
    dd of=/dev/mapper/*
    dd of=/dev/md*
    dd of=/dev/loop*
    mkfs*
    mke2fs
    mkswap
    mkdosfs
    newfs*
    fdisk
    sfdisk
    cfdisk
    gdisk
    sgdisk
    parted
    blkdiscard
    badblocks -w
    hdparm --security-erase*|--trim-sector-ranges
    nvme format
    nvme sanitize
    cryptsetup luksFormat
    cryptsetup erase
    cryptsetup luksErase
    lvremove
    vgremove
    pvremove
    zfs destroy
    zfs rollback
    zpool destroy
    btrfs delete
    mdadm --zero-superblock|--remove
    diskutil erase*
    find -delete
    rclone purge
    rclone delete
    fdupes -d|--delete
    chmod -R|--recursive
    chown -R|--recursive
    chgrp -R|--recursive
    setfacl -R|-b|--recursive|--remove-all
    git push -f|-d|--force|--force-*|--mirror|--delete|--prune
    git push +*
    git push :*
    git reset --hard
    git clean -f|-d|-x|-X|--force
    git checkout -f|--force|--
    git checkout .
    git restore .
    hub push -f|--force
    mv /dev/null
    git switch -f|--force|--discard-changes
    git branch -D
    git branch -f|--force
    git tag -d|-f|--delete|--force
    git stash drop
    git stash clear
    git filter-branch
    git filter-repo
    git update-ref -d
    git reflog expire
    git reflog delete
    git worktree remove -f|--force
    hg strip
    hg purge
    svn revert -R|--recursive
    jj abandon
    gh repo delete
    gh release delete
    gh gist delete
    gh secret delete
    glab repo delete
    shutdown
    reboot
    poweroff
    halt
    init 0
    init 6
    telinit
    systemctl poweroff
    systemctl reboot
    systemctl halt
    systemctl kexec
    systemctl kill
    loginctl terminate-*
    loginctl kill-*
    kill
    killall
    pkill
    xkill
    fuser -k|--kill
    tmux kill-*
    screen quit
    kubectl delete
    kubectl drain
    kubectl replace --force
    oc delete
    helm uninstall
    helm delete
    helm rollback
    k3d cluster delete
    kind delete
    minikube delete
    eksctl delete
    flux uninstall
    argocd app delete
    terraform destroy
    terraform apply -auto-approve|--auto-approve|-destroy|--destroy
    terraform state rm
    terraform taint
    terraform force-unlock
    tofu destroy
    tofu apply -auto-approve|--auto-approve|-destroy|--destroy
    terragrunt destroy
    terragrunt run-all
    pulumi destroy
    cdk destroy
    cdktf destroy
    serverless remove
    sam delete
    vagrant destroy
    docker prune
    docker rm -f|--force
    docker rmi -f|--force
    docker volume rm
    docker kill
    docker compose down -v|--volumes|--rmi
    docker-compose down -v|--volumes|--rmi
    podman prune
    podman rm -f|-a|--force|--all
    podman kill
    podman system reset
    nerdctl prune
    lxc delete
    incus delete
    virsh destroy
    virsh undefine
    qm destroy
    pct destroy
    multipass delete
    aws s3 rm
    aws s3 rb
    aws delete-*
    aws terminate-*
    aws deregister-*
    gcloud delete
    gsutil rm
    gsutil rb
    az delete
    az purge
    doctl delete
    hcloud delete
    linode-cli delete
    heroku apps:destroy
    heroku pg:reset
    fly destroy
    flyctl destroy
    vercel rm
    vercel remove
    netlify sites:delete
    firebase firestore:delete
    wrangler delete
    dropdb
    dropuser
    mysqladmin drop
    redis-cli flushall
    redis-cli flushdb
    redis-cli FLUSHALL
    redis-cli FLUSHDB
    etcdctl del
    rails db:drop*
    rails db:reset*
    rake db:drop*
    rake db:reset*
    artisan migrate:fresh
    php migrate:fresh
    php migrate:reset
    php db:wipe
    manage.py flush
    python flush
    python3 flush
    prisma migrate reset
    npx migrate reset
    mix ecto.drop
    mix ecto.reset
    alembic downgrade
    knex migrate:rollback
    sequelize db:drop
    userdel
    deluser
    groupdel
    delgroup
    crontab -r
    iptables -F|-X|--flush
    ip6tables -F|-X|--flush
    nft flush
    ufw reset
    ufw disable
    apt remove
    apt purge
    apt-get remove
    apt-get purge
    aptitude purge
    aptitude remove
    dpkg -P|-r|--purge|--remove
    dnf remove
    yum remove
    zypper remove
    zypper rm
    pacman -R*
    yay -R*
    paru -R*
    apk del
    emerge -C|--unmerge|--depclean
    snap remove
    flatpak uninstall
    flatpak remove
    brew uninstall
    brew remove
    pip uninstall
    pip3 uninstall
    npm unpublish
    cargo yank
    gem yank
    borg delete
    restic forget --prune
    gpg --delete-*
    history -c
    pass rm
    vault delete
    vault destroy
    efibootmgr -B|--delete-bootnum
    flashrom -w|-E
    fastboot erase
    fastboot flash
    fastboot oem
    adb uninstall
    trash-empty
    gio trash --empty
    umount -f|-l|--force|--lazy
    """

  /// Programs that run a command from their arguments, or a line in one of them.
  private static let runners: Set<String> = [
    "ssh", "mosh", "bash", "sh", "dash", "zsh", "fish", "ksh", "ash", "su", "eval", "docker", "podman",
    "docker-compose",
    "kubectl", "oc", "nerdctl", "lxc", "incus", "find", "fd", "fdfind", "parallel", "script", "flock",
    "systemd-run", "nsenter", "chroot", "unshare", "tmux", "screen", "watch", "pdsh", "ansible", "vagrant",
    "multipass", "adb",
    "wsl", "wsl.exe", "toolbox", "distrobox", "runuser", "pkexec", "gosu", "sg", "trap",
    "hyperfine", "bundle", "npx", "pnpm", "uv", "poetry", "pipenv", "mise", "gsudo", "entr", "inotifywait",
    "forfiles", "cmd", "cmd.exe", "powershell", "pwsh", "xargs", "retry", "viddy",
  ]
  /// Programs that only start another one, and may precede the command of a runner.
  private static let starters: Set<String> = [
    "sudo", "doas", "env", "nohup", "nice", "ionice", "xargs", "exec", "command",
  ]
  /// Shells that run their input.
  private static let shells: Set<String> = [
    "sh", "bash", "dash", "zsh", "fish", "ksh", "python", "python3", "perl", "ruby", "node", "php", "pwsh",
  ]
  /// Programs that download what another one then runs.
  private static let fetchers: Set<String> = ["curl", "wget", "fetch", "aria2c", "http", "https", "xh"]
  /// Disks and their aliases.
  private static let devices = [
    "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "loop", "block/",
  ].map { "/dev/" + $0 }
  /// Database clients, which take statements.
  private static let clients: Set<String> = [
    "psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "sqlplus", "duckdb", "clickhouse-client", "clickhouse",
    "cqlsh", "mongo",
    "mongosh", "pgcli", "mycli", "litecli", "usql", "bq", "snowsql", "trino", "influx", "cypher-shell", "wp",
    "drush",
  ]
  /// Destructive statements, as their first words, by the first.
  private static let statements = Dictionary(
    grouping: [
      "drop database", "drop schema", "drop table", "drop user", "drop role", "drop index", "drop view",
      "drop column", "drop keyspace",
      "drop collection", "truncate table", "truncate", "delete from", "dropdatabase", "deletemany",
      "detach delete", "flushall",
      "flushdb", "db reset", "site empty", "sql drop", "drop owned",
    ].map { $0.split(separator: " ") }, by: \.[0])

  private static let table = rows.split(separator: "\n").compactMap(DangerousCommand.init)
  private static let byProgram = Dictionary(
    grouping: table.filter { !$0.program.hasSuffix("*") }, by: \.program)
  private static let byBeginning = table.filter { $0.program.hasSuffix("*") }.map(\.withoutStar)
  private static let programs = Set(byProgram.keys)
}

extension DangerousCommand {
  /// The same with the beginning of its program's name.
  fileprivate var withoutStar: Self {
    DangerousCommand(program: String(program.dropLast()), operands: operands, options: options)
  }

  private init(program: String, operands: [String], options: [String]) {
    (self.program, self.operands, self.options) = (program, operands, options)
  }
}
