/// The grammar of a program's arguments, as far as it distinguishes activities: its subcommands,
/// and the arguments that are targets.
struct ProgramGrammar: Sendable {
  /// The arguments to keep after the subcommands.
  enum Targets: Sendable, Hashable {
    /// None, because they vary.
    case none
    /// Names and paths, up to a number: targets of make, folders, edited files, units.
    case names(Int)
    /// The host: the first argument, or the part before a colon.
    case host
    case remoteHosts
    /// A script, or a module after `-m`.
    case script
    /// A kind of resource: letters before a slash.
    case kind
    /// A branch that is common in repositories.
    case branch
  }

  /// The number of subcommands; more if the first one is in ``nested``.
  var depth = 0
  /// Subcommands with their own subcommands.
  var nested: Set<String> = []
  /// Options before and among the arguments that take the next word.
  var valued: Set<String> = []
  var targets = Targets.none
  /// The subcommands whose arguments are kept; if empty, all of them.
  var targeted: Set<String> = []
  /// How short options are written.
  var options = OptionStyle.first

  /// The style of short options, which separates them from their values.
  enum OptionStyle: Sendable, Hashable {
    /// Only the first letter is kept, because a value may follow it.
    case first
    /// Each letter is an option: `-la`.
    case letters
    /// The word is one option: `-name`.
    case word
  }

  /// Returns the grammar of a program, or the default.
  static func of(_ program: String) -> ProgramGrammar { table[program] ?? ProgramGrammar() }

  /// Whether the table has the program.
  static func isKnown(_ program: String) -> Bool { table[program] != nil }

