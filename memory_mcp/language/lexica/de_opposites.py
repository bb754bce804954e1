"""German words that exclude each other. Lower case, without accents."""

from __future__ import annotations

from typing import Final

# Adjectives that un- turns into their opposites.
_UN: Final = """
    abhangig angenehm auffallig beaufsichtigt bedenklich bedeutend befahrbar befestigt befriedigend begrenzt
    begrundet behandelt bekannt beleuchtet beliebt benutzbar benutzt berechtigt besetzt bestatigt beweglich
    bewusst bezahlbar brauchbar echt ehrlich eingeschrankt einig empfindlich erfahren erforscht erledigt
    ersetzbar erwartet erwunscht fahig fair formatiert freiwillig freundlich fruchtbar gebacken gebeizt
    gebleicht gebraucht gebremst gebugelt gebunden gecacht gechippt gechlort gedampft gedeckt gedruckt geduldig
    gedungt geeicht geeignet geerntet gefahrlich gefarbt gefiltert gefuttert gehackt gehorsam geimpft gejatet
    gekennzeichnet geklart geklebt gekocht gekuhlt gelesen gelocht gemacht gemahlen gemeldet genau genugend
    genutzt geoffnet geolt gepflastert gepflegt gepolstert geprobt gepruft gepuffert geputzt gerahmt geraumt
    geregelt gesalzen gesattigt gesaugt geschalt geschliffen geschult geschutzt gesichert gespritzt gespult
    gestempelt gestort gestreut gesund getauft geteert getestet getrocknet geubt gewachst gewaschen gewischt
    gewohnlich gewollt gewurzt gezeichnet gleich glucklich gultig gunstig indiziert initialisiert interessant
    kastriert komfortabel kompliziert konfiguriert kritisch kundbar lesbar leserlich limitiert lizenziert
    loslich merklich mobliert modern musikalisch nutz ordentlich passend patentiert personlich praktisch
    problematisch punktlich qualifiziert regelmassig reif rentabel ruhig sachlich schadlich schuldig sichtbar
    signiert sortiert stetig strukturiert teilbar treu uberlegt uberwacht unterbrochen veranderlich verandert
    verbindlich verbleit verdachtig verdaulich verfugbar verheiratet verkauflich verletzt vermeidbar vernunftig
    verschlossen verschlusselt versehrt versichert versioniert verstandlich vertraglich verwundbar vollstandig
    vorbereitet vorhersehbar wahrscheinlich wesentlich wichtig wirksam wirtschaftlich zerstorbar zufrieden
    zugangig zuganglich zulassig zumutbar zurechnungsfahig zustandig zutreffend zuverlassig
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    aktiviert aktiv aktive aktivierte eingeschaltet angeschaltet scharfgeschaltet / deaktiviert inaktiv inaktive \
        deaktivierte ausgeschaltet abgeschaltet abgestellt stillgelegt lahmgelegt
    immer stets jedesmal / nie niemals nimmer
    synchron synchrone synchronen / asynchron asynchrone asynchronen async
    offentlich public opensource quelloffen / privat private intern geheim vertraulich nichtoffentlich proprietar
    an ein / aus
    pflicht verpflichtend obligatorisch vorgeschrieben zwingend verbindlich erforderlich pflichtfeld pflichtfach \
        pflichtangabe pflichtparameter pflichtveranstaltung required mandatory unerlasslich unverzichtbar / freiwillig \
        optional optionale fakultativ unverbindlich entbehrlich verzichtbar uberflussig wahlfrei wahlfach kann-feld
    notig notwendig benotigt / unnotig uberflussig entbehrlich optional
    vor vorm / nach nachm
    davor vorher zuvor / danach nachher hinterher anschliessend
    vormittag vormittags / nachmittag nachmittags
    liebt mag lieben mogen gern gerne schwarmt begeistert / hasst verabscheut hassen ungern zuwider ekelt \
        verschmaht
    erlaubt gestattet zulassig zugelassen genehmigt freigegeben legal willkommen geduldet erlauben erlaubte darf \
        durfen / verboten untersagt unzulassig unerlaubt illegal verbieten untersagen tabu verbotene unstatthaft \
        unerwunscht verbietet nichtgestattet
    offen geoffnet offene offenen offenstehend auf offnet offnen / geschlossen zu zugesperrt verschlossen \
        abgeschlossen verriegelt geschlossene geschlossenen zugemacht schliesst
    offen ausstehend unerledigt anhangig / erledigt abgeschlossen fertig beglichen behoben gelost gefixt
    gesperrt blockiert blockt zu / offen frei freigegeben entsperrt freigeschaltet befahrbar begehbar passierbar
    gultig valide wirksam / ungultig abgelaufen verfallen hinfallig nichtig invalide unwirksam
    haltbar geniessbar / verdorben abgelaufen ungeniessbar schimmlig
    sicher / unsicher gefahrlich riskant
    automatisch automatisiert automatische automatisches maschinell vollautomatisch selbsttatig / manuell manuelle \
        manuelles handisch handgesteuert
    lokal / entfernt remote cloud cloudbasiert
    onpremise onprem selbstgehostet hausintern / cloud cloudbasiert saas
    online erreichbar verfugbar up / offline unerreichbar down abgesturzt ausgefallen
    steigt wachst zunehmend gestiegen erhoht zugenommen angestiegen steigend steigen / sinkt fallt gesunken \
        abnehmend gefallen reduziert gesenkt abgenommen fallend sinkend rucklaufig verringert sinken
    wahr richtig korrekt zutreffend / falsch inkorrekt unwahr unzutreffend fehlerhaft unkorrekt
    true / false
    gut super hervorragend / schlecht mies miserabel schlimm mangelhaft
    besser / schlechter
    schnell schnelle flott rasch zugig schneller / langsam langsame trage gemachlich langsamer lahm schleppend
    verschlusselt chiffriert verschlusselte verschlusselten / unverschlusselt klartext unchiffriert plaintext \
        unverschlusselte
    gehasht / klartext
    komprimiert gepackt gezippt / unkomprimiert entpackt
    verheiratet verheiratete vermahlt / ledig geschieden single verwitwet alleinstehend
    liiert vergeben / single solo
    intern inhouse / extern ausgelagert outgesourct fremdvergeben
    voll volle randvoll ausgebucht belegt besetzt / leer leere frei unbesetzt unbelegt
    bewohnt vermietet / unbewohnt leerstehend leer
    links linksseitig linksbundig linkshander linkshanderin / rechts rechtsseitig rechtsbundig rechtshander \
        rechtshanderin
    hell helle heller hellen helles lightmode / dunkel dunkle dunkler dunklen finster darkmode
    morgens vormittags fruhmorgens / abends nachmittags nachts spatabends
    verpflichtet / freigestellt befreit
    zuzahlungspflichtig gebuhrenpflichtig / zuzahlungsfrei gebuhrenfrei befreit
    kostenlos kostenfrei gratis umsonst gebuhrenfrei unentgeltlich eintrittsfrei frei / kostenpflichtig \
        gebuhrenpflichtig entgeltlich kostet kosten zahlt zahlen aufpreis kostenpflichtige bezahlt
    ehrenamtlich unbezahlt unentgeltlich / hauptamtlich bezahlt entlohnt vergutet
    bezahlt beglichen uberwiesen / unbezahlt ausstehend offen uberfallig
    aufsteigend aufsteigende aufsteigender asc / absteigend absteigende absteigender desc
    aufwarts bergauf hinauf / abwarts bergab hinunter
    vorwarts / ruckwarts
    oben oberhalb uber / unten unterhalb unter
    drinnen indoor innenbereich innerhalb / draussen outdoor aussenbereich ausserhalb
    innen / aussen
    vorne vorn / hinten
    vollzeit ganztags ganztagig vollzeitstelle / teilzeit halbtags halbtagig teilzeitstelle minijob
    befristet befristete befristeten zeitvertrag / unbefristet unbefristete unbefristeten entfristet
    vorubergehend temporar provisorisch ubergangsweise / dauerhaft permanent endgultig
    vorlaufig / endgultig rechtskraftig
    angestellt festangestellt / selbststandig freiberuflich arbeitslos selbstandig
    berufstatig / arbeitslos pensioniert ruhestand verrentet
    nass feucht nasse / trocken trockene
    heiss heisse warm warme / kalt kalte kuhl eiskalt gekuhlt
    wasserdicht wasserfest dicht / undicht wasserdurchlassig leckt tropft leck
    gefroren tiefgekuhlt / aufgetaut
    roh rohe / gekocht durchgebraten gekochte
    lebt lebendig lebend / tot verstorben gestorben verendet
    gesund gesunde genesen kerngesund wohlauf / krank kranke erkrankt krankgeschrieben arbeitsunfahig
    geimpft / ungeimpft
    vertragt vertragen / allergisch intolerant unvertraglich
    nuchtern / betrunken gegessen gefruhstuckt
    raucher raucherin raucht / nichtraucher nichtraucherin
    vegetarisch vegan vegetarier vegetarierin veganer veganerin fleischlos / fleischesser fleischesserin \
        allesesser fleisch wurst
    alkoholfrei alkoholfreies / alkoholhaltig alkoholisch
    koffeinfrei entkoffeiniert / koffeinhaltig
    laktosefrei / laktosehaltig
    glutenfrei / glutenhaltig
    zuckerfrei ungesusst / gesusst zuckerhaltig
    mild milde / scharf scharfe
    suss / sauer herb salzig
    fettarm / fettreich
    gekauft eigentum gekaufte eigentumer eigentumerin eigentumswohnung kauf / gemietet geliehen geleast leasing \
        gemietete geleaste leihwagen mietwagen leihgabe mietwohnung gepachtet miete mieter
    verkauft / behalten unverkauft
    nagelneu fabrikneu neu neuwagen / gebraucht gebrauchte generaluberholt secondhand refurbished gebrauchtwagen
    kaputt defekt defekte beschadigt gebrochen zerbrochen hinuber streikt ausgefallen / funktioniert intakt \
        funktionsfahig repariert heil unbeschadigt lauft einwandfrei funktionstuchtig geht
    funktioniert klappt gelingt erfolgreich gelungen geklappt grun bestanden funktionieren / scheitert versagt \
        fehlgeschlagen gescheitert misslungen misslingt abgebrochen streikt rot spinnt
    bestanden / durchgefallen durchgerasselt vergeigt
    gewonnen gewinnt siegt / verloren verliert unterliegt
    stabil zuverlassig verlasslich robust / instabil wackelig flaky unzuverlassig wacklig fehleranfallig
    unterstutzt supportet gepflegt supported empfohlen / veraltet deprecated abgekundigt obsolet
    aktuell / veraltet uberholt
    blockierend blocking / nichtblockierend nonblocking
    streng strikt rigide / locker lasch lax nachsichtig kulant
    gunstig billig preiswert gunstige gunstiger spottbillig billiger / teuer teure teurer kostspielig uberteuert
    laut laute lauter gerauschvoll / leise ruhig still leiser gerauschlos lautlos
    ausfuhrlich detailliert verbose / knapp kurz quiet
    lang lange langer / kurz kurze kurzer
    breit breite weit / schmal schmale eng enge
    dick dicke / dunn dunne
    schwer schwere / leicht leichte
    schwierig kompliziert schwer komplex anspruchsvoll / einfach leicht simpel unkompliziert trivial
    hoch hohe hoher / niedrig niedrige gering niedriger
    tief / flach seicht hoch
    stark starke / schwach schwache
    hart harte / weich weiche
    scharf / stumpf
    sauber gereinigt geputzt / schmutzig dreckig verschmutzt
    gerade / krumm schief ungerade
    ordentlich aufgeraumt / unordentlich chaotisch
    fruh fruhe fruher zeitig fruhzeitig / spat spate spater
    punktlich rechtzeitig / verspatet verspatung spat unpunktlich
    erste anfang beginn / letzte ende schluss
    minimum minimal mindestens / maximum maximal hochstens
    mehr / weniger
    viel viele reichlich / wenig wenige
    haufig oft regelmassig ofter / selten sporadisch
    wiederkehrend regelmassig mehrmals / einmalig
    anwesend prasent zugegen / abwesend verreist
    prasenz vor-ort prasenzveranstaltung prasenzpflicht / online virtuell remote digital fernunterricht homeoffice
    buro / homeoffice
    digital papierlos elektronisch / analog papier papierform ausgedruckt post postalisch briefpost
    schriftlich / mundlich
    angenommen akzeptiert zugesagt bewilligt genehmigt gebilligt zugestimmt freigegeben gemergt akzeptieren / \
        abgelehnt zuruckgewiesen verworfen abgesagt verweigert abgewiesen
    stattfindet stattfinden findet bestatigt / abgesagt gestrichen storniert verschoben
    gebucht reserviert / storniert abgesagt
    moglich machbar / unmoglich ausgeschlossen unmachbar
    begrenzt limitiert beschrankt gedeckelt / unbegrenzt unlimitiert unbeschrankt flatrate
    erstattbar erstattungsfahig stornierbar / nichterstattbar
    reversibel umkehrbar / irreversibel unumkehrbar
    veranderlich mutable anderbar editierbar beschreibbar / unveranderlich immutable schreibgeschutzt readonly
    persistent dauerhaft / fluchtig inmemory
    gespeichert behalten aufbewahrt archiviert aufgehoben bleiben / geloscht loscht loschen verworfen entsorgt
    vorhanden existiert installiert eingebaut / deinstalliert abgebaut ausgebaut entfernt
    angeschlossen verbunden gekoppelt / getrennt abgeklemmt entkoppelt
    angemeldet eingeloggt registriert / abgemeldet ausgeloggt unregistriert
    abonniert / gekundigt abbestellt
    kabelgebunden verkabelt kabel lan / kabellos drahtlos wlan funk
    statisch statische fixe / dynamisch dynamische variabel
    fest fix festpreis festverzinst starr feste festen / variabel flexibel gleitend dynamisch
    eindeutig unique / mehrdeutig
    einzeln allein alleine solo getrennt / gemeinsam zusammen
    geteilt gemeinsam / exklusiv dediziert separat
    zentral zentralisiert / dezentral verteilt
    horizontal waagerecht querformat / vertikal senkrecht hochkant hochformat
    rund / eckig quadratisch viereckig
    positiv positive / negativ negative
    parallel gleichzeitig nebenlaufig / sequenziell sequentiell nacheinander seriell
    eager sofort unverzuglich umgehend / lazy verzogert zeitversetzt
    inklusive inkl inbegriffen enthalten einschliesslich eingeschlossen / exklusive exkl extra zuzuglich separat
    dafur befurwortet / dagegen contra kontra
    eineiig / zweieiig
    mannlich / weiblich
    pflegeleicht / pflegeintensiv
    winterhart frostfest / frostempfindlich
    sonnig sonne / schattig schatten halbschatten
    einjahrig / mehrjahrig
    nachtaktiv / tagaktiv
    whitelist positivliste allowlist / blacklist blocklist negativliste
    kleinschreibung kleinbuchstaben lowercase kleingeschrieben / grossschreibung grossbuchstaben uppercase \
        grossgeschrieben
    singular einzahl / plural mehrzahl
    einseitig / beidseitig doppelseitig
    hochgeladen / heruntergeladen
    optimistisch / pessimistisch
    zustandslos stateless / zustandsbehaftet stateful
    kompiliert / interpretiert
    typisiert / untypisiert
    zutraulich zahm / scheu bissig wild
    pauschal / einzeln
    beheizt / unbeheizt
    asphaltiert / unbefestigt
    sitzend / stehend
    einspurig / zweispurig
    einstockig / mehrstockig
    beendet vorbei gestoppt angehalten gekundigt / lauft andauert weiterlauft fortgesetzt laufend
    begonnen gestartet / beendet gestoppt
    bewacht / unbewacht
    vegetarisch / fleischhaltig
    schulpflichtig / vorschulkind
    volljahrig erwachsen / minderjahrig
    umsatzsteuerfrei steuerfrei / steuerpflichtig umsatzsteuerpflichtig
    rezeptfrei / rezeptpflichtig verschreibungspflichtig
    meldepflichtig / meldefrei
    genehmigungsfrei / genehmigungspflichtig
    anmeldefrei / anmeldepflichtig
    ganzjahrig / saisonal
    rechtsverbindlich bindend / unverbindlich
    einlagig / mehrlagig
    abgenommen / zugenommen
    eingezogen / ausgezogen
    angekommen eingetroffen geliefert zugestellt / ausstehend verschollen unterwegs
    eingefroren / aufgetaut
    bestatigt / widerlegt dementiert
    verlangert / gekundigt beendet
    einstimmig / mehrheitlich
    privatversichert / kassenpatient kassenversichert
    zerlegt demontiert / montiert aufgebaut zusammengebaut
    eingepackt / ausgepackt
    gestrichen / ungestrichen
    gemaht / ungemaht
    iterativ / rekursiv
    mehrsprachig / einsprachig
    echtzeit / zeitversetzt batch
    deterministisch / zufallig randomisiert
    serverseitig / clientseitig
    schemalos / schemagebunden
    relational / dokumentenbasiert
    gefullt / leer
    geladen aufgeladen / entladen leer
    wolkenlos / bewolkt
    ausverkauft vergriffen / lieferbar verfugbar vorratig
    monatsanfang monatsbeginn / monatsende
    jahresanfang jahresbeginn / jahresende
""" + "\n".join(f"{word} / un{word}" for word in _UN.split())
