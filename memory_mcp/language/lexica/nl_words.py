"""Classes of Dutch words: of a thing one holds, or they narrow what is said."""

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
    eikenhout|eikenhouten|hout|houten laminaat parket|parketvloer vinyl|pvc \
        tapijt|vloerbedekking tegelvloer|plavuizen|tegels \
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
    http https
    ssh telnet
    serializable read-committed|committed repeatable-read read-uncommitted|uncommitted
    uuid|uuids integer|bigint|serial ulid
    int32 int64
    float32 float64
    little-endian big-endian
    semver calver
    trunk-based|trunkbased gitflow
    blue-green|blauw-groen canary|kanarie rolling big-bang
    scrum kanban waterval
    main master trunk develop
    debug|debugbuild release|releasebuild
    puntkomma komma tab pijpteken|pipe
    arial helvetica times verdana calibri roboto lato inter
    qwerty azerty qwertz dvorak colemak
    lf crlf
    lgpl gpl mit apache-2.0 unlicense
    linksboven linksonder rechtsboven rechtsonder
    links|linkerkant rechts|rechterkant midden|gecentreerd|middenin
    noordoosten noordwesten zuidoosten zuidwesten
    noordkant|noordzijde|noordgevel zuidkant|zuidzijde|zuidgevel oostkant|oostzijde|oostgevel \
        westkant|westzijde|westgevel
    alfabetisch|alfabetische chronologisch|chronologische willekeurig|willekeurige numeriek|numerieke
    a3 a4 a5 a6
    xs xl xxl xxxl
    laag|lage medium hoog|hoge kritiek|kritieke
    katoen|katoenen wol|wollen linnen polyester fleece spijkerstof|denim fluweel|fluwelen velours nylon viscose
    dakpannen|pannendak rietdak|rieten bitumen|dakleer epdm leien zinken sedumdak|groendak golfplaten
    voorwielaandrijving achterwielaandrijving vierwielaandrijving
    rond|ronde vierkant|vierkante rechthoekig|rechthoekige ovaal|ovale driehoekig zeshoekig
    mat zijdeglans hoogglans
    kaal|kale gestoffeerd|gestoffeerde gemeubileerd|gemeubileerde
    halfpension volpension all-inclusive|allinclusive logies
    eenpersoonsbed tweepersoonsbed stapelbed hoogslaper
    eenpersoonskamer tweepersoonskamer driepersoonskamer vierpersoonskamer slaapzaal
    annuitair|annuiteitenhypotheek|annuiteiten lineair|lineaire aflossingsvrij|aflossingsvrije
    allrisk|all-risk wa|wa-verzekering|wa-verzekerd
    zeezicht tuinzicht straatzicht bergzicht
    dagdienst|dagdiensten avonddienst|avonddiensten nachtdienst|nachtdiensten vroegedienst
    halfvol|halfvolle mager|magere vol|volle
    vanille|vanilletaart chocolade|chocoladetaart aardbei|aardbeien|aardbeientaart citroentaart appeltaart \
        kwarktaart slagroomtaart worteltaart mokka hazelnoot karamel framboos|frambozen pistache
    labrador teckel poedel beagle bulldog herder|herdershond terrier retriever|golden collie husky boxer chihuahua \
        dalmatier mopshond spaniel dobermann rottweiler keeshond whippet
    pers siamees ragdoll bengaal maine-coon birmaan
    verdediger middenvelder aanvaller|spits doelman|keeper
    verpleegkundige|verpleger|verpleegster leraar|lerares|docent|docente|onderwijzeres architect|architecte \
        journalist|journaliste piloot politieagent|agente brandweerman programmeur|softwareontwikkelaar \
        militair vrachtwagenchauffeur buschauffeur econoom|econome
    openbaar|openbare katholiek|katholieke christelijk|christelijke islamitisch|islamitische
    montessori|montessorischool dalton|daltonschool jenaplan|jenaplanschool vrijeschool
    zachtgekookt hardgekookt gepocheerd
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
    inkomend|inkomende|binnenkomend|binnenkomende uitgaand|uitgaande
    ingress egress
    beginners|beginner|beginnend gevorderden|gevorderd|gevorderde
    volwassenen|volwassene kinderen|kind|kids jeugd|jongeren 65-plussers|ouderen|senioren baby's|baby
    wiskunde natuurkunde scheikunde biologie aardrijkskunde geschiedenis economie gym|lo tekenen|handvaardigheid \
        muziek rekenen|rekentoets spelling informatica maatschappijleer filosofie latijn
    piano|vleugel gitaar viool cello dwarsfluit blokfluit klarinet saxofoon trompet drums|drumstel harp \
        accordeon orgel hobo trombone ukelele contrabas
    spaarrekening betaalrekening beleggingsrekening
    hypotheek lening creditcard pensioen
    hoogseizoen laagseizoen voorseizoen naseizoen
    zomerbanden winterbanden
    zomertijd wintertijd
    thuiswedstrijd|thuiswedstrijden uitwedstrijd|uitwedstrijden
    handbagage ruimbagage
    primaire|primary|primair secundaire|secondary|secundair replica|replica's standby
    master|primary worker|workers node|nodes
    minor major patch
    request|requests|verzoek response|responses|antwoord
    bovenburen benedenburen
    hoofdingang zijingang achteringang
    ochtendgroep middaggroep avondgroep
    linkerknie rechterknie
    linkerarm rechterarm
    linkeroor rechteroor
    linkerschouder rechterschouder
    linkerhand rechterhand
    linkervoet rechtervoet
    boventanden|bovenkaak ondertanden|onderkaak
    melkgebit|melktanden kunstgebit
    voorgerecht hoofdgerecht nagerecht|toetje
    leden|clublid nietleden|niet-leden introducees|introduce
    theorie|theorie-examen praktijk|praktijkexamen
    kwartaalcijfers jaarcijfers maandcijfers
    zomerstop winterstop
    seizoenskaart dagkaart|dagkaarten strippenkaart|rittenkaart abonnement
"""
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
