"""Classes of German words; each line is a class, forms of one member are joined by |. Lower case, without accents."""

from __future__ import annotations

from typing import Final

# Of these a thing has one at a time.
VALUES: Final = """
    rot|rote|roter|rotes|roten|dunkelrot|hellrot|weinrot|knallrot|bordeaux|kirschrot \
        blau|hellblau|dunkelblau|marineblau|himmelblau|nachtblau grun|hellgrun|dunkelgrun|olivgrun|mint|tannengrun \
        gelb|senfgelb|zitronengelb|hellgelb schwarz|tiefschwarz weiss|weisse|cremeweiss|reinweiss|altweiss \
        grau|hellgrau|dunkelgrau|anthrazit|silbergrau braun|dunkelbraun|hellbraun orange|orangefarben lila|violett \
        rosa|pink|magenta beige|creme|sandfarben turkis|petrol golden|goldfarben silbern|silberfarben
    winzig klein|kleine|kleiner|kleines|kleinen mittelgross|mittel|mittlere gross|grosse|grosser|grosses|grossen \
        riesig
    xs xl xxl
    ledig|single|unverheiratet verheiratet geschieden verwitwet verlobt
    holz|holzern|massivholz|eiche|buche|kiefer|nussbaum metall|stahl|edelstahl|eisen|blech|aluminium|alu|messing \
        kunststoff|plastik|polycarbonat|acryl|plexiglas|pvc|acrylglas glas|glasern \
        stein|granit|marmor|naturstein|schiefer leder|kunstleder beton keramik|porzellan
    ziegel|dachziegel|tonziegel reet|stroh bitumen|dachpappe wellblech|trapezblech schiefer
    parkett laminat vinyl|linoleum fliesen|gefliest teppich|teppichboden dielen|dielenboden
    baumwolle wolle|schurwolle leinen seide polyester|synthetik|kunstfaser
    benzin|benziner|super|otto diesel|dieselmotor elektro|elektrisch|elektroauto|stromer hybrid|hybridauto|plugin \
        autogas|erdgas|lpg|cng wasserstoff
    gasheizung|gas|gastherme olheizung|ol fernwarme warmepumpe pelletheizung|pellets|holzpellets nachtspeicher
    schaltgetriebe|schaltwagen|handschaltung automatik|automatikgetriebe
    erdgeschoss|eg|parterre|hochparterre untergeschoss|ug|souterrain dachgeschoss|dg obergeschoss|og
    vegetarisch|vegetarier|vegetarierin vegan|veganer|veganerin fleischesser|allesesser|omnivor
    evangelisch|protestantisch|lutherisch katholisch muslimisch|moslem judisch orthodox buddhistisch \
        atheist|konfessionslos
    junior|juniorin senior lead|principal
    praktikant|praktikantin azubi|auszubildende|auszubildender werkstudent|werkstudentin festangestellt
    nord|norden|nordlich|nordseite|nordbalkon sud|suden|sudlich|sudseite|sudbalkon ost|osten|ostlich|ostseite \
        west|westen|westlich|westseite|westbalkon nordosten|nordost nordwesten|nordwest sudosten|sudost \
        sudwesten|sudwest
    fruhschicht spatschicht nachtschicht
    bar|barzahlung|bargeld karte|kartenzahlung|ec-karte|girocard kreditkarte lastschrift|einzug|sepa \
        rechnung|uberweisung paypal
    hardcover|gebunden taschenbuch|paperback ebook|e-book horbuch
    debug info warning|warn error trace
    camelcase snakecase kebabcase pascalcase
    singlethread|singlethreaded multithread|multithreaded
    hochformat|hochkant querformat
    schwarzweiss farbig|farbe|bunt
    rechtshander|rechtshanderin linkshander|linkshanderin beidhander
    kurzsichtig weitsichtig
    zweibettzimmer|doppelzimmer einzelzimmer mehrbettzimmer
    gangplatz fensterplatz
    umluft oberhitze|ober-/unterhitze grill
    grundschule hauptschule realschule gymnasium gesamtschule berufsschule waldorfschule forderschule
    monolith|monolithisch microservices|microservice
    minutlich|minutig stundlich taglich|nachtlich wochentlich zweiwochentlich|vierzehntagig monatlich \
        quartalsweise|vierteljahrlich halbjahrlich jahrlich zweijahrlich|zweijahrig
    gasformig flussig pulverformig
    links mittig|zentriert rechts
    viertelfinale halbfinale achtelfinale
    kreisliga bezirksliga landesliga oberliga verbandsliga regionalliga bundesliga
    utf-8|utf8 latin-1|latin1|iso-8859-1 utf-16|utf16 ascii windows-1252|cp1252
    lf crlf
    rest graphql grpc|protobuf soap
    x86|x86_64|amd64 arm|arm64|aarch64
    32-bit|32bit 64-bit|64bit
    tcp udp
    vollkasko|vollkaskoversichert teilkasko|teilkaskoversichert
    heimspiel|heim auswartsspiel|auswarts
    einzelkind zwilling drilling
    solo|single duo trio quartett
    bachelor master promotion|doktorand diplom
    bcrypt argon2|argon2id scrypt pbkdf2 md5 sha1|sha-1 sha256|sha-256
    npm pnpm yarn bun
    trocken halbtrocken lieblich|suss
    anfanger|einsteiger fortgeschrittene profis
    brutto netto
    mannchen weibchen
    duzen|duzt siezen|siezt
    komma|kommagetrennt semikolon|strichpunkt|semikolongetrennt tabulator|tabgetrennt pipe|pipegetrennt \
        leerzeichen
    dezimalkomma dezimalpunkt
    chronologisch antichronologisch alphabetisch thematisch
    dezimal hexadezimal oktal
    euro|eur dollar|usd|us-dollar franken|chf pfund|gbp yen kronen zloty
    serializable repeatable committed uncommitted
    a3|din-a3 a4|din-a4 a5|din-a5 a6|din-a6
    linksbundig rechtsbundig zentriert blocksatz
    flachdach satteldach walmdach pultdach mansarddach zeltdach
    induktion|induktionsherd|induktionskochfeld|induktionsfeld ceran|ceranfeld|cerankochfeld gasherd|gaskochfeld
    frontantrieb|vorderradantrieb heckantrieb|hinterradantrieb allrad|allradantrieb
    kombi limousine cabrio|cabriolet suv kleinwagen van|minivan coupe transporter|kastenwagen wohnmobil
    frontlader toplader
    halbpension vollpension all-inclusive|allinclusive selbstversorgung|selbstversorger
    meerblick gartenblick bergblick seeblick
    blutig medium durchgebraten
    vollkorn|vollkornmehl weissmehl|auszugsmehl
    dackel labrador pudel schaferhund terrier beagle mops collie husky boxer dobermann rottweiler retriever \
    chihuahua dalmatiner bernhardiner spitz schnauzer
    siamkatze perserkatze|perser mainecoon|maine-coon ragdoll bengalkatze kartauser
    hengst stute wallach
    rude hundin
    laubbaum nadelbaum
    blond|blonde|blonder|hellblond|dunkelblond brunett|brunette|braunhaarig|dunkelhaarig rothaarig schwarzhaarig \
    grauhaarig|weisshaarig
    blauaugig braunaugig grunaugig
    gebrochen|fraktur|knochenbruch verstaucht|verstauchung geprellt|prellung gezerrt|zerrung
    vollnarkose teilnarkose|ruckenmarksnarkose ortsbetaubung|lokalanasthesie
    erdbestattung feuerbestattung|urnenbestattung seebestattung
    indexmiete staffelmiete
    einfamilienhaus reihenhaus|reihenmittelhaus|reihenendhaus doppelhaushalfte mehrfamilienhaus bungalow hochhaus \
        villa
    gleitzeit vertrauensarbeitszeit schichtdienst|schichtarbeit
    einzelburo grossraumburo
    gmbh aktiengesellschaft gbr ohg kommanditgesellschaft genossenschaft stiftung einzelunternehmen|einzelfirma
    sieg niederlage unentschieden|remis
    naturrasen|rasenplatz kunstrasen|kunstrasenplatz ascheplatz|hartplatz sandplatz
    goldmedaille silbermedaille bronzemedaille
    mit-lizenz apache-lizenz|apache-2.0 gpl|gplv2|gplv3|gpl-lizenz agpl|agplv3 lgpl bsd|bsd-lizenz mpl
    squash|squash-merge rebase merge-commit|mergecommit
    monorepo polyrepo|multirepo
    ext4 btrfs xfs zfs ntfs exfat|fat32 apfs
    raid0 raid1 raid5 raid6 raid10
    wpa2 wpa3 wep
    glasfaser|glasfaseranschluss|ftth dsl|vdsl|dsl-anschluss kabelinternet|kabelanschluss satelliteninternet
    qwertz qwerty dvorak azerty colemak
    utc mez|cet mesz|cest
    sommerzeit winterzeit|normalzeit
    eineiige|eineiig zweieiige|zweieiig
    osterreicher|osterreicherin schweizer|schweizerin italiener|italienerin spanier|spanierin franzose|franzosin \
    polin turke|turkin grieche|griechin portugiese|portugiesin hollander|hollanderin|niederlander|niederlanderin \
    dane|danin schwede|schwedin ungar|ungarin tscheche|tschechin russe|russin ukrainer|ukrainerin kroate|kroatin
    nylonsaiten|nylon stahlsaiten
    gefliest verputzt tapeziert
"""
# These narrow what is said: two notes with two of them speak of two things.
NARROWING: Final = """
    fruhling|fruhjahr|fruhlings sommer|sommers|sommermonaten|sommerhalbjahr herbst \
        winter|winters|wintermonaten|winterhalbjahr
    hochsaison|hauptsaison nebensaison|vorsaison|nachsaison
    macos|mac|osx linux|ubuntu|debian|fedora windows ios|iphone|ipad android
    chrome|chromium firefox safari edge
    produktion|produktiv|produktivsystem|prod|production|live|livesystem staging|stage|abnahme|vorabumgebung \
        test|testumgebung|testsystem|qa entwicklung|entwicklungsumgebung|dev lokal|lokale|localhost|laptop ci|pipeline \
        demo
    fruh|morgens|morgen|fruhmorgens vormittag|vormittags mittag|mittags nachmittag|nachmittags abend|abends \
        nacht|nachts
    tagsuber|tag|tags nachts|nacht
    wochenende|wochenenden|wochenends|samstags werktag|werktags|wochentags|werktagen|wochentagen|woche \
        feiertag|feiertags|feiertagen
    ferien|schulferien|ferienzeit schulzeit|schultag|schultagen|unterrichtszeit
    trainingstag|trainingstagen|training ruhetag|ruhetagen wettkampf|wettkampftag|spieltag
    kuche bad|badezimmer wohnzimmer schlafzimmer kinderzimmer flur|diele arbeitszimmer|buro keller \
        dachboden|speicher balkon garten garage gastezimmer|gastebad esszimmer waschkuche terrasse treppenhaus hof \
        abstellraum park wald strand spielplatz werkstatt lager kantine aula turnhalle klassenzimmer besprechungsraum \
        wartezimmer
    mutter|mama|mutti vater|papa|vati oma|grossmutter opa|grossvater schwester bruder sohn tochter tante onkel \
        cousine cousin|vetter nichte neffe enkelin enkel schwiegermutter schwiegervater mann|ehemann frau|ehefrau \
        zwillinge kind|kinder
    mutterlicherseits vaterlicherseits
    junge|jungen|jungs madchen
    damen|frauen|frauenmannschaft herren|manner|herrenmannschaft jugend|jugendabteilung|junioren senioren
    erwachsene|erwachsenen kinder|kindern|kleinkinder studierende|studenten|schuler rentner|senioren familien
    mitglieder|mitgliedern nichtmitglieder|gaste|externe|besucher|touristen vorstand anwohner|einheimische \
        mitarbeiter|mitarbeitende
    hund|hundin|welpe katze|kater|katzen kaninchen|hase hamster|meerschweinchen vogel|wellensittich|papagei \
        fische|aquarium pferd|pony schildkrote huhn|huhner
    vertrieb|verkauf marketing buchhaltung|rechnungswesen|finanzabteilung personal|personalabteilung|hr einkauf \
        entwicklung|entwicklungsabteilung support|kundendienst rechtsabteilung|legal logistik|lager produktion \
        geschaftsfuhrung
    frontend|ui|oberflache|web backend datenbank|db client server app api worker cli infrastruktur|infra \
        gateway|proxy
    ios-app android-app web-app|webapp desktop-app mobil|mobile desktop
    get post put patch delete
    vorderrad|vorne|vorn|vorderreifen|vordere|vorderer|vorderachse \
        hinterrad|hinten|hinterreifen|hintere|hinterer|hinterachse
    bremse|bremsen motor getriebe reifen batterie|akku kupplung kette sattel lenker licht lichtmaschine olwechsel \
        bremsbelage
    sommerreifen winterreifen ganzjahresreifen
    auto|wagen|pkw fahrrad|rad|e-bike|ebike motorrad|roller bus zug|bahn|ice flugzeug|flieger|flug fahre|schiff
    hohe|hoch|hoher breite|breit|breiter lange|lang|langer tiefe|tief gewicht|wiegt|schwer dicke|dick|starke \
        durchmesser umfang flache|wohnflache|quadratmeter volumen|inhalt|fassungsvermogen
    ram|arbeitsspeicher|hauptspeicher festplatte|disk|platte|ssd|plattenplatz cpu|prozessor|kerne gpu|grafikkarte \
        swap
    connect|verbindungsaufbau|verbindungs-timeout read|lesen|lese-timeout write|schreiben \
        idle|leerlauf|inaktivitat keepalive
    free|gratis|kostenlos|basis|basic|starter pro|premium|plus business|team enterprise
    regen|regnet|regenwetter|nass sonne|sonnenschein|trocken schnee|schneit|glatte sturm|wind|windig nebel frost
    miete|kaltmiete kaution|mietkaution nebenkosten|betriebskosten stellplatz|garage warmmiete strom|stromabschlag \
        gas wasser internet hausgeld grundsteuer heizkosten rundfunkbeitrag
    kalt warm
    grundgebuhr verbrauch|arbeitspreis|kwh anschlussgebuhr mahngebuhr versandkosten|versand bearbeitungsgebuhr \
        mitgliedsbeitrag|jahresbeitrag aufnahmegebuhr
    hinfahrt|hinflug|hinweg|hinreise|hinzu|anreise|abflug \
        ruckfahrt|ruckflug|ruckweg|ruckreise|abreise|heimweg|heimfahrt
    abfahrt|abflug|ankunft|fahrt|startet ankunft|landung|landet|kommt|ankommt
    checkin|einchecken checkout|auschecken
    einzug|einziehen auszug|ausziehen
    beginnt|begann|beginn|anfang|startet|start|einlass endet|endete|ende|schluss|aufhort|feierabend
    offnet|offnung|aufmacht|einlass schliesst|schliessung|zumacht|geschlossen
    eingang|eingehend|eingehende ausgang|ausgehend|ausgehende
    upload|hochladen download|herunterladen|runterladen
    import|importer|importiert export|exporter|exportiert
    lesezugriff|leserechte|lesen schreibzugriff|schreibrechte|schreiben admin|adminrechte loschen
    request|anfrage response|antwort
    vermieter|vermieterin|vermieters mieter|mieterin|mietern
    arbeitgeber arbeitnehmer|arbeitnehmerin
    kunde|kunden|kundin lieferant|lieferanten mitarbeiter|mitarbeitende|mitarbeitern|angestellte partner bewerber
    kaufer|kauferin verkaufer|verkauferin
    vorname nachname|familienname zweitname geburtsname|madchenname spitzname
    vormieter nachmieter
    neu|neue|neuer|neuen|neues alt|alte|alter|alten|altes
    linke|linken|linker|linkes|links rechte|rechten|rechter|rechtes|rechts
    obere|oberer|oberen|oberes|oben untere|unterer|unteren|unteres|unten mittlere
    vordere|vorderen|vorderes hintere|hinteren|hinteres
    innen|innenbereich|innenseite|drinnen aussen|aussenbereich|aussenseite|draussen
    privat|private|privates dienstlich|dienstliche|geschaftlich|geschaftliche|beruflich|firmenwagen
    festnetz|festnetznummer mobil|mobilnummer|handy|handynummer fax
    fruhstuck mittagessen abendessen|abendbrot snack
    augentropfen tabletten|tablette salbe spritze|impfung saft
    augen ohren zahne knie rucken schulter hand|arm fuss|bein
    cholesterin blutdruck|puls blutzucker gewicht
    deutsch|deutschunterricht mathe|mathematik|matheunterricht englisch|englischunterricht franzosisch latein \
        sport|sportunterricht musik|musikunterricht kunst biologie|bio physik chemie geschichte erdkunde religion
    klavier gitarre geige|violine flote|blockflote schlagzeug cello trompete
    fussball handball tennis schwimmen turnen volleyball basketball judo reiten ballett tischtennis hockey
    restmull|restmulltonne biotonne|biomull papiertonne|altpapier|papier gelbe|gelber|gelben glas|altglas \
        sperrmull
    hauptspeise|hauptgang vorspeise dessert|nachtisch
    kasse|kassenpatienten|gesetzlich privatpatienten|privat
    waschmaschine trockner spulmaschine|geschirrspuler kuhlschrank backofen|herd|ofen mikrowelle staubsauger \
        kaffeemaschine
    handy|smartphone|telefon tablet|ipad laptop|notebook|macbook rechner|pc|computer fernseher|tv drucker router \
        kamera
    anmeldung|login|einloggen abmeldung|logout|ausloggen registrierung
    bestellung|bestellungen rechnung|rechnungen lieferschein|lieferscheine angebot|angebote \
        gutschrift|gutschriften retoure
    primar|primary|haupt sekundar|secondary|replica|replikat|standby
    theorie|theoretische praxis|praktische
    mundlich|mundliche schriftlich|schriftliche
    unterstufe mittelstufe oberstufe
    altere|alterer|alteren|altester|alteste|altesten jungere|jungerer|jungeren|jungster|jungste|jungsten
    gestern heute morgen ubermorgen vorgestern
    vorderseite ruckseite
    hauptgebaude nebengebaude anbau
    hauptwohnung zweitwohnung|ferienwohnung|ferienhaus
    hauptjob nebenjob
    ankauf verkauf
    quelle ziel
    unit-tests|unittests|unit integrationstests|integrationstest|integration e2e|e2e-tests|systemtests lasttests
    ladezeit ladekapazitat reichweite
    vorlauf rucklauf
    lehrer|lehrerin|lehrkrafte schuler|schulerin eltern
    arzt|arztin patient|patientin|patienten
    rind schwein geflugel|huhnchen|hahnchen lamm fisch
    rotwein weisswein rose bier
    milch sahne butter kase joghurt quark
    weizen|weizenmehl dinkel|dinkelmehl roggen|roggenmehl
    erdnusse|erdnuss haselnusse|haselnuss walnusse|walnuss mandeln
    tomaten gurken kartoffeln mohren zucchini paprika erdbeeren himbeeren rosen tulpen
    stadtmitte vorort
    inland ausland
    deutschland osterreich schweiz
    eu usa
    kaffee tee kakao|schokolade saft wasser|mineralwasser cola limo|limonade bier wein milch schnaps alkohol
    fleisch fisch kase wurst gemuse obst eier nudeln reis kartoffeln brot salat pilze nusse schokolade
    verbrauch|verbraucht|verbrauchen tank|fasst|tankinhalt reichweite
    a b c d e f
    innerorts|stadtverkehr ausserorts|landstrasse autobahn
    theoretisch praktisch
    lieblingsfarbe lieblingsessen|lieblingsgericht lieblingsfilm lieblingsbuch lieblingstier lieblingslied \
    lieblingsverein lieblingsfach lieblingsspieler lieblingsband lieblingsort lieblingsspiel lieblingsserie \
    lieblingsautor|lieblingsautorin lieblingsrestaurant|lieblingslokal lieblingscafe lieblingsblume lieblingseis
    geburtsname geburtsort geburtsland geburtstag|geburtsdatum geburtsklinik geburtsgewicht geburtsstunde
    hauptstadt hauptsitz hauptkunde hauptsponsor hauptdatenbank hauptbranch hauptregion hauptsprache hauptfach \
    hauptinstrument hauptwohnsitz hauptstandort hauptrolle hauptlieferant
    standardbrowser standardeditor standardbranch|default-branch standardport standardregion standardformat \
    standardsuchmaschine standardsprache standardtimeout standardrolle standardbank
    stammlokal|stammkneipe|stammcafe stammschule stammapotheke stammwerkstatt stammtisch stammplatz stammverein
    klassenlehrer|klassenlehrerin|klassenleiter|klassenleiterin klassensprecher|klassensprecherin klassenzimmer \
    klassenfahrt klassenkasse klassenarbeit elternsprecher|elternvertreter|elternvertreterin
    heimatstadt|heimatort heimatflughafen heimathafen heimstadion
    rechnungsadresse lieferadresse postadresse meldeadresse mailadresse
    exportformat importformat datumsformat ausgabeformat papierformat zahlenformat zeitformat dateiformat
    teamleiter|teamleiterin|teamlead teamname teamarzt
    projektleiter|projektleiterin|projektleitung projektname projektsprache
    trainingsort trainingszeit trainingsbeginn trainingsleiter
    abteilungsleiter|abteilungsleiterin abteilungsname
    autohersteller|automarke automodell autor|autorin autowerkstatt
    hausarzt|hausarztin zahnarzt|zahnarztin augenarzt|augenarztin hautarzt|hautarztin kinderarzt|kinderarztin \
    tierarzt|tierarztin frauenarzt|frauenarztin orthopade|orthopadin kardiologe|kardiologin hno-arzt internist
    haftpflicht|haftpflichtversicherung hausrat|hausratversicherung rechtsschutz|rechtsschutzversicherung \
    kfz-versicherung|autoversicherung lebensversicherung zahnzusatzversicherung krankenversicherung \
    reiserucktrittsversicherung wohngebaudeversicherung unfallversicherung
    stromvertrag gasvertrag mietvertrag handyvertrag arbeitsvertrag leasingvertrag internetvertrag kaufvertrag
    stromanbieter|stromversorger gasanbieter|gasversorger internetanbieter mobilfunkanbieter|handyanbieter
    einkommensteuer umsatzsteuer gewerbesteuer kfz-steuer erbschaftsteuer
    personalausweis reisepass fuhrerschein geburtsurkunde impfpass schwerbehindertenausweis bibliotheksausweis
    grippeimpfung|grippe tetanus|tetanusimpfung coronaimpfung masern|masernimpfung fsme|zeckenimpfung
    polizist|polizistin krankenpfleger|krankenschwester tischler|tischlerin|schreiner|schreinerin \
        elektriker|elektrikerin \
    maurer klempner|installateur backer|backerin metzger|fleischer friseur|friseurin gartner|gartnerin \
    anwalt|anwaltin ingenieur|ingenieurin architekt|architektin apotheker|apothekerin buchhalter|buchhalterin \
    steuerberater|steuerberaterin dachdecker maler|malerin notar|notarin pfarrer|pfarrerin schornsteinfeger \
    hebamme physiotherapeut|physiotherapeutin hausmeister|hausmeisterin
    einzelfahrschein|einzelticket|einzelfahrt tageskarte|tagesticket wochenkarte monatskarte \
        jahreskarte|jahresticket \
    zehnerkarte gruppenkarte familienkarte
    handgepack aufgabegepack|koffer
    nahverkehr fernverkehr
    vorderhaus hinterhaus seitenflugel gartenhaus
    debug release
    original kopie
    hallenbad freibad
    schwimmerbecken nichtschwimmerbecken kinderbecken
    hose jacke hemd kleid schuhe mutze rock pullover|pulli mantel socken bluse t-shirt schal handschuhe stiefel
    tisch stuhl|stuhle schrank bett sofa|couch regal sessel kommode lampe spiegel matratze
    hammer bohrmaschine|bohrer kettensage|sage leiter rasenmaher heckenschere laubblaser akkuschrauber
    dach fassade boden decke wand|wande fenster tur|turen treppe heizung
    haustur wohnungstur kellertur|kellerschlussel garagentor briefkasten hoftor
    kuhlschrank gefrierschrank|gefriertruhe|tiefkuhltruhe
    informatik politik wirtschaft ethik philosophie spanisch latein geografie|erdkunde werken
    apfel|apfelbaum birnen|birne|birnbaum pflaumen|pflaume|pflaumenbaum kirschen|kirsche|kirschbaum trauben \
        bananen \
    orangen zitronen aprikosen johannisbeeren
    hortensie|hortensien lavendel basilikum orchidee|orchideen kaktus|kakteen hecke rasen geranien oleander \
    rhododendron flieder rosmarin petersilie schnittlauch
    pull-request|pr issue|issues release|releases commit|commits
    vorstandssitzung mitgliederversammlung|jahreshauptversammlung sommerfest weihnachtsfeier
    lkw anhanger traktor wohnwagen moped
    kopf hals bauch rucken knie ellenbogen hufte huftgelenk zeh finger daumen
    elternabend elternsprechtag wandertag sportfest bundesjugendspiele
    klausur hausarbeit referat hausaufgaben
    oberteil unterteil
    pfand rabatt trinkgeld
    sitzung|meeting workshop schulung vortrag
    zahnpasta shampoo seife sonnencreme
    netzteil ladekabel ersatzakku
    monitor tastatur maus headset webcam
    vorname nachname
"""
# These exclude behind a copula: red, blue.
STATES: Final = """
    rot blau grun gelb schwarz weiss grau|anthrazit braun orange lila|violett rosa|pink beige turkis golden \
        silbern
    klein mittelgross gross
    ledig|single verheiratet geschieden verwitwet
    vegan vegetarisch
    evangelisch katholisch muslimisch judisch
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    minutlich stundlich taglich|nachtlich wochentlich zweiwochentlich|vierzehntagig monatlich \
        quartalsweise|vierteljahrlich halbjahrlich jahrlich
    norden suden osten westen
    morgens mittags abends nachts
    vormittags nachmittags
"""
