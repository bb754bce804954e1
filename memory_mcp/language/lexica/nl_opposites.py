"""Dutch words that exclude each other: of software and work, and of anything."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica.nl_opposites_of_life import OF_LIFE

# Each of these is denied by on- before it: veilig, onveilig.
_WITH_ON: Final = """
    veilig geldig stabiel betrouwbaar bereikbaar beschikbaar getrouwd gehuwd betaald versleuteld ondertekend gezond
    bekend juist nodig tevreden betaalbaar reproduceerbaar afhankelijk beperkt verzekerd gevaccineerd verhard
    gemeubileerd geschikt gecomprimeerd getest gesorteerd geverifieerd geregistreerd leesbaar toegankelijk bemand
    geisoleerd eindig zichtbaar volledig voltooid afgerond mogelijk haalbaar waar gelijk vriendelijk gekoeld
    bewoond rustig duidelijk geldend gewenst bevoegd verlicht verdoofd gelezen gelimiteerd gecastreerd gecachet
    gestructureerd getekend behandeld gefilterd begrensd ingevuld gebruikt bruikbaar rendabel partijdig
    gemotoriseerd begaanbaar bevestigd beheerd gevoelig gewijzigd veranderlijk herstelbaar herroepbaar eetbaar
    drinkbaar eerlijk regelmatig bewaakt bebouwd gezouten gekookt gezoet gebleekt gelakt geverfd gedekt gerepareerd
    gestraft verstandig aangekondigd belast gebonden gehinderd wijzigbaar diep deelbaar schadelijk gewapend even
    logisch aangenaam beantwoord beschadigd beschermd bestemd beslist beveiligd bewust comfortabel deugdelijk
    ervaren evenwichtig gecodeerd gecensureerd gedeeld gedocumenteerd geduldig geopend georganiseerd geinteresseerd
    gelovig gelukkig gemerkt gemotiveerd geoefend geordend gepubliceerd gepind geraffineerd geregeld geschoold
    gesigneerd gesloten gestoord getypeerd gevraagd geindexeerd geinitialiseerd geautoriseerd geauthenticeerd
    geoptimaliseerd gevalideerd gesynchroniseerd geversioneerd gechipt gewassen gebroken geventileerd grondwettig
    handig herkenbaar herhaalbaar houdbaar inbaar interessant kenbaar kundig leefbaar leverbaar meetbaar omkeerbaar
    persoonlijk prettig realistisch rechtmatig rechtvaardig redelijk rijp scherp schuldig sportief sterfelijk
    symmetrisch toegestaan toerekenbaar trouw uitvoerbaar verantwoord verbeterlijk verdeeld verdiend verenigbaar
    vergeeflijk verkoopbaar verkrijgbaar vermijdelijk verplicht verstoord vervangbaar vervuld verwacht verwarmd
    voorspelbaar voorzichtig vruchtbaar weerlegbaar wenselijk werkbaar wettig wijs zelfstandig zindelijk zorgvuldig
    zuiver verhuurd opgelost opgemerkt verkocht verdraaglijk bespoten besmettelijk erkend gekruid gesubsidieerd
    gezuiverd gerijpt gepasteuriseerd
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
_PAIRS: Final = """
    ingeschakeld ingeschakelde geactiveerd actief aangezet aan / uitgeschakeld uitgeschakelde gedeactiveerd
    ingeschakeld ingeschakelde geactiveerd actief aangezet aan / inactief uitgezet uit
    altijd steeds immer / nooit zelden
    synchroon / asynchroon async
    openbaar publiek / prive priverepo besloten geheim vertrouwelijk
    verplicht verplichting vereist noodzakelijk / optioneel vrijwillig facultatief vrijblijvend
    toegestaan toegelaten geoorloofd welkom / verboden verbod rookverbod parkeerverbod
    toegestaan toegelaten geoorloofd welkom / stookverbod verbiedt verbieden taboe ongewenst
    open / gesloten dicht dichtgedaan afgesloten
    open openstaand openstaande / afgerond afgehandeld afgesloten opgelost gereed klaar
    dol gek houdt verzot fan liefhebber / haat hekel haten verafschuwt
    automatisch vanzelf geautomatiseerd / handmatig manueel
    automaat / handgeschakeld handgeschakelde schakelbak
    voor voordat alvorens vooraf vantevoren / na nadat achteraf naderhand
    veilig / onveilig gevaarlijk riskant
    snel vlot / langzaam traag sloom
    stijgt stijgende gestegen toegenomen groeit hoger / daalt dalende afgenomen krimpt lager
    oplopend oplopende stijgend / aflopend aflopende dalend
    lokaal / extern externe
    intern inpandig / extern externe
    getrouwd gehuwd / ongetrouwd ongehuwd gescheiden vrijgezel alleenstaand weduwe weduwnaar
    samenwonend / gescheiden apart alleen
    gratis kosteloos / betaald betaalde kost
    betaald betaalde voldaan afbetaald / onbetaald onbetaalde openstaand openstaande
    huur huurwoning huurhuis huurappartement huurauto / koop koopwoning koophuis gekocht eigendom koopappartement
    bewoond bezet verhuurd bezette / leeg leegstaand leegstaande onbewoond vrij
    vol gevuld volgeboekt uitverkocht / leeg
    uitverkocht / leverbaar verkrijgbaar voorradig
    volgeboekt bezet / vrij beschikbaar
    beschikbaar bereikbaar / onbeschikbaar onbereikbaar afwezig offline plat
    online / offline
    aanwezig / afwezig absent
    bestaat bestaan aanwezig / verwijderd weggehaald opgeheven afgeschaft
    kapot kapotte stuk defect gebroken / gerepareerd werkend werkende werkt intact functioneert
    werkt functioneert draait lukt / hapert mislukt faalt stuk crasht falen vastloopt plat weigert
    lukt slaagt succesvol / mislukt faalt falen gezakt
    stabiel betrouwbaar / instabiel onstabiel onbetrouwbaar wankel wisselvallig
    ondersteund ondersteunde / verouderd uitgefaseerd afgeschreven
    blokkerend blokkerende / nietblokkerend
    streng strikt / soepel tolerant mild milde versoepeld
    hoofdlettergevoelig gevoelig / hoofdletterongevoelig ongevoelig
    toelaten toestaan toestaat accepteert aanvaard goedgekeurd / weigert geweigerd afgewezen
    toelaten toestaan toestaat accepteert aanvaard goedgekeurd / wijst afgekeurd verworpen geblokkeerd
    donker donkere / licht
    goedkoop voordelig / duur duurder prijzig
    luid luide luidruchtig lawaaierig lawaaiig rumoerig / stil rustig rustige geruisloos
    druk / rustig rustige
    gezond fit hersteld genezen / ziek ongezond ongezonde
    zwanger zwangere / bevallen
    levend levende leeft / dood overleden gestorven overleed doodgegaan
    vroeg vroegtijdig / laat late
    tijdig stipt punctueel / telaat vertraagd
    boven bovenaan bovenin bovenverdieping / onderaan onderin beneden
    links linksaf linkerkant linkerzijde / rechts rechtsaf rechterkant rechterzijde
    linkshandig / rechtshandig
    binnen binnenshuis binnenkat binnenspeler overdekt binnenbad / buiten buitenshuis buitenkat buitenlucht buitenbad
    droog / nat vochtig
    fulltime voltijd fulltimebaan / parttime deeltijd halftime parttimebaan
    vast vastgezet / flexibel variabel tijdelijk tijdelijke
    tijdelijk tijdelijke voorlopig / permanent definitief blijvend blijvende
    vegetarisch vegetarier veganist veganistisch vegan / vlees vleeseter vleesetend
    zoet / zuur hartig bitter zout
    warm / koud koude ijskoud koel ongekoeld
    breed brede / smal
    dik / dun
    lang / kort korter
    minimaal minimum minstens ondergrens / maximaal maximum hoogstens bovengrens
    enkel eenmalig / meerdere meervoudig herhaald herhaaldelijk terugkerend terugkerende
    eenrichtingsverkeer eenrichting / tweerichtingsverkeer
    eenpersoons eenpersoonsbed eenpersoonskamer / tweepersoons tweepersoonsbed tweepersoonskamer
    gescheiden apart afzonderlijk / gezamenlijk gezamenlijke gedeeld gedeelde gecombineerd
    gedeeld gedeelde / exclusief
    individueel / gezamenlijk gezamenlijke groepsgewijs
    centraal / decentraal gedistribueerd
    monoliet monolithisch / microservices microservice
    statisch / dynamisch
    muteerbaar wijzigbaar aanpasbaar schrijfbaar / onveranderlijk alleenlezen onwijzigbaar
    compleet volledig voltooid / incompleet onvolledig onvoltooid gedeeltelijk
    klaar gereed afgerond afgeronde voltooid / onaf onafgerond onvoltooid
    juist correct klopt / onjuist incorrect fout verkeerd
    gelijk hetzelfde identiek / verschillend anders ongelijk
    mogelijk haalbaar / onmogelijk onhaalbaar uitgesloten
    tevreden blij / ontevreden teleurgesteld ontstemd
    akkoord voorstander / oneens tegenstander
    makkelijk gemakkelijk eenvoudig simpel / moeilijk lastig ingewikkeld ingewikkelde complex
    sterk / zwak
    schoon / vies vuil smerig
    legaal / illegaal
    compatibel / incompatibel
    beperkt gelimiteerd / onbeperkt ongelimiteerd ongelimiteerde
    gekookt gebakken gaar / rauw
    opgeslagen bewaard behouden behoudt / gewist verwijdert weggegooid weggooit gooit
    toegevoegd / verwijderd
    aangemeld ingelogd ingeschreven / afgemeld uitgelogd uitgeschreven anoniem
    gemerged samengevoegd / gesplitst opgesplitst
    hardgecodeerd / configureerbaar instelbaar
    parallel gelijktijdig / sequentieel serieel achtereenvolgens
    bedraad bekabeld / draadloos wifi
    schriftelijk / mondeling
    contant / pin giraal
    thuis / kantoor
    fysiek / online digitaal virtueel
    rookvrij / roken
    meerderjarig volwassen volwassene / minderjarig
    enkelzijdig / dubbelzijdig
    stopt opgezegd beeindigd / doorgaat verlengd voortgezet
    bevestigd / geannuleerd afgezegd gecanceld ontkracht
    uitgesteld / vervroegd
    positief / negatief
    zinvol nuttig / zinloos nutteloos
    ontdooid / bevroren ingevroren diepgevroren
    geladen opgeladen / ontladen leeg
    vastgemaakt vergrendeld / ontgrendeld
    hard harde / zacht
    goed goede / slecht
    vast vastzittend / los
    gescheiden / samenwonend
    allergisch allergie / verdraagt
    rechtstreeks direct / indirect
    rookt / nietroker rookvrij
    analoog papieren papier / digitaal
    verhard bestraat / zandpad
    zichtbaar getoond / verborgen verstopt
    koud / verwarmd
    hoog / laag
    versleuteld versleuteling / platte leesbaar
    gemeubileerd gestoffeerd / kaal
    geldig / verlopen vervallen
    aangenomen / afgewezen ontslagen
    stabiel betrouwbaar / flaky
    lawaai lawaaierig / muisstil doodstil geluidloos geluidsarm
    lek lekkage / waterdicht verholpen gerepareerd
    defect storing / verholpen gerepareerd hersteld
    rechtstreeks nonstop / tussenstop overstap
    singleplayer / multiplayer
    zwart / wit
    toegekend goedgekeurd verleend / afgewezen geweigerd
    geboekt gereserveerd bezet / vrij beschikbaar
    pittig gekruid / mild flauw
    online digitaal / locatie klassikaal
    afstand thuis / kantoor
    doof slechthorend / hoort
    blind / ziend
    gepensioneerd / werkzaam
    verdund / onverdund puur
    gevuld / leeg
    ruim / krap
    gesloopt afgebroken / behouden gerestaureerd
    gestreken / gekreukt
    zonnig / bewolkt regenachtig
    ingepakt / uitgepakt
    winst / verlies
    winstgevend / verlieslatend verliesgevend
    stijging groei toename / daling krimp afname
    voorwaarts / achterwaarts
    gepland / ongepland spontaan
    vooruitbetaald prepaid / achteraf
    opgeruimd netjes / rommelig
    vers / bedorven diepvries
    biologisch / gangbaar
    fysiek / virtueel digitaal
    gecertificeerd / ongecertificeerd
    verouderd gedateerd / actueel bijgewerkt
    zelfgemaakt / gekocht
    aangesloten verbonden / afgesloten losgekoppeld
    gedeeld / prive
    meegerekend inbegrepen inclusief / exclusief
    afgehaald / bezorgd
    ochtenddienst / avonddienst
    dagdienst / nachtdienst
    eenmalig / maandelijks jaarlijks
    oudste / jongste
    nieuw gloednieuw / oud tweedehands
    jong / oud bejaard
    eerste / laatste
    linker / rechter
    bovenste / onderste
    ingetrokken teruggetrokken / beschikbaar geldig
    contant cash muntgeld munten / pinpas
    staatloos toestandsloos stateless / stateful
    signed / unsigned
    incrementeel differentieel / volledig
    geordend gesorteerd oplopend aflopend oplopende opeenvolgend opeenvolgende / willekeurig random
    mutable wijzigbaar bewerkbaar / immutable onveranderbaar
    unidirectioneel / bidirectioneel
    client-side clientside / server-side serverside
    open opensource open-source / proprietair closed-source commercieel
    ingebouwd ingebouwde geintegreerd embedded / extern losstaand los
    gecomprimeerd gezipt / ruw raw
    verliesloos lossless / lossy
    eager / lazy
    opt-in / opt-out
    verbose uitgebreid uitgebreide / quiet beknopt summier
    deterministisch voorspelbaar / willekeurig nietdeterministisch onvoorspelbaar
    vluchtig ephemeral tijdelijk / persistent duurzaam
    gecachet / vers
    actueel bijgewerkt up-to-date geactualiseerd / achterhaald achterhaalde gedateerd verouderd
    gepagineerd / ineens
    pollt polling / webhook
    blokkeert weigert tegengehouden tegenhoudt / doorlaat doorgelaten
    blokkeert weigert vervalt afgelast geannuleerd afgezegd / doorgelaten
    singlethreaded single-threaded / multithreaded multi-threaded
    single-tenant singletenant / multi-tenant multitenant
    relationeel / documentdatabase nosql
    headless / grafisch
    commandoregel opdrachtregel terminal / grafisch
    interactief / onbeheerd batch
    realtime real-time live / batch batchgewijs nachtelijks
    zelfgehost self-hosted selfhosted on-premise on-premises / cloud saas managed
    rootless / root
    alleen-lezen leesrechten read-only readonly leestoegang / schrijfrechten schrijftoegang schrijfbaar
    whitelist allowlist / blacklist denylist
    monorepo / multirepo polyrepo
    hoofdletters uppercase / lowercase onderkast
    gehasht gehashte / plaintext platte leesbaar onversleuteld
    gefaseerd geleidelijk stapsgewijs / ineens big-bang
    onmiddellijk meteen direct / vertraagd uitgesteld gefaseerd
    proactief / reactief
    gecompileerd / geinterpreteerd
    teruggedraaid rollback / uitgerold live
    gekoppeld verbonden / losgekoppeld ontkoppeld
    gepind vastgepind / zwevend zwevende
    native / geemuleerd gevirtualiseerd
    meertalig tweetalig / eentalig
    verticaal / horizontaal
    staand staande / liggend liggende hangend hangende
    absoluut / relatief
    numeriek / alfabetisch alfanumeriek
    alfabetisch / chronologisch
    bindend bindende / vrijblijvend indicatief
    optimistisch / pessimistisch
    openbaar publiek / intern
    big-endian / little-endian
    vooraf / achteraf naderhand
    overgeslagen negeert / verwerkt meegenomen ingelezen gehonoreerd respecteert
    afgebroken / voltooid afgerond
    goedgekeurd geaccepteerd / afgekeurd verworpen
    open heropend / gesloten afgesloten opgelost afgehandeld
    bevroren geblokkeerd / vrijgegeven
    teruggetrokken / uitgebracht gepubliceerd vrijgegeven
    uitgebracht verschenen / uitgesteld ingetrokken
    modulair / monolithisch
    getypeerd / ongetypeerd untyped
    gevirtualiseerd virtueel / baremetal bare-metal fysiek
    gededupliceerd / dubbel
    gedeeld / eigen dedicated
    afgedwongen dwingend / vrijwillig optioneel
    zichtbaar getoond / verborgen verstopt afgeschermd
    toegankelijk / afgeschermd afgesloten
    retroactief / voortaan
    versneld / vertraagd
    vergroot uitgebreid uitgebouwd / verkleind ingekrompen
    verlengd / verkort ingekort
    verbeterd / verslechterd verergerd
    verschenen verschijnt / verdwenen verdwijnt
    gevonden teruggevonden / kwijt vermist
    vermeld genoemd / weggelaten geschrapt
    opgebouwd / afgebroken
    aangekomen gearriveerd / onderweg vertrokken
    geschikt geschikte / ongeschikt
    erkend erkende / onerkend
    onderhouden / verwaarloosd
    bewezen aangetoond / weerlegd
    bevestigt / ontkent weerlegd
    origineel authentiek / namaak replica vervalst
    ontgrendeld / vergrendeld
    samengevoegd / gesplitst
    beladen / leeg
    verdeeld / eensgezind unaniem
    unaniem / meerderheid
    succes succesvol geslaagd / mislukt mislukking fiasco
    snelste / langzaamste traagste
    hoogste / laagste
    grootste / kleinste
    duurste / goedkoopste
    langste / kortste
    beste / slechtste
    kamertemperatuur / koelkast gekoeld
    ingelogd aangemelde / anoniem uitgelogd
    geforceerd / vrijwillig
    eenvoudig simpel / ingewikkeld complex
    leesbaar / geminified geobfusceerd
    gebatcht / losse afzonderlijk
    afgeleid afgeleide / oorspronkelijk
    begrensd gelimiteerd / ongelimiteerd onbegrensd
    unidirectionele eenzijdig / wederzijds tweezijdig
    getagd / ongetagd
    opgeschoond / vervuild
    gebundeld / losse afzonderlijk
    draait / gestopt stilgelegd uitgezet
    actief / passief slapend gepauzeerd
    gestart / gestopt
    hervat / gepauzeerd gestaakt onderbroken
    hersteld / beschadigd corrupt
    schaalbaar / onschaalbaar
    bijgehouden / verwaarloosd
    geblokkeerd / toegelaten toegestaan
    opgelost verholpen gefixt / openstaand
    gereproduceerd / onreproduceerbaar
    bestaand / ontbrekend
    gratis kosteloos / betaald betaalpagina abonnement
    vooruit / achteruit
    gepureerd / stukjes
"""
OPPOSITES: Final = _PAIRS + OF_LIFE + "\n".join(f"{word} / on{word}" for word in _WITH_ON.split())
