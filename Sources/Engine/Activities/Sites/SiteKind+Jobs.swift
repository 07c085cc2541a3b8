extension SiteKind {
  /// Sites of ``jobs``.
  static let jobsHosts = """
    .jobs .career .careers *stellenangebot* *stellenmarkt* *jobboerse* *jobsearch* *jobportal*
    *karriere* *recruit* *headhunt*
    jobs-* *-jobs *jobs career* *careers empleo* *empleo emploi* *emploi lavoro* stellenan*
    stellenboerse* jobsuche* !stevejobs !printjobs !cronjobs
    indeed stepstone monster monster.de glassdoor kununu jobware stellenanzeigen jobscout24
    jobvector absolventa joblift jobrapido
    adzuna jooble jobtensor yourfirm kimeta jobboerse.arbeitsagentur.de arbeitsagentur.de interamt
    service.bund.de academics.de
    jobs.zeit.de gigajob backinjob stellenwerk connecticum berufsstart get-in-it get-in-it.de
    instaffo honeypot.io
    talent.io workwise.io campusjaeger 4scotty whatajob jobninja hokify karriere.at
    jobs.derstandard.at ams.at metajob jobs.ch
    jobup.ch jobagent jobwinner topjobs jobscout24.ch stellen.ch jobbnorge webcruiter
    arbetsformedlingen.se jobindex.dk jobindex
    ofir jobnet.dk duunitori tyomarkkinatori.fi mol.fi monster.fi alfred.is totaljobs reed.co.uk
    cv-library cwjobs jobsite jobserve
    civilservicejobs.service.gov.uk findajob.dwp.gov.uk milkround prospects.ac.uk targetjobs
    ratemyplacement caterer.com irishjobs
    jobs.ie loadzajobs gradireland ziprecruiter careerbuilder simplyhired dice.com snagajob ladders
    theladders flexjobs usajobs.gov
    idealist.org wellfound angel.co otta.com welcometothejungle wttj builtin.com hired.com
    triplebyte levels.fyi teamblind payscale
    salary.com comparably vault.com ihire jobcase lensa.com talent.com neuvoo jobisjob careerjet
    recruit.net jora getwork
    higheredjobs naturecareers jobs.ac.uk academicpositions euraxess.ec.europa.eu mathjobs.org
    remoteok remote.co weworkremotely
    remotive workingnomads dynamitejobs himalayas.app justremote nodesk arc.dev toptal turing.com
    upwork fiverr freelancer.com
    freelancermap gulp.de freelance.de peopleperhour guru.com twago workatastartup startup.jobs
    cryptojobslist web3.career
    landing.jobs relocate.me berlinstartupjobs germantechjobs swissdevjobs devitjobs infojobs
    infoempleo tecnoempleo jobtoday
    turijobs trabajos.com bumeran computrabajo zonajobs occ.com.mx elempleo catho.com.br
    vagas.com.br gupy.io infojobs.com.br
    trampos.co net-empregos itjobs.pt apec.fr hellowork regionsjob francetravail.fr pole-emploi.fr
    cadremploi meteojob
    jobteaser keljob jobijoba cadreo lesjeudis monster.fr vdab.be forem.be actiris.be jobat
    references.be student.be
    nationalevacaturebank werk.nl intermediair werkenbij* jobbird vacature* indeed.nl uwv.nl
    infojobs.it almalaurea.it helplavoro
    cliclavoro concorsipubblici pracuj.pl pracuj gowork.pl nofluffjobs justjoin.it rocketjobs
    praca.pl bulldogjob theprotocol.it
    jobs.cz prace.cz startupjobs profesia.sk profession.hu cvonline ejobs bestjobs hipo.ro jobs.bg
    zaplata.bg kariernal skywalker.gr
    kariera.gr jobfind.gr kariyer.net yenibiris elemanonline iskur.gov.tr hh.ru superjob rabota.ru
    zarplata.ru trudvsem.ru
    career.habr.com work.ua robota.ua djinni.co jobs.dou.ua naukri naukri.com timesjobs shine.com
    foundit iimjobs instahyre cutshort
    freshersworld internshala hirist 51job zhaopin zhipin liepin lagou maimai.cn kanzhun rikunabi
    mynavi doda en-japan green-japan
    wantedly bizreach openwork.jp vorkers type.jp hellowork.mhlw.go.jp townwork baitoru jobkorea
    saramin wanted.co.kr
    jobplanet.co.kr catch.co.kr jobsdb jobstreet glints kalibrr 104.com.tw 1111.com.tw yourator
    cakeresume seek.com.au seek.co.nz
    careerone jora.com ethicaljobs careers24 pnet.co.za careerjunction bayt.com bayt naukrigulf
    gulftalent wuzzuf akhtaboot drushim
    alljobs hays randstad adecco manpower kellyservices michaelpage roberthalf robertwalters
    kornferry heidrick egonzehnder
    spencerstuart brunel.net experis modis akkodis tempo-team startpeople synergie persona.de
    amadeus-fire dis-ag orizon gi-group
    umantis softgarden greenhouse.io lever.co smartrecruiters workable.com ashbyhq teamtailor
    recruitee myworkdayjobs taleo.net
    icims jobvite successfactors breezy.hr jazz.co cornerstoneondemand lebenslauf.de lebenslauf.com
    bewerbung.com bewerbung* cvmaker
    livecareer resume.io zety novoresume kickresume standardresume enhancv europass.europa.eu
    resumegenius jobscan.co
    interviewing.io pramp.com glassdoor.de gehalt.de gehaltsvergleich gehaltsreporter lohnspiegel
    arbeitsrechte.de kuendigung*
    arbeitszeugnis* malt.com malt.fr malt.de malt.es jobs.* careers.* career.* karriere.*
    jobboerse.* bewerbung.* recruiting.*
    apply.workable.com
    """
}
