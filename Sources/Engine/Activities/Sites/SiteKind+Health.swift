extension SiteKind {
  /// Sites of ``health``.
  static let healthHosts = """
    .health .clinic .dental .doctor .hospital .surgery .physio .rehab .pharmacy *klinik klinik*
    *klinikum* *krankenhaus* *clinic
    *apotheke* *pharmacy* *pharmacie* *farmacia* *psychotherap* *psychiatr* *therapie* *gynaekolog*
    *urolog* *dermatolog*
    *kinderwunsch* *krankenkasse* *cancer* *diabetes* *depression* *suchthilfe* *suchtberatung*
    *fertility* *abortion* *schwanger*
    *aidshilfe* netdoktor onmeda apotheken-umschau gesundheitsinformation gesund.bund.de
    apotheken.de doccheck jameda doctolib
    sanego med1.de lifeline.de gesundheit.de vitanet gelbe-liste medikamente-per-klick shop-apotheke
    docmorris medpex apo-discounter
    sanicare aponeo mycare.de zurrose pharmeo imedikament embryotox frauenaerzte-im-netz kinderaerzte-im-netz
    neurologen-und-psychiater-im-netz urologenportal deximed msdmanuals msd-manuals barmer.de tk.de
    aok dak dak.de ikk-classic
    knappschaft.de kkh hek.de hkk bkk-*.de mobil-krankenkasse sbk.org techniker-krankenkasse debeka
    axa-health dkv ottonova
    gkv-spitzenverband weisse-liste arzt-auskunft 116117 116117.de aerzteblatt
    patienten-information.de zavamed zava dred.com
    gospring fernarzt teleclinic kry.de kry.se ada.com ada-health selfapy hellobetter instahelp
    betterhelp talkspace 7cups headspace
    calm.com woebot moodpath minddoc mindbeacon cerebral.com brightside psychologytoday therapie.de psychenet
    deutsche-depressionshilfe telefonseelsorge samaritans.org samaritans 988lifeline.org
    suicidepreventionlifeline.org
    crisistextline nummergegenkummer krisenchat befrienders suicide.org anonyme-alkoholiker.de
    aa.org na.org alcoholics-anonymous
    al-anon.org smartrecovery kenn-dein-limit drugcom.de rauchfrei-info bzga check-dein-spiel
    gamblersanonymous gamcare smokefree
    webmd mayoclinic healthline medlineplus.gov medlineplus nhs.uk nhs.net nhsinform.scot
    patient.info clevelandclinic
    medicalnewstoday drugs.com rxlist goodrx everydayhealth verywellhealth verywellmind medscape
    health.com prevention.com
    merckmanuals uptodate emedicinehealth medicinenet familydoctor.org kidshealth.org
    healthychildren.org hopkinsmedicine
    health.harvard.edu cancer.gov cancer.org breastcancer cancerresearchuk macmillan.org.uk
    mariecurie krebsinformationsdienst.de
    krebshilfe krebsgesellschaft diabetes.org diabetes.co.uk jdrf heart.org bhf.org.uk stroke.org
    stroke.org.uk alzheimers.org.uk
    alz.org parkinson.org parkinsons.org.uk mssociety nationalmssociety.org dmsg.de lupus.org
    crohnscolitisfoundation dccv.de
    ibsgroup rheuma-liga endometriosis* endometriose* pcosaa hiv.gov thebody aidsmap poz.com iwwit
    plannedparenthood profamilia.de
    abortionfinder ineedana mariestopes msichoices womenonweb aidaccess babycenter whattoexpect
    rund-ums-baby urbia hebamme
    schwanger.li babycentre fertilityfriend clue.app helloclue flo.health ovia glowing.com
    natural-cycles naturalcycles
    miscarriageassociation tommys.org maydayhospital transhealth mermaidsuk transgender-info himss
    hims forhims forhers getroman
    ro.co manual.co keeps.com wisp.com hellowisp nurx lemonaid lloydspharmacy superdrug-doctor
    walgreens cvs.com riteaid
    expressscripts capsule.com truepill pillpack zocdoc healthgrades vitals.com ratemds teladoc
    amwell doctorondemand mdlive
    plushcare onemedical carbonhealth livi.co.uk livi babylonhealth pushdoctor docplanner doctoralia
    znanylekarz miodottore
    topdoctors doctissimo ameli.fr ameli passeportsante vidal.fr santemagazine sante.fr pharma-gdd
    1001pharmacies newpharma
    farmaline viata.be mondocdoc qare livi.fr medaviz mesdocteurs thuisarts.nl thuisarts
    gezondheidsplein apotheek.nl
    zorgkaartnederland huisarts* ggz* farmacotherapeutisch zilverenkruis menzis vgz 1177.se 1177
    netdoktor.se doktor.se doktor24
    apoteket.se apoteket apotea helsenorge felleskatalogen sundhed.dk sundhed terveyskirjasto.fi
    terveyskirjasto kanta.fi
    terveystalo mehilainen docrates medicitalia mypersonaltrainer my-personaltrainer humanitas.it
    paginemediche fascicolosanitario
    cuidateplus medlineplus.es webconsultas tuotromedico sanitas adeslas quironsalud clinicbarcelona
    minhavida tuasaude
    drauziovarella hospitalalbertoeinstein saude.gov.br poradnikzdrowie znanylekarz.pl doz.pl
    medonet abczdrowie wapteka ulekare.cz
    lekarna.cz drmax pilulka apatika zdravi.euro.cz webbeteg hazipatika patikamagazin
    sfatulmedicului csid.ro reginamaria medlife.ro
    health.mail.ru medportal zdorovieinfo eapteka apteka.ru prodoctorov docdoc likarni tabletki.ua
    doktorsitesi medicalpark acibadem
    e-nabiz mhrs.gov.tr practo 1mg netmeds pharmeasy apollo247 apollohospitals lybrate medindia
    haodf dxy.com dxy.cn dingxiangyuan
    jk.cn guahao chunyuyisheng medley.life caloo qlife byoinnavi minacolor askdoctors patientslikeme
    healthunlocked dailystrength
    mentalhealthforum mind.org.uk rethink.org nami.org adaa.org chadd.org additudemag
    adhs-deutschland adxs.org beatingdisorders
    beateatingdisorders.org.uk nationaleatingdisorders.org anad.de bzga-essstoerungen.de 23andme
    noom weightwatchers ww.com
    myfitnesspal loseit wegovy ozempic bcbs.com aetna cigna uhc.com unitedhealthcare humana
    kaiserpermanente anthem.com
    elevancehealth molinahealthcare healthcare.gov bupa vitality.co.uk axahealth medibank nib.com.au
    ahm.com.au hcf.com.au
    healthdirect.gov.au betterhealth.vic.gov.au beyondblue lifeline.org.au headspace.org.au mychart
    mychart.com patientaccess
    patientgateway followmyhealth athenahealth meine-krankenakte hiv-* hivinfo hospital-* *hospital
    hospitals* *krebshilfe*
    *krebsinfo* cz.nl patients.*
    """
}
