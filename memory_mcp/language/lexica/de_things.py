"""Words of German notes on things that exclude each other: software, houses, devices, money, travel."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    vorzeichenbehaftet vorzeichenbehaftete signed / vorzeichenlos vorzeichenlose unsigned
    inkrementell inkrementelle differenziell differentiell inkrement delta / vollbackup vollsicherung \
        komplettsicherung vollimport vollabgleich
    geordnet geordnete / ungeordnet zufallig zufallige zufalliger beliebig beliebige
    sortiert / zufallig zufallige zufalliger gemischt durcheinander
    unidirektional unidirektionale einseitig einwegsync / bidirektional bidirektionale beidseitig wechselseitig \
        gegenseitig
    einweg einwegflasche einwegflaschen / mehrweg mehrwegflasche mehrwegflaschen pfandflasche pfandflaschen
    serverseitige serverseitiges / clientseitige clientseitiges browserseitig
    quelloffen opensource open-source / proprietar proprietare closedsource closed-source
    eingebettet eingebettete embedded integriert integriertes / extern externe externes separat
    komprimierte gezippt / unkomprimierte roh raw
    verlustfrei verlustfreie lossless / verlustbehaftet verlustbehaftete lossy
    schrittweise stufenweise phasenweise gestaffelt / schlagartig stichtagsbezogen bigbang big-bang
    opt-in optin / opt-out optout
    verbose gesprachig wortreich / quiet wortkarg
    fluchtige ephemeral kurzlebig kurzlebige / persistente dauerhafte langlebig langlebige
    gecacht gecached zwischengespeichert / ungecacht frisch
    aktuell aktualisiert aktuellen gepatcht / outdated ungepatcht obsolete
    uberdimensioniert / unterdimensioniert
    zeilenbasiert zeilenorientiert / spaltenbasiert spaltenorientiert
    nullbasiert nullindiziert / einsbasiert einsindiziert
    nullable / notnull
    authentifiziert namentlich personalisiert / anonym anonyme unauthentifiziert
    passwortgeschutzt passwortgeschutzte zugangsbeschrankt / frei ungeschutzt
    minifiziert / unminifiziert
    containerisiert / baremetal bare-metal
    virtuell virtuelle virtualisiert / physisch physische physikalisch baremetal
    selbstgehostet selbstverwaltet selbstbetrieben selfhosted self-hosted / gemanagt managed fremdgehostet
    normalisiert normalisierte / denormalisiert denormalisierte
    zeitgesteuert zeitgesteuerte / ereignisgesteuert ereignisgesteuerte manuell
    polling gepollt / webhook webhooks websocket websockets
    batchweise stapelweise stapelverarbeitung batch / streaming streamend gestreamt echtzeit
    interaktiv interaktive interaktiver / nichtinteraktiv unbeaufsichtigt headless
    casesensitiv case-sensitiv / caseinsensitiv case-insensitiv
    global globale globaler systemweit projektweit teamweit unternehmensweit / lokal lokale lokaler \
        benutzerspezifisch projektspezifisch
    relativ relative relativer / absolut absolute absoluter
    stabil stabile produktionsreif ausgereift marktreif / experimentell experimentelle unausgereift beta alpha \
        prototyp
    veroffentlicht publiziert erschienen / unveroffentlicht zuruckgezogen depubliziert
    gemergt gemerged zusammengefuhrt / offen ungemergt verworfen
    ausgerollt deployt deployed livegegangen / zuruckgerollt zuruckgenommen
    geloggt protokolliert mitgeloggt / unprotokolliert
    maskiert anonymisiert pseudonymisiert geschwarzt / klartext unmaskiert personenbezogen
    autogeneriert generiert generierter / handgeschrieben handgepflegt
    verschachtelt verschachtelte hierarchisch / flach flache
    uberschrieben uberschreibt ersetzt / angehangt anhangt beibehalten
    vorab voraus / nachtraglich hinterher nachher ruckwirkend
    einzeilig einzeilige / mehrzeilig mehrzeilige zweizeilig
    einspaltig einspaltige / mehrspaltig zweispaltig dreispaltig
    transparent transparente durchsichtig durchsichtige / undurchsichtig blickdicht opak deckend
    dediziert dedizierte dedizierten / geteilt geteilte shared gemeinsame
    mandantenfahig multitenant multi-tenant / singletenant single-tenant
    einzelplatzlizenz einzellizenz / mehrplatzlizenz volumenlizenz netzwerklizenz firmenlizenz
    einzelplatz / mehrplatz mehrbenutzer
    bigendian big-endian / littleendian little-endian
    abwartskompatibel ruckwartskompatibel kompatibel / inkompatibel inkompatible
    abstrakt abstrakte / konkret konkrete
    finalisiert final / entwurfsfassung draft vorlaufig rohfassung
    fertiggestellt fertig vollendet abgeschlossen / halbfertig unfertig angefangen unvollendet
    binar binare binarformat / textbasiert textuell textformat
    numerisch numerische / alphabetisch alphabetische
    monatlich wochentlich jahrlich taglich / einmalig einmalige
    lauffahig kompilierbar baubar / kaputt defekt
    vertikale / horizontale
    rekursive / iterative
    synchronisiert / desynchronisiert
    deklarativ / imperativ
    serverlos serverless / serverbasiert
    relationale / dokumentenorientiert dokumentorientiert schemafrei
    hartkodiert hardcodiert hardcoded / konfigurierbar parametrisiert
    anpassbar konfigurierbar veranderbar / fest starr vorgegeben unveranderlich
    erzwungen erzwingt verpflichtend / freigestellt optional
    schreibbar beschreibbar lesend-schreibend / schreibgeschutzt readonly read-only
    editierbar bearbeitbar bearbeitbare / gesperrt schreibgeschutzt eingefroren readonly
    gerundet / ungerundet exakt
    aufgerundet / abgerundet
    aufgeklappt ausgeklappt expandiert / eingeklappt zugeklappt zusammengeklappt
    eingeblendet sichtbar angezeigt / ausgeblendet verborgen versteckt verdeckt
    angehakt angekreuzt ausgewahlt / abgewahlt
    hochgefahren gebootet gestartet / heruntergefahren runtergefahren ausgeschaltet
    abonniert angemeldet / abbestellt abgemeldet
    gepusht / ungepusht
    quantitativ / qualitativ
    entkoppelt / gekoppelt verzahnt
    symmetrisch symmetrische / asymmetrisch asymmetrische
    linear lineare / exponentiell nichtlinear logarithmisch
    konstant gleichbleibend gleichbleibende / schwankend schwankt wechselnd wechselhaft variabel
    unverandert gleichgeblieben / geandert verandert gestiegen gesunken
    redundant mehrfach / einfach
    skalierbar / starr
    originalgetreu / verfremdet
    ausgelastet uberlastet / unterausgelastet unterfordert
    reproduzierbar / sporadisch zufallig
    hinzugefugt erganzt eingefugt / entfernt herausgenommen rausgenommen gestrichen
    angehoben erhoht heraufgesetzt aufgestockt / gesenkt abgesenkt herabgesetzt heruntergesetzt gekurzt
    vergrossert erweitert / verkleinert gekurzt
    beschleunigt schneller / verlangsamt gebremst gedrosselt
    verbessert / verschlechtert
    vereinfacht / verkompliziert
    gelockert / verscharft
    verlangert / verkurzt
    vorgezogen vorverlegt / verschoben vertagt aufgeschoben zuruckgestellt
    dringend eilig eilt / aufschiebbar nachrangig
    kritisch kritische / unkritisch harmlos
    vollstandig komplett / luckenhaft fragmentarisch
    identisch identische / verschieden verschiedene unterschiedlich unterschiedliche abweichend
    eingesteckt angesteckt eingestopselt / ausgesteckt ausgestopselt
    akkubetrieben batteriebetrieben akkubetrieb batteriebetrieb / netzbetrieben netzbetrieb netzstrom \
        kabelgebunden
    einbaugerat einbauherd / standgerat freistehend freistehender
    beutellos / staubbeutel beutel
    spulmaschinenfest spulmaschinengeeignet maschinenwaschbar / handwasche
    entkalkt / verkalkt
    stummgeschaltet stumm / laut horbar klingelt
    festgezogen festgeschraubt fest / locker lose gelockert wackelt
    verstellbar hohenverstellbar / starr
    rostfrei / rostig verrostet durchgerostet rostet
    aufgepumpt prall / platt luftleer
    neuwertig neu nagelneu / abgefahren abgenutzt verschlissen runtergekommen
    original echt authentisch / falschung gefalscht imitat nachbau plagiat attrappe
    echt echte echter naturlich / kunstlich kunstliche kunstlicher synthetisch
    verstopft / frei durchlassig
    verklemmt klemmt schwergangig / leichtgangig
    glatt glatte / rau raue uneben
    matt matte seidenmatt / glanzend hochglanz glanzende
    lackiert geolt gebeizt impragniert / unlackiert naturbelassen unbehandelt
    einfarbig / gemustert gestreift kariert gepunktet mehrfarbig bunt
    langarmelig langarm langarmelige / kurzarmelig kurzarm armellos
    hochwertig hochwertige / minderwertig minderwertige billig
    beleuchtet erleuchtet / unbeleuchtet dunkel
    isoliert gedammt warmegedammt / ungedammt unisoliert
    renoviert saniert modernisiert kernsaniert / unrenoviert unsaniert renovierungsbedurftig sanierungsbedurftig \
        baufallig
    neubau neubauwohnung erstbezug / altbau altbauwohnung
    barrierefrei rollstuhlgerecht / unzuganglich
    freistehend freistehendes / reihenhaus doppelhaushalfte reihenmittelhaus reihenendhaus
    fensterlos innenliegend / tageslichtbad
    hellhorig / schalldicht schallisoliert schallgedammt
    strassenseitig / hofseitig gartenseitig ruckseitig
    unterkellert / nichtunterkellert kellerlos
    uberdacht / unuberdacht freiluft
    eingezaunt umzaunt / zaunlos
    hochgezogen hochgefahren / heruntergelassen runtergelassen
    ausgefahren / eingefahren
    angebaut errichtet gebaut / abgerissen abgebaut ruckgebaut
    eroffnet / dichtgemacht geschlossen
    gegrundet / aufgelost
    oberirdisch / unterirdisch
    befestigt asphaltiert geteert gepflastert / geschottert schotterweg schotterstrasse feldweg unbefestigt
    steil abschussig / flach eben
    seicht flach / tief
    stadtisch / landlich dorflich
    kuste / binnenland landesinnere
    diesseits / jenseits
    zentral zentrumsnah zentrum / abgelegen stadtrand abseits entlegen
    nah nahe / weit fern
    tariflich tarifgebunden / aussertariflich
    agil scrum / wasserfall wasserfallmodell
    papiergebunden handschriftlich / elektronisch digital maschinengeschrieben
    fix fixe fixer / variable variables flexible
    festpreis / verhandelbar verhandlungsbasis
    gewinn uberschuss / verlust defizit fehlbetrag
    guthaben erstattung ruckerstattung ruckzahlung / nachzahlung nachforderung schulden
    prepaid prepaidkarte / vertrag laufzeitvertrag postpaid
    ratenzahlung raten ratenkauf / einmalzahlung sofortzahlung
    zinslos zinsfrei unverzinst / verzinst
    zahlungsfahig solvent liquide / insolvent pleite bankrott zahlungsunfahig
    schuldenfrei / verschuldet schulden
    fallig / gestundet
    thesaurierend / ausschuttend
    erschwinglich bezahlbar / unbezahlbar unerschwinglich teuer
    ermassigt vergunstigt rabattiert / vollpreis
    absetzbar abzugsfahig / nichtabzugsfahig
    umlagefahig / nichtumlagefahig
    gemeinschaftseigentum / sondereigentum
    provisionsfrei / provisionspflichtig provision courtage maklergebuhr
    selbstgenutzt selbstbewohnt eigengenutzt / vermietet untervermietet leerstehend
    haftbar haftet / haftungsfrei
    notariell / formlos privatschriftlich
    kundbar / unkundbar
    formgebunden / formlos formfrei
    gewerblich gewerbliche / privat private
    kommerziell gewinnorientiert profitorientiert / gemeinnutzig ehrenamtlich
    werbefrei / werbung werbefinanziert
    mautfrei / mautpflichtig maut vignettenpflichtig
    zollfrei / zollpflichtig verzollt
    bleifrei / bleihaltig verbleit
    schadstofffrei / schadstoffbelastet
    fehlerfrei fehlerlos / fehlerhaft fehlerbehaftet
    fluoridfrei / fluoridhaltig fluorid
    parfumfrei / parfumiert parfum
    silikonfrei / silikonhaltig silikon
    chlorfrei / chlorhaltig gechlort chlor
    torffrei / torfhaltig torf
    kalkarm kalkfrei weich / kalkhaltig hart verkalkt
    wartungsfrei / wartungsintensiv wartungsbedurftig
    lizenzfrei / lizenzpflichtig
    genehmigungspflichtig / zulassungsfrei genehmigungsfrei
    visumfrei / visumpflichtig visumpflicht visum
    visafrei / visapflichtig visumpflichtig visum
    barzahlung / bargeldlos kontaktlos
    lagernd vorratig lieferbar / ausverkauft vergriffen nachbestellt
    selbstabholung selbstabholer / versand lieferung geliefert
    frachtfrei / unfrei
    fahrbereit fahrtuchtig / schrottreif fahruntuchtig stillgelegt
    fahrt verkehrt / ausgefallen
    verkehrt / eingestellt
    linkslenker linksverkehr / rechtslenker rechtsverkehr
    belebt verkehrsreich / verkehrsberuhigt menschenleer ausgestorben
    gestreut geraumt / vereist ungeraumt
    direktflug nonstop direktverbindung direktzug direkt durchgehend / umsteigen umstieg umsteigeverbindung \
        zwischenstopp zwischenlandung
    gang gangplatz / fenster fensterplatz
    pauschalreise / individualreise
    sperrig / handlich kompakt
    tragbar portabel mobil / stationar ortsfest festinstalliert
    vorhanden verfugbar dabei mitgeliefert / fehlt fehlen fehlend fehlende
    teilen teilt / eigenes eigener eigenen eigene
    lohnt lohnend lohnenswert / zwecklos
    benotigt erforderlich / entfallt entbehrlich erubrigt
    erfolgt stattfindet / entfallt ausfallt
    ausreichend genug genugend reicht / knapp mangelhaft unzureichend
    verlinkt / unverlinkt
    bemannt / unbemannt
    staubig / staubfrei
    keimfrei steril / verkeimt
    wasserloslich / wasserunloslich
    brennbar entflammbar / feuerfest schwerentflammbar
    hitzebestandig hitzefest / hitzeempfindlich
    kratzfest / kratzempfindlich
    luftdicht / luftdurchlassig
    atmungsaktiv / luftundurchlassig
    reflektierend / entspiegelt
    geradlinig / kurvig kurvenreich
    fifo / lifo
    erneuerbar erneuerbare erneuerbaren okostrom / fossil fossile fossilen atomstrom kohlestrom
    ubertragbar / personengebunden
    wiederaufladbar aufladbar / einwegbatterie
    doppelverglast dreifachverglast / einfachverglast
    schuldenfrei unbelastet / hypothek belastet
    stromlos spannungsfrei / bestromt
    unterdruckt verborgen / sichtbar angezeigt
    altersgemischt jahrgangsgemischt / altershomogen jahrgangsrein
    zweisprachig bilingual / einsprachig
    frischhefe / trockenhefe
    gespritzt spritze / schluckimpfung
"""