  /// Usual subcommands of programs that are not in the table.
  ///
  /// Any other first argument of such a program counts as a value.
  static let usualSubcommands: Set<String> = Set(
    """
    add apply attach auth backup build bump bundle cat check checkout clean clone commit compile config configure connect context copy create
    db debug delete deploy describe destroy dev diff disable disconnect doctor docs download edit enable env eval exec export fetch fix fmt format
    generate get help history import info init inspect install issue job jobs kill lint list load log login logout logs ls merge migrate monitor
    mount new open package pause ping plan plugin pr preview profile prune publish pull purge push query rebuild reload remove rename repl repo
    report reset restart restore resume rm rollback run scan search seed serve service set setup shell show sign snapshot start stat stats status
    stop submit switch sync tag task test top trace uninstall unmount up update upgrade upload use validate verify version view wait watch
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// Branches that are common in repositories.
  static let usualBranches: Set<String> = [
    "main", "master", "develop", "dev", "trunk", "staging", "production", "release", "origin", "upstream",
    "-",
  ]

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// The known programs.
  private static let table: [String: ProgramGrammar] = {
    var table: [String: ProgramGrammar] = [:]
    func add(_ names: String, _ grammar: ProgramGrammar) {
      for name in words(names) { table[name] = grammar }
    }
    // One subcommand.
    add(
      """
      apt apt-get aptitude apt-cache apt-mark dnf yum zypper apk brew port snap flatpak pip pip3 pipx conda mamba gem bundle composer luarocks
      cabal stack opam mix rebar3 lein cargo rustup hg svn bzr fossil tmux restic borg rclone rbw bw op vault consul nomad packer vagrant
      virsh multipass minikube kind k3d skaffold tilt argocd flux helmfile pulumi serverless sls sam cdk ng vue expo hexo hugo jekyll
      ansible-galaxy ansible-vault timedatectl hostnamectl localectl loginctl networkctl resolvectl bluetoothctl machinectl
      busctl coredumpctl bootctl powerprofilesctl playerctl pactl wpctl amixer asdf mise nvm rbenv pyenv sdk volta fnm chezmoi stow
      heroku fly flyctl vercel netlify wrangler firebase supabase doctl hcloud linode-cli eksctl s3cmd mc aws-vault gopass pass age
      gpgconf openssl keytool ipfs tailscale wg-quick wg nft ufw firewall-cmd fail2ban-client certbot nginx adb fastboot emulator
      docker-compose podman-compose lxc lxd incus buildah skopeo crane oras act pre-commit tox nox hatch pdm rye dvc mlflow kaggle
      jupyter wandb huggingface-cli ollama jj gitlab-runner glab sentry-cli stripe mix iex rails rake-compiler wp drush symfony
      dotnet func msfvenom msfdb service update-alternatives systemd-analyze journalctl-vacuum lvs zfs zpool btrfs cryptsetup mdadm
      hunch perf valgrind-listener bazel buck2 pants nx turbo lerna rush changeset prisma sequelize typeorm alembic flask django-admin
      celery scrapy rabbitmqctl redis-server kafka-topics etcdctl crictl ctr nerdctl talosctl kubeadm kustomize kubeseal istioctl linkerd
      """, ProgramGrammar(depth: 1))
    add(
      "git",
      ProgramGrammar(
        depth: 1,
        nested: [
          "remote", "stash", "submodule", "worktree", "bisect", "notes", "lfs", "flow", "sparse-checkout",
        ],
        valued: ["-C", "-c", "--git-dir", "--work-tree", "-m", "--message", "-b", "-B"], targets: .branch,
        targeted: ["checkout", "switch", "merge", "rebase", "pull", "push"]))
    let docker: Set<String> = [
      "compose", "container", "image", "network", "volume", "system", "context", "buildx", "builder", "swarm",
      "service", "stack", "node",
      "secret", "config", "plugin", "manifest", "machine", "pod",
    ]
    add(
      "docker podman nerdctl",
      ProgramGrammar(
        depth: 1, nested: docker,
        valued: words(
          "-f --file -H --host --context -p --project-name --profile --env-file -e --env -u --user -w --workdir -n --tail --since"
        ).reduce(into: []) { $0.insert($1) },
        targets: .names(1), targeted: ["exec", "logs", "start", "stop", "restart", "attach", "up", "down"]))
    table["docker-compose"] = ProgramGrammar(
      depth: 1,
      valued: [
        "-f", "--file", "-p", "--project-name", "--profile", "--env-file", "-e", "-u", "-w", "--tail",
      ],
      targets: .names(1), targeted: ["exec", "logs", "start", "stop", "restart", "up", "run"])
    add(
      "kubectl oc k kubecolor",
      ProgramGrammar(
        depth: 1, nested: ["config", "rollout", "set", "top", "auth", "create", "certificate", "apply"],
        valued: ["-n", "--namespace", "--context", "--kubeconfig", "--cluster", "-l", "-o", "-f", "-c"],
        targets: .kind,
        targeted: ["get", "describe", "delete", "edit", "scale", "explain"]))
    add(
      "helm",
      ProgramGrammar(
        depth: 1, nested: ["repo", "plugin", "dependency", "get", "show", "search"],
        valued: ["-n", "--namespace", "--kube-context", "-f"]))
    add("gh", ProgramGrammar(depth: 2))
    add("aws az", ProgramGrammar(depth: 2, valued: ["--profile", "--region", "--output"]))
    add("gcloud", ProgramGrammar(depth: 3, nested: ["alpha", "beta"], valued: ["--project"]))
    add("nmcli", ProgramGrammar(depth: 2, nested: ["wifi"]))
    add("ip", ProgramGrammar(depth: 2, valued: ["-n", "-f"]))
    add(
      "terraform tofu terragrunt",
      ProgramGrammar(depth: 1, nested: ["workspace", "state", "providers"], options: .word))
    add("go", ProgramGrammar(depth: 1, nested: ["mod", "work", "tool"], options: .word))
    add(
      "swift",
      ProgramGrammar(
        depth: 1, nested: ["package", "sdk"],
        valued: ["-c", "--configuration", "-j", "--target", "--product"]))
    add(
      "poetry uv nix conda mamba",
      ProgramGrammar(
        depth: 1,
        nested: ["env", "config", "source", "pip", "tool", "python", "flake", "profile", "store", "self"]))
    add("rustup", ProgramGrammar(depth: 1, nested: ["toolchain", "target", "component", "override", "self"]))
    add("dotnet", ProgramGrammar(depth: 1, nested: ["tool", "nuget", "ef", "user-secrets"]))
    add("brew", ProgramGrammar(depth: 1, nested: ["services", "bundle"]))
    // Scripts, targets and tests of a project.
    add(
      "npm pnpm yarn bun",
      ProgramGrammar(
        depth: 1, nested: ["run", "run-script", "exec", "workspace", "config", "x", "dlx", "pm"],
        valued: ["--prefix", "-C", "--filter", "-w", "--workspace"]))
    add("npx bunx uvx pnpx", ProgramGrammar(targets: .names(1)))
    add(
      "make gmake just task rake ninja invoke inv mage doit gulp grunt gradle gradlew ./gradlew mvn ./mvnw ant sbt meson poe ember",
      ProgramGrammar(
        valued: ["-C", "-f", "-j", "-l", "-p", "-pl", "--file", "--directory", "--project-dir", "-I", "-o"],
        targets: .names(3)))
    add(
      "ansible-playbook",
      ProgramGrammar(
        valued: ["-i", "-e", "-l", "-u", "-t", "--tags", "--limit", "--inventory"], targets: .names(1)))
    // Units, topics of manuals, processes by name.
    add(
      "systemctl", ProgramGrammar(depth: 1, valued: ["-H", "-M", "-p", "-n", "-o", "-t"], targets: .names(2)))
    add("service", ProgramGrammar(targets: .names(2)))
    add(
      "journalctl",
      ProgramGrammar(
        valued: ["-n", "-p", "-o", "-S", "-U", "-g", "--since", "--until"], targets: .names(0),
        options: .letters))
    add("man tldr info help whatis apropos", ProgramGrammar(targets: .names(2)))
    add("killall pkill pgrep", ProgramGrammar(valued: ["-s", "-u"], targets: .names(1)))
    // Folders, and files to edit, view or play: the file identifies the activity.
    add("cd pushd z j zoxide autojump", ProgramGrammar(targets: .names(1)))
    add(
      """
      vim nvim vi view nano emacs emacsclient code codium subl gedit kate micro hx helix kak mg joe ne pico geany mousepad xed pluma idea
      pycharm clion zed less more bat open xdg-open gio evince okular zathura mupdf feh eog gwenview mpv vlc mplayer libreoffice
      """, ProgramGrammar(valued: ["-c", "-u", "--cmd", "-S"], targets: .names(2)))
    // Hosts.
    let ssh: Set<String> = [
      "-p", "-i", "-l", "-L", "-R", "-D", "-o", "-J", "-F", "-b", "-c", "-m", "-W", "-E", "-e", "-w", "-S",
      "-O", "-Q", "-I", "-B",
    ]
    add("ssh mosh et autossh telnet", ProgramGrammar(valued: ssh, targets: .host))
    add(
      "ping ping6 traceroute tracepath mtr dig host nslookup whois",
      ProgramGrammar(valued: ["-c", "-i", "-s", "-w", "-W", "-I", "-t", "-p"], targets: .host))
    add(
      "scp sftp rsync ssh-copy-id sshfs",
      ProgramGrammar(
        valued: ssh.union(["-P", "--exclude", "--include", "--rsh", "-f"]), targets: .remoteHosts))
    // Interpreters.
    add(
      "python python2 python3 node deno ts-node tsx ruby perl php Rscript lua luajit julia bash sh zsh dash fish ksh elixir groovy scala racket guile source . ipython",
      ProgramGrammar(valued: ["-c", "-e", "-W", "-X", "-I", "-r"], targets: .script))
    add("java", ProgramGrammar(valued: ["-cp", "-classpath", "-jar"], options: .word))
    // Options of one word.
    add(
      "find ffmpeg ffprobe ffplay convert magick mogrify identify xrandr xset setxkbmap xinput openssl javac nikto hashcat gcc g++ clang clang++ ld",
      ProgramGrammar(options: .word))
    table["openssl"]?.depth = 1
    // Options of one letter each. None of them takes a secret after a letter.
    add(
      """
      ls ll la tar ps rm cp mv mkdir rmdir ln chmod chown grep egrep fgrep rg df du ss netstat sort uniq wc tail head diff date uname free
      who id lsof tree file touch cat dmesg lsblk mount umount pacman yay paru dpkg rpm top htop cal watch sed awk cut tr nl stat readlink
      """, ProgramGrammar(options: .letters))
    return table
  }()
}
