/// Programs with unrelated names for their windows, packages, desktop files and binaries.
///
/// A row has a program's identity, its title, and its other names in lower case, as ``ProgramName``
/// folds them. Names that follow by rule (case, `.exe`, Snap's doubling, `com.slack.Slack`) are not
/// listed.
enum KnownPrograms {
  /// A row of the table.
  struct Row: Sendable {
    let name: String
    let title: String
    let others: [String]
  }

  static let rows: [Row] = """
    firefox | Firefox | org.mozilla.firefox navigator mozilla-firefox org.mozilla.firefoxdesktop
    firefox-esr | Firefox ESR | org.mozilla.firefox-esr
    thunderbird | Thunderbird | org.mozilla.thunderbird net.thunderbird.thunderbird mozilla-thunderbird net.thunderbird.android
    google-chrome | Chrome | com.google.chrome chrome com.android.chrome
    chromium | Chromium | chromium-browser org.chromium.chromium
    brave-browser | Brave | com.brave.browser brave
    microsoft-edge | Microsoft Edge | com.microsoft.edge msedge com.microsoft.edgemac com.microsoft.emmx
    vivaldi | Vivaldi | com.vivaldi.vivaldi com.vivaldi.browser
    opera | Opera | com.opera.opera com.opera.browser com.operasoftware.opera
    librewolf | LibreWolf | io.gitlab.librewolf-community
    zen-browser | Zen Browser | app.zen-browser.zen io.github.zen-browser.zen zen
    tor-browser | Tor Browser | org.torproject.torbrowser-launcher torbrowser org.torproject.torbrowser
    epiphany | GNOME Web | org.gnome.epiphany gnome-epiphany
    qutebrowser | qutebrowser | org.qutebrowser.qutebrowser
    code | Visual Studio Code | com.visualstudio.code visual-studio-code com.microsoft.vscode code-url-handler vscode
    code-insiders | Visual Studio Code Insiders | com.visualstudio.code.insiders visual-studio-code-insiders com.microsoft.vscodeinsiders
    vscodium | VSCodium | com.vscodium.codium codium
    sublime-text | Sublime Text | com.sublimetext.three com.sublimetext.4 com.sublimetext.3 sublime subl
    zed | Zed | dev.zed.zed
    intellij-idea | IntelliJ IDEA | jetbrains-idea com.jetbrains.intellij jetbrains-idea-ce idea idea64 com.jetbrains.intellij-idea-community com.jetbrains.intellij-idea-ultimate
    pycharm | PyCharm | jetbrains-pycharm com.jetbrains.pycharm pycharm64 jetbrains-pycharm-ce com.jetbrains.pycharm-community com.jetbrains.pycharm-professional
    android-studio | Android Studio | jetbrains-studio com.google.androidstudio com.google.android.studio studio64
    emacs | Emacs | org.gnu.emacs gnu-emacs
    gedit | Text Editor (gedit) | org.gnome.gedit gnome-gedit
    slack | Slack | com.tinyspeck.slackmacgap com.slack
    discord | Discord | com.discordapp.discord com.hnc.discord com.discord
    telegram | Telegram | telegram-desktop telegramdesktop org.telegram.messenger ru.keepcoder.telegram
    signal | Signal | signal-desktop org.thoughtcrime.securesms org.whispersystems.signal-desktop org.whispersystems.signal
    whatsapp | WhatsApp | com.whatsapp net.whatsapp.whatsapp whatsapp-desktop
    element | Element | im.riot.riot element-desktop im.vector.app io.element.element
    zoom | Zoom | us.zoom.xos us.zoom.videomeetings us.zoom.zoom
    microsoft-teams | Microsoft Teams | com.microsoft.teams com.microsoft.teams2 teams ms-teams teams-for-linux com.github.ismaelmartinez.teams-for-linux
    skype | Skype | com.skype.client skypeforlinux com.skype.raider com.skype.skype
    spotify | Spotify | com.spotify.music
    vlc | VLC | org.videolan.vlc
    obs | OBS Studio | com.obsproject.studio com.obsproject.obs-studio obs64 obs-studio
    audacity | Audacity | org.audacityteam.audacity
    steam | Steam | com.valvesoftware.steam steamwebhelper com.valvesoftware.android.steam.community
    gimp | GIMP | org.gimp.gimp gimp-2.8 gimp-2.10 gimp-2.99 gimp-3.0
    inkscape | Inkscape | org.inkscape.inkscape
    blender | Blender | org.blender.blender org.blenderfoundation.blender
    libreoffice-writer | LibreOffice Writer | org.libreoffice.libreoffice.writer swriter
    libreoffice-calc | LibreOffice Calc | org.libreoffice.libreoffice.calc scalc
    libreoffice-impress | LibreOffice Impress | org.libreoffice.libreoffice.impress simpress
    libreoffice-draw | LibreOffice Draw | org.libreoffice.libreoffice.draw sdraw
    libreoffice-startcenter | LibreOffice | org.libreoffice.libreoffice libreoffice soffice
    obsidian | Obsidian | md.obsidian.obsidian md.obsidian
    keepassxc | KeePassXC | org.keepassxc.keepassxc
    bitwarden | Bitwarden | com.bitwarden.desktop com.x8bit.bitwarden
    nautilus | Files | org.gnome.nautilus gnome-nautilus gnome-files
    evince | Document Viewer | org.gnome.evince gnome-evince
    totem | Videos | org.gnome.totem gnome-totem
    eog | Image Viewer | org.gnome.eog gnome-eog
    evolution | Evolution | org.gnome.evolution gnome-evolution
    rhythmbox | Rhythmbox | org.gnome.rhythmbox3 org.gnome.rhythmbox gnome-rhythmbox
    shotwell | Shotwell | org.gnome.shotwell gnome-shotwell
    gnome-terminal | Terminal | gnome-terminal-server org.gnome.terminal
    gnome-console | Console | kgx
    konsole | Konsole |
    systemsettings | System Settings | systemsettings5
    plasma-discover | Discover | discover
    xfce4-terminal | Terminal (Xfce) | xfce-terminal org.xfce.terminal
    thunar | Thunar | org.xfce.thunar
    nemo | Nemo | org.nemo
    kitty | kitty | net.kovidgoyal.kitty
    alacritty | Alacritty | org.alacritty.alacritty io.alacritty
    wezterm | WezTerm | org.wezfurlong.wezterm com.github.wez.wezterm wezterm-gui
    iterm2 | iTerm | com.googlecode.iterm2 iterm
    postman | Postman | com.getpostman.postman com.postmanlabs.mac
    docker-desktop | Docker Desktop | com.docker.docker com.electron.dockerdesktop
    virtualbox | VirtualBox | org.virtualbox.app.virtualbox virtualbox-manager virtualboxvm
    com.apple.mobilesafari | Safari |
    com.apple.mobilesms | Messages |
    com.apple.mobilemail | Mail |
    com.apple.mobilecal | Calendar |
    com.apple.ical | Calendar |
    com.apple.mobilephone | Phone |
    com.apple.mobileslideshow | Photos |
    com.apple.mobilenotes | Notes |
    com.apple.mobiletimer | Clock |
    com.apple.preferences | Settings |
    com.apple.systempreferences | System Settings |
    com.apple.appstore | App Store |
    com.apple.documentsapp | Files |
    com.apple.ibooks | Books |
    com.apple.ibooksx | Books |
    com.apple.ichat | Messages |
    com.apple.addressbook | Contacts |
    com.apple.mobileaddressbook | Contacts |
    com.apple.dt.xcode | Xcode |
    com.apple.tv | TV |
    com.apple.activitymonitor | Activity Monitor |
    com.apple.iwork.pages | Pages |
    com.apple.voicememos | Voice Memos |
    com.google.android.gm | Gmail |
    com.google.android.youtube | YouTube |
    com.google.android.apps.maps | Maps |
    com.google.android.googlequicksearchbox | Google |
    com.google.android.apps.messaging | Messages |
    com.android.vending | Play Store |
    """.split(separator: "\n").map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        cell.split(separator: " ").map(String.init)
      }
      return Row(name: cells[0].joined(), title: cells[1].joined(separator: " "), others: cells[2])
    }

  /// The row of each name.
  static let byName: [String: Row] = rows.reduce(into: [:]) { table, row in
    for name in [row.name] + row.others { table[name] = row }
  }
}
