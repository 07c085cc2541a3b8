extension SiteKind {
  /// Sites of ``adult``.
  static let adultHosts = """
    .xxx .porn .adult .sex .sexy *porn* *xxx* *hentai* *escort* *camgirl* *milfs* milf-* *xvideo*
    *xhamster* *erotik* *erotic* *fetish*
    *nudes* sex-* !pornic !pornichet !xxxlutz !xxxl !escortradar pornhub pornhubpremium youporn
    redtube tube8 spankbang xnxx beeg
    eporner tnaflix txxx hclips hdzog upornia voyeurhit vjav tubepornclassic thumbzilla keezmovies
    extremetube drtuber sunporno
    motherless porntrex hqporner porndoe nuvid youjizz slutload empflix fapster fapello ixxx fuq
    tubegalore lobstertube xhamsterlive
    hamsterx iceporn anysex alphaporno sexu sexvid zbporn 4tube fux.com pornerbros pornone
    perfectgirls pornpics imagefap sex.com
    xozilla xbabe tubev rexxx definebabe bravotube analdin hotmovs porn300 3movs yespornplease
    daftsex fullporner whoreshub missav
    jable javhd javlibrary javmost javguru javdb r18.com dmm.co.jp fanza avgle thisav 91porn t66y
    sehuatang brazzers realitykings
    mofos bangbros naughtyamerica digitalplayground twistys babes.com evilangel girlsway adulttime
    kink.com wicked.com vivid.com
    teamskeet blacked tushy vixen.com deeper.com metart x-art hegre joymii femjoy playboy penthouse
    hustler suicidegirls private.com
    dorcelclub czechcasting fakehub fakings legalporno analvids dogfartnetwork gloryholesecrets
    puretaboo transangels grooby
    shemale.com onlyfans fansly manyvids clips4sale iwantclips loyalfans justfor.fans justforfans
    fancentro mym.fans modelhub fanvue
    4based bestfans coomer.su coomer.party kemono.su thothub leakedzone fapopedia erome bunkr
    cyberdrop simpcity celebjihad
    scrolller redgifs gfycatporn chaturbate stripchat bongacams livejasmin myfreecams cam4 camsoda
    streamate flirt4free imlive
    xlovecam jerkmate camster cams.com camcontacts visit-x.net visit-x big7 mydirtyhobby livestrip
    susi.live cherry.tv joyourself
    dirtyroulette omegleporn coomeet slutroulette nhentai e-hentai.org exhentai.org hanime
    hentaihaven hitomi.la tsumino fakku
    rule34 rule34.xxx rule34video gelbooru danbooru e621 f95zone sankakucomplex multporn 8muses
    myhentaigallery luscious.net
    simply-hentai hentaifox pururin doujins hentai2read nutaku iwara furaffinity literotica asstr
    storiesonline.net lushstories
    sexstories bdsmlr bdsmlibrary nifty.org chyoa mcstories archiveofsins erogeschichten fetlife
    collarspace alt.com recon.com
    adultfriendfinder joyclub joyclub.de poppen.de augenweide xpartner sdc.com swinglifestyle
    kasidie c-date gays.com gayboystube
    gaytube justusboys menatplay seancody men.com nextdoorstudios xtube chaturmale eros.com
    tryst.link slixa adultwork kaufmich
    ladies.de erotik.markt.de 6today rotlicht.de laufhaus bordellcommunity lusthaus hurenforum
    theeroticreview punternet
    skipthegames listcrawler bedpage megapersonals leolist rubmaps backpage eurogirlsescort
    massagerepublic topescortbabes sex4u
    redlights.be kinky.nl sexjobs.nl hookers.nl lovehoney adameve orion.de eis.de amorelie
    beate-uhse beateuhse adamandeve lelo
    we-vibe satisfyer bad-dragon.com fleshlight tenga durex-shop fun-factory sinful vibratex
    babeland goodvibes venize amorana
    easytoys pabo christinelehotel playvids fapvid tubxporn xtapes pornlib sxyprn pornmd nudevista
    xnalgas sexkomix toppornsites
    theporndude thebestfetishsites voyeurweb homemoviestube amateurcommunity privatevoyeur
    newbienudes reddxxx nsfw.xxx nsfwyoutube
    dirtyship influencersgonewild muyzorras cerdas canalporno petardas serviporno tukif
    jacquieetmicheltv jacquieetmichel voissa
    sexemodel ultimaecamporno bakecaincontrii escortadvisor trovagnocca moscarossa annunci69
    bakeca-incontri megasesso sexohub
    poringa xpaja pornoreino beurette cliphunter sexpornotu sexnarod intimcity sosalkino ebalovo
    porno365 24video rusvideos zoig
    wifebucket watchmygf exploitedcollegegirls girlsdoporn bangyoulater ersties ifeelmyself
    beautifulagony abbywinters
    """
}
