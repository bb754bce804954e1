"""Classes of Dutch words: of a thing one holds, or they narrow what is said; and words that exclude each other."""

from __future__ import annotations

from typing import Final

# A line is a class of which a thing has one member at a time; forms of one member are joined by |.
VALUES: Final = """
    getrouwd|gehuwd gescheiden ongetrouwd|ongehuwd|vrijgezel|alleenstaand|single verloofd weduwe|weduwnaar \
        samenwonend
    diesel benzine|benzineauto elektrisch|elektrische hybride|hybrid lpg|autogas waterstof aardgas|cng
    houten|hout|eikenhout|eikenhouten|grenenhout|hardhout|hardhouten kunststof|plastic \
        stenen|steen|baksteen|bakstenen betonnen|beton aluminium stalen|staal|rvs \
        ijzeren|ijzer|gietijzer|gietijzeren marmeren|marmer rieten|riet lederen zinken|zink koperen|koper glazen \
        keramisch|porselein|porseleinen karton|kartonnen
    eikenhout|hout|houten laminaat parket|parketvloer vinyl|pvc tapijt|vloerbedekking tegelvloer|plavuizen|tegels \
        leisteen|natuursteen|steen|stenen linoleum gietvloer|betonvloer
    inductie|inductiekookplaat gas|gasfornuis|gaskookplaat keramisch|keramische
    warmtepomp cv-ketel|gasketel stadsverwarming|stadswarmte pelletkachel|houtkachel oliekachel
    junior medior senior stagiair|stagiaire
    vmbo|mavo havo vwo|gymnasium|atheneum mbo hbo
    loondienst freelance|freelancer|zzp|zzp'er|zzper vrijwilliger|vrijwilligster uitzendkracht|gedetacheerd
    fulltime|voltijd|voltijds parttime|deeltijd|deeltijds halftime|halftijds oproepkracht
    vegetarisch|vegetarier|vegetarische veganistisch|veganist|vegan|veganiste omnivoor|vleeseter|alleseter \
        pescotarier
    katholiek|katholieke protestant|protestants|protestantse islamitisch|moslim joods|joodse atheist|ongelovig
    reu teef|teefje
    kater kattin|poesje
    hengst merrie ruin
    rijtjeshuis|rijwoning|tussenwoning hoekwoning|hoekhuis vrijstaand|vrijstaande appartement|flat bungalow villa
    incasso acceptgiro contant tikkie ideal creditcard
    debug info warning|warn
    tcp udp
    utf-8|utf8 latin-1|latin1|iso-8859-1 utf-16|utf16 ascii windows-1252
    utc|gmt cet|cest
    bcrypt argon2|argon2id scrypt pbkdf2 md5 sha-1|sha1 sha-256|sha256
    gzip zstd|zstandard brotli lz4 snappy bzip2 xz
    mit-licentie|mit apache-licentie gpl|gplv2|gplv3 agpl|agplv3 bsd mpl proprietair|proprietaire
    native webapp|pwa
    tabs spaties
    camelcase snakecase|snake_case kebabcase|kebab-case pascalcase
    squash rebase merge-commit
    havermelk koemelk|melk sojamelk amandelmelk geitenmelk
    gewonnen verloren gelijkgespeeld|gelijkspel
    concept|draft gepubliceerd|gepubliceerde gearchiveerd|gearchiveerde
    voldoende onvoldoende
"""
# A line is a class whose members narrow what is said: with two of them two notes speak of two things.
NARROWING: Final = """
    macos|mac|macbook|osx linux|ubuntu|debian windows ios|iphone|ipad android
    lente|voorjaar zomer|zomers|zomervakantie herfst|najaar|herfstvakantie winter|winters|kerstvakantie
    nederlands|nederlandse|nederlandstalige duits|duitse|duitstalige frans|franse|franstalige \
        engels|engelse|engelstalige spaans|spaanse italiaans|italiaanse pools|poolse turks|turkse arabisch|arabische \
        portugees|portugese fries|friese
    chrome|chromium firefox safari edge opera
    productie|productieomgeving|prod|live staging|stagingomgeving acceptatie|acceptatieomgeving|acc \
        test|testomgeving
    ontwikkeling|ontwikkelomgeving|development|dev|lokaal|laptop|machine ci|pipeline|buildserver productie|prod \
        staging acceptatie
    werkdagen|doordeweeks|werkdag|doordeweekse weekend|weekends|weekenden|weekeinde feestdagen|feestdag|kerst \
        vakantie
    schooldag|schooldagen|schoolweek vakantiedag|vakantiedagen|schoolvakantie|vakanties|vakantie|vakantietijd
    keuken badkamer woonkamer|huiskamer slaapkamer kinderkamer werkkamer logeerkamer gang|hal toilet|wc zolder \
        kelder begane|parterre verdieping bijkeuken garage schuur|schuurtje berging tuin|achtertuin|voortuin balkon \
        terras dak oprit kas serre carport kantine kleedkamer sporthal|gymzaal vergaderzaal kantoor werkplaats \
        magazijn bar galerij
    muur|muren|wand|wanden plafond|plafonds vloer|vloeren deur|deuren raam|ramen|kozijnen trap dak|daken dakgoot
    voordeur achterdeur keukendeur garagedeur schuurdeur balkondeur tussendeur schuifdeur poort
    voortuin achtertuin zijtuin moestuin
    vader|papa|pa|vaders moeder|mama|ma|moeders broer|broertje zus|zusje|zussen zoon|zoontje dochter|dochtertje
    opa|grootvader oma|grootmoeder oom tante neef|neefje nicht|nichtje schoonvader schoonmoeder schoonzus zwager
    man|echtgenoot vrouw vriend vriendin ex buurman buurvrouw buurmeisje buurjongen
    junioren|junior|jeugdleden senioren|senior|seniorleden pupillen aspiranten studenten|student \
        veteranen|recreanten
    hond|honden|puppy kat|katten|poes|poezen|kitten konijn|konijnen cavia|cavia's paard|paarden|pony kip|kippen \
        vis|vissen
    oudste middelste jongste
    oude|oud nieuwe|nieuw
    eerste tweede derde vierde vijfde zesde zevende achtste laatste
    linker|linkerdeur|linkse|linkerbeen|linkeroog rechter|rechterdeur|rechtse|rechterbeen|rechteroog
    voorste|voorwiel|voorband|voorlicht|voorrem achterste|achterwiel|achterband|achterlicht|achterrem
    bovenste|boven|bovenverdieping onderste|onder|beneden middelste kelderverdieping
    frontend|front-end|ui backend|back-end database|databank|db infra|infrastructuur app|mobiel|mobiele
    client|clients|browser server|servers
    gebruiker|gebruikers|klant|klanten beheerder|beheerders|admin|admins medewerker|medewerkers|personeel \
        gast|gasten
    bezoeker|bezoekers lid|leden bestuur|bestuursleden vrijwilligers|vrijwilliger trainer|trainers leerlingen
    verkoop|sales inkoop marketing boekhouding|financien|administratie hr|personeelszaken it|ict support juridisch
    directie magazijn|logistiek productie receptie klantenservice|helpdesk ontwikkeling onderzoek|research
    geheugen|ram|geheugenlimiet cpu|processor|cpu-limiet schijf|schijfruimte|disk gpu|videokaart netwerk|bandbreedte
    lengte|lang|lange breedte|breed|brede hoogte|hoog|hoge diepte|diep|diepe gewicht|weegt|zwaar oppervlakte \
        dikte|dik
    connect|verbinding|verbindingstimeout read|lezen|leestimeout write|schrijven|schrijftimeout idle|inactiviteit
    upload|uploads|uploaden download|downloads|downloaden
    import|importeren|imports export|exporteren|exports
    gratis|free basis|basic pro|premium|plus zakelijk|business|enterprise|bedrijven particulier|prive
    regen|regent|regenachtig|nat droog|droogte|zon|zonnig sneeuw|sneeuwt vorst|vriest|gladheid storm|wind|windkracht \
        hitte
    huur|huurprijs|kale borg|waarborgsom|statiegeld servicekosten|nutskosten|stookkosten|gwl parkeerkosten|parkeren
    gas|gasrekening water|waterrekening stroom|elektra|elektriciteit|licht internet|glasvezel telefoon|mobiel
    inschrijfgeld contributie|lidgeld lesgeld boete|boetes donatie toeslag kosten|tarief korting
    inclusief|incl exclusief|excl
    heenreis|heenweg|heenvlucht|heen terugreis|terugweg|terugvlucht|terug
    aankomst|aankomen|arriveert|landt|landen vertrek|vertrekken|vertrekt|stijgt
    inchecken|incheck|check-in uitchecken|uitcheck|check-out
    opent|openen|openingstijd|opening sluit|sluiten|sluitingstijd|sluiting
    begint|start|aanvang|begin|beginnen eindigt|einde|eind|stopt|afgelopen|eindigen
    vooraan|voorin|voorop achteraan|achterin|achterop
    bruto netto
    zwemles|zwemmen|zwemt voetbal|voetbalt|voetballen hockey|hockeyt tennis|tennist turnen|turnt judo \
        muziekles|pianoles
    ontbijt|ontbijten|ontbijtje lunch|lunchen|middageten|lunchpauze diner|avondeten|dineren borrel tussendoortje
    koffie thee melk water wijn bier frisdrank|cola sap
    fiets|fietst|fietsen|e-bike|bakfiets auto|auto's|rijdt|wagen bus|bussen trein|treinen tram metro \
        vliegtuig|vliegt boot
    motor|motorfiets scooter|brommer camper caravan busje|bestelbus step|vrachtwagen te-voet|lopend|loopt|wandelt
    banden|band remmen|rem|remblokken ketting accu|batterij motor versnelling|versnellingen \
        verlichting|lampen|koplamp
    olie koelvloeistof remvloeistof ruitenwissers uitlaat koppeling distributieriem|riem bougies airco
    bloeddruk bloedsuiker|suiker|glucose cholesterol hartslag|pols gewicht temperatuur|koorts hemoglobine vitamine
    huisarts tandarts fysio|fysiotherapeut kinderarts oogarts|opticien dierenarts specialist apotheek|apotheker
    arm|armen been|benen knie|knieen voet|voeten|enkel hand|handen|pols schouder|schouders rug nek hoofd oog|ogen \
        oor|oren
    moederskant|moederszijde vaderskant|vaderszijde
    unittests|unittest|unit integratietests|integratietest e2e|end-to-end smoketest|smoketests loadtest
    build|builds|compilatie deploy|deploys|deployment|uitrol test|tests|testsuite lint|linter release|releases
    arm64|arm amd64|x86|x86_64
    ipv4 ipv6
    sms e-mail|mail|email|mails whatsapp|appje brief|post|briefpost telefoon|telefonisch|bellen \
        pushbericht|pushmelding
    basisschool|lagere middelbare|voortgezet universiteit|hogeschool kleuterschool opvang|bso|kinderopvang|creche
    minimum|minimaal|min|minstens maximum|maximaal|max|hoogstens gemiddeld|gemiddelde|mediaan
    restafval gft|groenbak|gft-bak pmd papier|oudpapier|papierbak glas|glasbak
    wasmachine droger vaatwasser|afwasmachine koelkast|ijskast vriezer|diepvries oven magnetron|combimagnetron \
        fornuis
    tv|televisie laptop|notebook telefoon|mobiel|smartphone tablet|ipad printer router|modem desktop|computer
    vakantiehuisje|huisje hotel|hotels camping|campings hostel appartement|appartementen tent|tenten
    paspoort|paspoorten rijbewijs|rijbewijzen id-kaart|identiteitskaart visum|visa verzekeringspas|zorgpas
    zorgverzekering autoverzekering inboedelverzekering opstalverzekering reisverzekering|annuleringsverzekering
"""
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
"""
OPPOSITES: Final = _PAIRS + "\n".join(f"{word} / on{word}" for word in _WITH_ON.split())
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rood|donkerrood|lichtrood|felrood|knalrood|bordeaux|bordeauxrood|steenrood \
        blauw|donkerblauw|lichtblauw|hemelsblauw|marineblauw|felblauw|staalblauw \
        groen|groene|donkergroen|lichtgroen|felgroen|olijfgroen|mosgroen|legergroen \
        geel|donkergeel|lichtgeel|felgeel|okergeel zwart|gitzwart|matzwart \
        wit|hagelwit|spierwit|creme|cremewit|roomwit grijs|donkergrijs|lichtgrijs|zilvergrijs|antraciet|muisgrijs \
        bruin|donkerbruin|lichtbruin|kastanjebruin oranje|lichtoranje paars|donkerpaars|lichtpaars|lila|violet \
        roze|lichtroze|felroze|fuchsia beige|zandkleurig turquoise|turkoois|petrol zilver|zilverkleurig \
        goud|goudkleurig blond|hoogblond|donkerblond
    klein middelgroot groot
    leeg|lege halfvol|halfvolle vol|volle
    open|openstaand gesloten|afgesloten opgelost afgerond|afgehandeld geblokkeerd
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    uurlijks dagelijks wekelijks tweewekelijks maandelijks tweemaandelijks kwartaal jaarlijks tweejaarlijks
    lente|voorjaar zomer herfst|najaar winter
    noorden zuiden oosten westen
    ochtends|ochtend middags|middag avonds|avond nachts|nacht overdag
"""
