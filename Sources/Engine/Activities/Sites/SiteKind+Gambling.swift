extension SiteKind {
  /// Sites of ``gambling``.
  static let gamblingHosts = """
    .bet .casino .poker .bingo *casino* *sportwetten* *spielbank* *spielothek* *jackpot*
    *onlinelotto* *betting* *lottery* bet365
    betway bwin tipico betfair paddypower williamhill ladbrokes coral.co.uk skybet skyvegas unibet
    888sport 888poker 888 betsson
    betano bet-at-home interwetten admiralbet admiral.at win2day oddset happybet merkur-bets
    merkurbets neobet sportingbet mybet
    xbet 1xbet 22bet 20bet melbet mostbet pin-up parimatch marathonbet fonbet leonbets betcity
    winline ligastavok betboom olimp.bet
    dafabet sbobet m88 fun88 w88 188bet pinnacle.com stake.com rollbit roobet bc.game cloudbet
    duelbits gamdom csgoroll csgoempire
    hellcase datdrop fortunejack draftkings fanduel betmgm caesars pointsbet barstoolsportsbook
    espnbet bovada betonline mybookie
    betus betrivers hardrock.bet prizepicks underdogfantasy fliff chumbacasino luckylandslots pulsz
    wow-vegas wowvegas high5casino
    global-poker globalpoker pokerstars partypoker ggpoker winamax pmu.fr pmu parionssport fdj.fr
    fdj zebet betclic vbet genybet
    zeturf netbet feelingbet snai sisal.it eurobet lottomatica goldbet planetwin365 betflag codere
    sportium marcaapuestas retabet
    luckia betfred boylesports betvictor spreadex virginbet mrplay mrgreen leovegas casumo
    videoslots playojo rizk 32red jackpotjoy
    galabingo meccabingo tombola foxybingo buzzbingo national-lottery.co.uk lotto.de lotto lottoland
    lotto24 tipp24 lottohelden
    westlotto lotto-bayern lotto-hessen lotto-bw faber.de eurojackpot euromillions euro-millions.com
    thelotter lottosmile jackpocket
    powerball megamillions loteriasyapuestas once.es juegosonce lottery.com postcodelottery
    postcodeloterij staatsloterij toto.nl
    nederlandseloterij holland-casino hollandcasino jacks.nl bingoal napoleongames ladbrokes.be
    swisslos loro.ch jackpots.ch
    mycasino.ch grandcasinobaden wunderino drueckglueck jokerstar slotmagie loewen-play bingbong
    lapalingo stargames slotpark
    gametwist huuugegames doubledowncasino slotomania houseoffun danskespil svenskaspel atg.se
    norsk-tipping veikkaus ninjacasino
    paf.com coolbet betsafe nordicbet olybet topsport.lt optibet fortuna.cz ifortuna tipsport
    sazka.cz chance.cz sts.pl fortuna.pl
    superbet efortuna totalbet lotto.pl totolotek szerencsejatek tippmixpro mozzartbet meridianbet
    maxbet hkjc sportsbet.com.au
    sportsbet tab.com.au tab.co.nz neds.com.au pointsbet.com.au thelott dream11 my11circle mpl.live
    rummycircle junglerummy adda52
    lotterysambad playwinlotto oddschecker oddsportal betbrain wettbasis tipster betexplorer
    askgamblers casinomeister
    sportwettentest pokernews twoplustwo pokerstrategy cardschat gluecksspiel
    """
}
