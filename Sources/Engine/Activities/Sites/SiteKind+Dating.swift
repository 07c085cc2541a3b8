extension SiteKind {
  /// Sites of ``dating``.
  static let datingHosts = """
    *dating* *matrimony* *singleboerse* *partnersuche* *partnervermittlung* *speeddate* *hookup*
    !carbondating !updating
    !accommodating !consolidating !validating !liquidating tinder bumble hinge okcupid plentyoffish
    pof match.com meetic parship
    elitepartner edarling eharmony zoosk badoo lovoo jappy spotted.de happn coffeemeetsbagel grindr
    scruff jackd hornet.com planetromeo
    romeo.com gayromeo her.app weareher lex.lgbt feeld ashleymadison victoriamilan seeking
    seekingarrangement sugardaddymeet
    sugarbook mysugardaddy whatsyourprice luxy theleague thursday.com hily.com once.com inner-circle
    theinnercircle rayatheapp.com
    tantan pairs.lv pairs.com omiai-jp with.is tapple zexy-enmusubi youbride shaadi jeevansathi
    bharatmatrimony christianmingle
    jdate jswipe muzmatch muzz salams mutual.app ldssingles catholicmatch christiancafe
    christian-singles silversingles ourtime
    seniorpeoplemeet singleparentmeet lebensfreunde 50plus-treff finya bildkontakte dating-cafe
    dating.com friendscout24 neu.de
    lovescout24 lablue flirtcafe gleichklang single.de singles.de singletreffen kissnofrog
    nur-singles kizzle knuddels c-date.de
    first-affair lovepoint secret.de meet2cheat ok-cupid twoo waplog skout meetme tagged.com hi5
    mamba.ru mamba loveplanet teamo.ru
    tabor.ru topface fotostrana drugvokrug photostrana galaxy.mobstudio ukrainedate russiancupid
    asiandating filipinocupid thaicupid
    colombiancupid latinamericancupid afrointroductions blackpeoplemeet interracialmatch
    internationalcupid cupidmedia
    victoriahearts anastasiadate dream-singles elenasmodels jollyromance amolatina charmdate
    adopteunmec adopte.app attractiveworld
    disonsdemain mektoube inshallah.com gleeden fruitz getfruitz lexa.nl relatieplanet pepper.nl
    50plusmatch second-love secondlove
    parship.nl be2 be2.de academicsingles singles50 e-kontakt victoriabrides sympatia.onet.pl
    sympatia edarling.pl mydwoje
    przeznaczeni randki e-darling seznamka.cz lide.cz libimseti contactos sportdate meetup4singles
    wyylde libertic netechangisme
    lesarion lesbischlieben lgbt-love veggly veggiedating greensingles spiritualsingles datemyage
    farmersonly equestriancupid
    fitness-singles uniformdating militarycupid elitesingles boo.world taimi paktor heymandi immatch
    kismia flirt.com benaughty
    naughtydate onenightfriend quickflirt iamnaughty together2night uberhorny instabang fling.com
    xdating milfaholic snapfuck
    nostringsattached hotornot chatroulette omegle ometv.com chathub chatrandom azarlive emeraldchat
    """
}
