"""Dutch words that exclude each other, of houses, food, health, families, clubs, money, travel, animals, moods."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OF_LIFE: Final = """\
    gemeubileerd / gestoffeerd
    bewoners huurder huurders onderhuurder / leeg leegstaat leegstand
    slot vergrendeld / open openstaat
    verwarmd / onverwarmd onverwarmde koud koude
    lekt lekkend lekkende / dicht waterdicht droog
    gerenoveerd vernieuwd / origineel authentiek
    nieuwbouw nieuwbouwwoning nieuwbouwhuis / oudbouw vooroorlogs
    bovenwoning / benedenwoning
    gelijkvloers benedenverdieping / bovenverdieping bovenetage
    voorkant voorzijde straatzijde straatkant / achterkant achterzijde tuinzijde
    bovenkant bovenzijde / onderkant onderzijde
    binnenkant binnenzijde / buitenkant buitenzijde
    voorgevel / achtergevel
    elektrisch / handbediend handmatig hand zwengel
    inpandig / vrijstaand vrijstaande
    enkelglas / dubbelglas dubbel hr++
    gesloopt / gebouwd gerenoveerd behouden
    aangebouwd / vrijstaand
    ongestoffeerd kaal / gestoffeerd gemeubileerd
    gestuukt behangen / onafgewerkt
    beglaasd / open
    dichtgemaakt dichtgemetseld / geopend opengemaakt
    verzakt / stabiel
    bedekt overdekt / open
    omheind omheinde / open
    mat / glanzend glanzende hoogglans
    glad / ruw stroef
    doorzichtig transparant / ondoorzichtig matglas
    helder heldere / troebel mistig bewolkt
    vlak / hellend schuin
    scheef krom / waterpas kaarsrecht
    stevig / gammel wankel
    fijn / grof
    bovengronds / ondergronds
    oplaadbaar / wegwerp wegwerpbatterijen
    accu accuboormachine batterijen / netstroom snoer
    mechanisch / elektronisch
    eenfase / driefase krachtstroom
    zon zonnig / schaduw schaduwplek schaduwrijk halfschaduw
    winterhard winterharde vorstbestendig / vorstgevoelig
    eenjarig / meerjarig tweejarig overblijvend
    bladverliezend bladverliezende / wintergroen wintergroene groenblijvend groenblijvende
    inheems / exotisch uitheems
    giftig / eetbaar ongiftig onschadelijk
    kalkrijk kalkhoudend / zuur kalkarm
    bloeit / uitgebloeid verdord verwelkt
    levend leeft gezond / verdord dood afgestorven doodgegaan
    kamerplant / tuinplant buitenplant
    rijp / onrijp
    doorlatend / kleigrond
    vegetarisch vegetarier veganistisch vegan / spek ham kippensoep gehakt worst spekjes rundvlees
    vegetarisch vegetarier veganistisch vegan / varkensvlees biefstuk kipfilet zalm tonijn garnalen
    vegetarisch vegetarier veganistisch vegan / gelatine ansjovis vleesgerecht bacon lamsvlees
    veganistisch veganist vegan / kaas eieren melk boter honing roomboter room zuivel
    rauw / gekookt gestoomd gestoofd gefrituurd geroosterd gegrild gebraden
    hartig / zoet
    pittig scherp / mild milde
    vers / ingevroren diepvries gedroogd conserven
    bruisend bruisende koolzuurhoudend / plat koolzuurvrij
    volkoren volkorenbrood / wit witbrood
    glutenvrij / gluten tarwe tarwemeel
    lactosevrij / lactose melk
    suikervrij ongezoet / suiker gezoet gesuikerd
    alcoholvrij / alcohol alcoholisch
    cafeinevrij decaf / cafeine
    rookvrij / roken rookruimte rookzone
    notenvrij / noten pinda's
    autovrij / autoverkeer
    halal koosjer / varkensvlees
    gerookt gerookte / rauw verse
    zachtgekookt / hardgekookt
    doorbakken / rood rose medium saignant
    warm opgewarmd lauw / koud koude ijskoud gekoeld
    afhalen / bezorging bezorgen thuisbezorgd
    zelfgebakken zelfgemaakt huisgemaakt / kant-en-klaar gekocht
    kraanwater / flessenwater
    houdbaar / bederfelijk bedorven
    droog / zoet
    linksbenig / rechtsbenig
    nuchter nuchtere / maaltijd maaltijden avondeten ontbijt
    besmettelijk / ongevaarlijk onschuldig
    allergisch allergie overgevoelig intolerant intolerantie / verdraagt
    goedaardig / kwaadaardig
    chronisch / acuut voorbijgaand
    bijziend / verziend
    wakker / slaapt slapend
    verhoogd / verlaagd
    borstvoeding / flesvoeding kunstvoeding
    thuis thuisbevalling / ziekenhuis ziekenhuisbevalling
    opgenomen / ontslagen
    slank mager magere / dik gezet
    krullend krullen krulhaar / steil sluik
    ingeent gevaccineerd / ongevaccineerd ongevaccineerde
    recept receptplichtig / receptvrij
    vergoed vergoedt vergoeding / onvergoed
    verslaafd / afgekickt clean
    geheelonthouder / alcoholist
    hersteld genezen / ziek
    vruchtbaar / onvruchtbaar steriel
    nachtmens avondmens nachtuil nachtbraker / ochtendmens
    langslaper uitslaper / ochtendmens vroege
    vroege vroegdienst / late latedienst
    gebroken / gekneusd verstuikt
    operatief / conservatief
    single vrijgezel alleenstaand / relatie verkering vriendin vriend partner
    geadopteerd adoptie / biologisch
    eeneiig / twee-eiig tweeeiig
    thuiswonend thuiswonende / uitwonend uitwonende
    verloofd / vrijgezel single
    gescheiden / samen getrouwd
    gelovig / ongelovig atheist atheistisch
    uitgenodigd / ongenodigd
    eenhoofdig / gezamenlijk
    geslaagd / gezakt
    overgegaan bevorderd / gedoubleerd blijven zittenblijven
    klassikaal / individueel
    openboek / geslotenboek
    thuis / uit
    basisspeler / wisselspeler reserve reservebank
    geblesseerd geschorst / speelklaar inzetbaar fit
    amateur / prof professional beroepsspeler
    recreatief / competitief wedstrijdverband
    wint winnaar overwinning / verloren verliest nederlaag gelijkspel
    promoveert promotie / degradeert degradatie
    kunstgras / natuurgras
    gemengd / gescheiden
    inloop inloopspreekuur inloopuur / afspraak
    vrij / gereserveerd genummerd
    zitplaats zittend zittende / staanplaats staand staande
    lid lidmaatschap / opgezegd exlid oud-lid nietlid
    aangemeld / geroyeerd uitgeschreven
    afgelast gecanceld / doorgegaan doorgaat gaat
    verplaatst / vervalt
    bruto / netto
    inclusief inbegrepen incl / exclusief excl bijbetalen
    vast / variabel
    belastingvrij btw-vrij onbelast / belast
    voorgeschoten / terugbetaald
    afgelost afbetaald voldaan betaald / open openstaand openstaande verschuldigd schuldig openstaat
    kwijtgescholden / verschuldigd
    verhoogd verhoging gestegen duurder / verlaagd verlaging gedaald goedkoper
    zakelijk / prive particulier particuliere
    termijnen gespreid / ineens eenmalig
    geleend leenauto / geschonken gekregen
    geleend gehuurd geleaset / gekocht gekochte aangeschaft
    contant / pinnen pinbetaling overgemaakt overboeking
    debet / credit
    roodstand / positief
    overschot / tekort
    winst winstgevende / verlies verlieslatende
    nieuw splinternieuw / tweedehands gebruikt gebruikte occasion
    verkocht / behouden
    termijnbetaling / vooruitbetaling
    aftrekbaar / nietaftrekbaar
    gefactureerd / ongefactureerd
    gesubsidieerd / ongesubsidieerd
    aflossingsvrij / aflossend annuitair lineair
    hoofdhuurder / onderhuurder
    rechtsgeldig / nietig ongeldig vernietigd
    veroordeeld / vrijgesproken
    schuldig / vrijgesproken
    huwelijkse / gemeenschap
    erfpacht / eigen eigengrond
    tijdelijk / vast
    verlengd verlenging / opgezegd opzegging beeindigd afgelopen
    vergund vergunningplichtig / vergunningvrij vergunningsvrij
    onterfd / erfgenaam
    toegewezen gegund / afgewezen
    invoering ingevoerd gehandhaafd / afgeschaft geschrapt opgeheven
    toestemming toegestaan / verbod verboden
    gratie / veroordeeld
    rechtstreeks direct nonstop non-stop / overstap tussenstop
    raamplaats raam raamkant / gangpad gangpadkant gangplaats
    enkeltje / retour retourtje retourticket
    eersteklas / tweedeklas
    visumvrij / visumplichtig visum
    gemotoriseerde / ongemotoriseerd
    gecharterd / lijnvlucht
    tolvrij / tol tolweg
    leaseauto leasefiets / gekocht koopauto
    rijdt rijdend / stilstaat stilstaand
    zelfstandig / begeleid
    vertraging vertraagd / stipt punctueel
    links linkerbaan / rechts rechterbaan
    zeezicht / tuinzicht bergzicht straatzicht
    handbagage / ruimbagage
    noord noordelijk / zuid zuidelijk
    oost oostelijk / west westelijk
    noordkant noordzijde noordoever / zuidkant zuidzijde zuidoever
    oostkant oostzijde oostoever / westkant westzijde westoever
    linkeroever / rechteroever
    stroomopwaarts / stroomafwaarts
    dichtbij vlakbij nabij / veraf
    platteland / stad
    berijdbaar / onberijdbaar afgesloten
    bergop / bergaf
    windstil / winderig stormachtig
    zacht / streng
    dooi / vorst vriest
    remote thuiswerk afstand / kantoor vestiging
    loondienst / zelfstandig zzp freelance
    vrijwillig vrijwilligerswerk onbetaald / betaald beroepskracht
    werkzaam aangenomen / ontslagen werkloos gepensioneerd
    uitbesteed uitbesteden uitbesteding / inhouse eigen
    interim / vast
    bezet ingevuld vervuld / vacant openstaand
    geschorst / aangebleven
    leidinggevend / uitvoerend
    geschoold / ongeschoold
    ervaren / onervaren beginnend
    aanblijft aangebleven / opstapt
    geopend / gesloten dicht
    vervroegd / verlaat uitgesteld
    eenmalig / herhalend wekelijks maandelijks jaarlijks
    continu doorlopend onafgebroken permanent / onderbroken incidenteel sporadisch
    vaak regelmatig dikwijls / zelden sporadisch
    voortdurend constant / incidenteel sporadisch zelden
    dagelijks / zelden sporadisch nooit
    toekomstige / vroegere
    verstelbaar / vast
    gesteriliseerd gecastreerd / vruchtbaar ongecastreerd ongesteriliseerd
    tam / schuw wild
    aangelijnd / loslopend los losloopt
    sociaal lief braaf / agressief bijt
    raszuiver rashond stamboom / kruising bastaard vuilnisbakkie
    langharig / kortharig
    nachtdier / dagdier
    drachtig / gust
    zoetwater / zoutwater
    binnenkat huiskat / buitenkat zwerfkat zwerft
    trekvogel / standvogel
    blij vrolijk opgewekt / verdrietig somber boos chagrijnig
    kalm rustig ontspannen / nerveus gespannen zenuwachtig gestrest onrustig
    enthousiast / sceptisch afwijzend
    introvert / extravert
    verlegen / spontaan
    durft dapper / bang angst doodsbang
    vertrouwt / wantrouwt
    lui / ijverig
    slordig / netjes nette
    voorstander / tegenstander
    vriendelijk / onvriendelijk
    optimist / pessimist
    heerlijk smakelijk / vies walgelijk smerig
    saai / spannend spannende boeiend
    mooi prachtig / lelijk
    interessant / saai
    toegankelijk / besloten
    gratis / entreegeld toegangsprijs kaartverkoop
    gereserveerd / vrij
    reserveren / binnenlopen inlopen
    rolstoeltoegankelijk rolstoelvriendelijk / trappen drempels
    huisdiervrij / huisdieren
    nuchter / dronken aangeschoten
    getrouwd / weduwe weduwnaar
    ochtenddienst vroegedienst / nachtdienst
    voltallig / onvoltallig incompleet
    strafbaar / straffeloos
    verjaard / strafbaar
    bewaard / vernietigd versnipperd
    bijverzekerd / onverzekerd
    ingeleverd teruggebracht / uitgeleend
    uitgeleend / beschikbaar aanwezig
    bewolkt / onbewolkt strakblauw
    laagwater eb / hoogwater vloed
    opkomend / afgaand
    stadsverwarming / gasketel
    gasloos gasvrij / gasaansluiting gasfornuis gasketel
    aardgasvrij / gasaansluiting aardgas
    afgekoppeld / aangesloten
    vaatwasserbestendig / handwas
    machinewasbaar / handwas stomerij
    waterdicht / lek
    vrijlopend / opgesloten
    alleenstaand / samenwonend
    gevlochten / los
    opgemaakt / onopgemaakt
    hoofdgebouw / bijgebouw
    brandend / gedoofd
    voorlopige / definitieve
    concept / definitief eindversie
    gedempt gedempte / fel
    gesubsidieerde / commerciele
    zittend / staand
    inwonend inwonende / uitwonend
"""
