extension SiteKind {
  /// Sites of ``banking``.
  static let bankingHosts = """
    .bank .creditunion *bank bank-* bank* *sparkasse* *volksbank* vb-*.de vr-*.de *raiffeisen*
    psd-*.de spardabank* sparda-* banque*
    banco* banca* *creditunion *inkasso* *schuldner* *schufa* caisse-depargne* creditagricole*
    *insolvenz* *steuerberat* !foodbank
    !datenbank !wissensbank !bilderbank !burdabank !blutbank !databank !testbank !bankgiro
    !powerbank !timebank !questionbank
    !memorybank !westbank !southbank !riverbank !bankside !banksy !bankart !wordbank !soundbank
    !seedbank !genbank !parkbank
    !worldbank !umweltdatenbank !samenbank !sitzbank !bankstown !banksia !bankhead !bankrun
    !psd-tutorials !vb-paradise deutsche-bank commerzbank comdirect ing.de ing.nl ing.be ing.com dkb
    dkb.de n26
    postbank hypovereinsbank targobank consorsbank norisbank santander.com santander.de
    santander.com.br santander.com.mx santander.cl santander.pt santanderbank santanderconsumer
    1822direkt gls-bank.de ethikbank triodos tomorrow.one c24
    bunq revolut vivid.money transferwise monzo atom.co.uk traderepublic scalable.capital
    scalablecapital justtrade flatex degiro
    smartbroker onvista-bank etoro plus500 lynxbroker interactivebrokers captrader saxobank
    swissquote cornertrader ubs
    credit-suisse postfinance zkb kantonalbank migrosbank cler neon-free yuh.com zak.ch bekb lukb
    sgkb tkb.ch akb.ch bcv.ch bcge
    erstebank sparkasse.at bawag psk.at oberbank bks.at easybank dadat volksbank.at rabobank abnamro
    snsbank asnbank regiobank knab
    brandnewday kbc belfius bnpparibasfortis bnpparibas argenta beobank crelan axabank keytradebank
    hellobank boursorama boursobank
    fortuneo societegenerale lcl.fr caisse-epargne labanquepostale bred.fr cic.fr creditmutuel
    banquepopulaire monabanq hsbc
    barclays lloydsbank halifax.co.uk halifax-online.co.uk natwest rbs tsb.co.uk santander.co.uk
    nationwide metrobankonline coventrybuildingsociety firstdirect
    virginmoney co-operativebank tescobank sainsburysbank chase.co.uk chase bankofamerica wellsfargo
    citi citibank usbank pnc truist
    capitalone tdbank td.com ally.com discover.com americanexpress amex synchrony sofi varomoney
    simple.com schwab fidelity etrade
    robinhood webull merrilledge tdameritrade m1.com betterment wealthfront navyfederal usaa.com
    penfed becu alliantcreditunion
    keybank regions.com fifththird citizensbank mtb.com comerica zionsbank bmo rbcroyalbank rbc.com
    scotiabank cibc desjardins
    tangerine.ca eqbank wealthsimple questrade commbank westpac nab.com.au anz anz.com.au macquarie
    bendigobank suncorpbank ubank
    kiwibank asb.co.nz bnz.co.nz standardbank fnb.co.za absa nedbank capitecbank hdfcbank icicibank
    onlinesbi sbi.co.in axisbank
    kotak yesbank pnbindia bankofbaroda paytmbank zerodha groww upstox icbc boc.cn ccb.com abchina
    cmbchina bankcomm spdb pingan
    smbc mufg mizuhobank rakuten-bank jibunbank sbisec monex shinhan kbstar wooribank hanabank
    kakaobank tossbank dbs.com.sg dbs
    ocbc uob maybank cimb bca.co.id bri.co.id bankmandiri bni.co.id vietcombank techcombank
    scb.co.th kasikornbank bangkokbank
    bdo.com.ph bpi.com.ph itau bradesco bb.com.br caixa.gov.br nubank nu.com.mx inter.co bancointer
    btgpactual xpi.com.br bbva
    caixabank bankinter sabadell.com bancsabadell openbank evobanco kutxabank ibercaja unicaja
    abanca cajamar unicredit intesasanpaolo
    fineco finecobank mediolanum bper bpm.it mps.it credem sella.it illimity widiba poste.it
    postepay millenniumbcp cgd.pt novobanco
    activobank montepio moey nordea danskebank swedbank seb.se seb.lt seb.lv seb.ee handelsbanken
    lansforsakringar skandia dnb.no sparebank1 op.fi s-pankki
    aktia jyskebank sydbank nykredit lunar.app islandsbanki landsbankinn arionbanki aib.ie
    bankofireland permanenttsb pkobp ipko
    pekao24 pekao mbank ingbank.pl santander.pl aliorbank bnpparibas.pl csob csas.cz kb.cz moneta
    fio.cz airbank otpbank kh.hu
    erstebank.hu bcr.ro bancatransilvania brd.ro ing.ro dskbank ubb.bg nbg.gr alphabank eurobank
    piraeusbank isbank garantibbva
    yapikredi akbank ziraatbank sberbank sber tinkoff tbank vtb alfabank raiffeisen.ru privatbank
    monobank oschadbank pumb paypal
    klarna skrill neteller payoneer venmo cash.app zellepay paysafecard giropay afterpay clearpay
    affirm.com coinbase binance
    bitpanda bitstamp bitfinex crypto.com kucoin okx bybit gemini.com bison-app bitvavo
    blockchain.com metamask ledger.com elster.de
    wiso-steuer wiso-steuer.de taxfix smartsteuer steuerbot turbotax hrblock taxact freetaxusa
    irs.gov impots.gouv.fr bzst.de
    mijntoeslagen belastingdienst.nl finanzonline.bmf.gv.at creditkarma experian equifax transunion
    annualcreditreport myfico
    clearscore checkmyfile meineschufa boniversum crif kreditech auxmoney smava vexcash cashper
    ferratum zopa lendingclub
    prosper.com upstart.com avant.com onemain payday stepchange nationaldebtline debt.org nfcc.org
    schuldnerberatung
    caritas-schuldnerberatung *loans mortgagecalculator interhyp drklein baufi24 nordnet avanza
    bitcoin.de mintos bondora kredit*
    *brokers wise.com chime.com kraken.com vanguard.com acorns.com huntington.com imagin.com
    banking.* onlinebanking.* ebanking.*
    netbanking.*
    """
}
