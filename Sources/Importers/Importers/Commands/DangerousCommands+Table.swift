extension DangerousCommands {
  /// The commands: a program, operands in this order, and alternative options.
  ///
  /// `$` stands for an operand that the line does not show, and options after `!` make a command
  /// harmless.
  private static let rows = """
    rm -r|-R|--recursive
    rm *
    rm $
    unlink *
    unlink $
    dd of=*
    rimraf
    shred
    srm
    wipe
    wipefs
    truncate
    mkfs*
    mke2fs
    mkswap
    mkdosfs
    newfs*
    resize2fs
    fsck -y
    e2fsck -y
    fdisk !-l|--list
    sfdisk !-l|-d|--list|--dump
    cfdisk
    gdisk !-l
    sgdisk !-p|-i|--print|--info
    parted !-l|--list
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
    rsync --delete*|--del|--remove-source-files !-n|--list-only
    rclone purge
    rclone delete
    rclone sync !-n
    fdupes -d|--delete
    chmod -R|--recursive
    chown -R|--recursive
    chgrp -R|--recursive
    chattr -R
    tar --remove-files
    zip -m|--move
    setfacl -R|-b|--recursive|--remove-all
    git push -f|-d|--force|--force-*|--mirror|--delete|--prune
    git push +*
    git push :*
    git reset --hard
    git clean -f|-d|-x|-X|--force !-n
    git checkout -f|--force|--
    git checkout .
    git restore !-S|--staged
    git restore -W|--worktree
    git gc --prune
    git send-email
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
    gh delete
    gh release create
    gh pr merge
    gh pr close
    gh DELETE -X|--method
    glab delete
    glab mr merge
    shutdown !-c
    reboot
    poweroff
    halt
    mail -s
    mailx -s
    mutt -s
    sendmail
    curl DELETE -X|--request
    curl -XDELETE
    http DELETE
    https DELETE
    xh DELETE
    init 0
    init 6
    telinit
    systemctl poweroff
    systemctl reboot
    systemctl halt
    systemctl kexec
    systemctl soft-reboot
    systemctl rescue
    systemctl emergency
    systemctl kill
    systemctl stop
    systemctl disable
    systemctl mask
    loginctl terminate-*
    loginctl kill-*
    kill
    killall
    pkill
    xkill
    fuser -k|--kill
    hunch forget
    tmux kill-*
    screen quit
    kubectl delete
    kubectl drain
    kubectl replace --force
    kubectl apply --prune|--force
    kubectl rollout undo
    k delete
    kubecolor delete
    oc delete
    helm uninstall
    helm delete
    helm rollback
    helm push
    k3d cluster delete
    kind delete
    minikube delete
    eksctl delete
    flux uninstall
    argocd app delete
    terraform destroy
    terraform apply
    terraform state rm
    terraform taint
    terraform force-unlock
    tofu destroy
    tofu apply
    terragrunt apply
    terragrunt destroy
    terragrunt run-all
    pulumi destroy
    pulumi up -y|--yes
    cdk destroy
    cdktf destroy
    serverless remove
    sam delete
    vagrant destroy
    docker prune
    docker rm -f|--force
    docker rmi -f|--force
    docker rm $
    docker rmi $
    docker stack rm
    docker service rm
    docker swarm leave
    docker push
    docker build --push
    docker volume rm
    docker kill
    docker compose down -v|--volumes|--rmi
    docker-compose down -v|--volumes|--rmi
    podman prune
    podman rm -f|-a|--force|--all
    podman rm $
    podman rmi $
    podman push
    podman kill
    podman system reset
    nerdctl prune
    nerdctl push
    lxc delete
    incus delete
    virsh destroy
    virsh undefine
    qm destroy
    pct destroy
    multipass delete
    aws s3 rm
    aws s3 rb
    aws s3 sync --delete
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
    ip flush
    ip del
    ip delete
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
    npm publish
    yarn publish
    pnpm publish
    bun publish
    deno publish
    jsr publish
    lerna publish
    changeset publish
    vsce publish
    ovsx publish
    cargo publish !-n
    cargo yank
    gem push
    gem yank
    twine upload
    python twine upload
    python3 twine upload
    poetry publish
    uv publish
    flit publish
    hatch publish
    pdm publish
    rye publish
    maturin publish
    maturin upload
    anaconda upload
    mix hex.publish
    dart pub publish !-n
    flutter pub publish !-n
    swift package-registry publish
    dotnet nuget push
    nuget push
    mvn deploy
    mvn release:perform
    gradle publish
    gradlew publish
    sbt publish
    sbt publishSigned
    lein deploy
    luarocks upload
    ansible-galaxy publish
    goreleaser release !--snapshot
    crane push
    oras push
    snapcraft upload
    snapcraft release
    dput
    borg delete
    restic forget --prune
    gpg --delete-*
    history -c
    journalctl --vacuum-*
    pass rm
    gopass rm
    bw delete
    op delete
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
  static let runners: Set<String> = [
    "ssh", "mosh", "bash", "sh", "dash", "zsh", "fish", "ksh", "ash", "su", "eval", "docker", "podman",
    "docker-compose",
    "kubectl", "k", "oc", "nerdctl", "lxc", "incus", "parallel", "script", "flock",
    "systemd-run", "nsenter", "chroot", "unshare", "tmux", "screen", "watch", "pdsh", "ansible", "vagrant",
    "multipass", "adb",
    "wsl", "wsl.exe", "toolbox", "distrobox", "runuser", "pkexec", "gosu", "sg", "trap",
    "hyperfine", "bundle", "npx", "pnpm", "uv", "poetry", "pipenv", "mise", "gsudo", "entr", "inotifywait",
    "forfiles", "cmd", "cmd.exe", "powershell", "pwsh", "xargs", "retry", "viddy", "bunx", "uvx", "pnpx",
    "strace", "ltrace", "perf", "chronic", "nix", "nix-shell", "direnv", "dotenv", "aws-vault", "doppler",
    "conda", "mamba", "xvfb-run", "bwrap", "proot", "cpulimit", "gcloud", "heroku", "fly", "flyctl",
  ]
  /// Programs that run a command for each file that they find, and the options before it.
  static let executors: [String: Set<String>] = [
    "find": ["-exec", "-execdir", "-ok", "-okdir"], "fd": ["-x", "-X", "--exec", "--exec-batch"],
    "fdfind": ["-x", "-X", "--exec", "--exec-batch"],
  ]
  /// Programs that run the lines of their input.
  static let lineReaders: Set<String> = [
    "sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "ssh", "su", "at", "batch",
  ]
  /// Programs that print their arguments or their input.
  static let printers: Set<String> = ["echo", "printf", "print", "cat"]
  /// Programs that only start another one, and may precede the command of a runner.
  static let starters: Set<String> = [
    "sudo", "doas", "env", "nohup", "nice", "ionice", "xargs", "exec", "command",
  ]
  /// Shells that run their input.
  static let shells: Set<String> = [
    "sh", "bash", "dash", "zsh", "fish", "ksh", "python", "python3", "perl", "ruby", "node", "php", "pwsh",
  ]
  /// Programs that download what another one then runs.
  static let fetchers: Set<String> = ["curl", "wget", "fetch", "aria2c", "http", "https", "xh"]
  /// Disks and their aliases, and the file through which the kernel takes orders.
  static let devices =
    [
      "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "loop", "block/",
    ].map { "/dev/" + $0 } + ["/proc/sysrq-trigger"]
  /// Database clients, which take statements.
  static let clients: Set<String> = [
    "psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "sqlplus", "duckdb", "clickhouse-client", "clickhouse",
    "cqlsh", "mongo",
    "mongosh", "pgcli", "mycli", "litecli", "usql", "bq", "snowsql", "trino", "influx", "cypher-shell", "wp",
    "drush",
  ]
  /// Destructive statements, as their first words, by the first.
  static let statements = Dictionary(
    grouping: [
      "drop database", "drop schema", "drop table", "drop user", "drop role", "drop index", "drop view",
      "drop column", "drop keyspace",
      "drop collection", "truncate table", "truncate", "delete from", "dropdatabase", "deletemany",
      "detach delete", "flushall",
      "flushdb", "db reset", "site empty", "sql drop", "drop owned",
    ].map { $0.split(separator: " ") }, by: \.[0])

  private static let table = rows.split(separator: "\n")
  static let byProgram = Dictionary(
    grouping: table.filter { !begins($0) }.compactMap(DangerousCommand.init), by: \.program)
  static let byBeginning = table.filter(begins).compactMap(DangerousCommand.init)
  static let programs = Set(byProgram.keys)

  /// Returns whether a row has only the beginning of its program's name.
  private static func begins(_ row: Substring) -> Bool { row.prefix { $0 != " " }.hasSuffix("*") }
}
