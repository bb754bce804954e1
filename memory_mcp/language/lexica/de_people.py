"""Words of German notes on people that exclude each other: plants, food, health, families, clubs, work, moods."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    sonnenliebend vollsonnig / schattenliebend schattenvertraglich vollschattig
    frosthart winterfest winterhart frostfest / kalteempfindlich frostempfindlich
    immergrun wintergrun / laubabwerfend sommergrun
    essbar / giftig ungeniessbar
    giftig / ungiftig harmlos
    bluhend bluht / verbluht abgebluht
    heimisch einheimisch / exotisch eingeschleppt invasiv gebietsfremd
    veredelt / wurzelecht
    kalkliebend / kalkempfindlich kalkmeidend
    selbstbefruchtend selbstfruchtend / fremdbefruchtend
    gedeiht prachtig angewachsen / eingegangen verdorrt vertrocknet abgestorben verkummert
    frisch frische / verwelkt welk
    anspruchslos genugsam / anspruchsvoll
    suss susse / salzig herzhaft pikant bitter
    roh rohe / gebraten gegart gebacken blanchiert gedunstet
    frisch frische frisches / tiefgekuhlt altbacken verdorben ranzig konserve
    kohlensaurehaltig sprudel sprudelnd sprudelwasser / still stilles kohlensaurefrei
    glutenfrei / gluten
    laktosefrei / laktose
    zuckerfrei / zucker
    alkoholfrei / alkohol
    koffeinfrei / koffein
    nussfrei / nusshaltig nusse
    milchfrei / milchhaltig kuhmilch
    sojafrei / sojahaltig soja
    eifrei / eihaltig eier
    vegan veganer veganerin / kase quark eier kuhmilch fisch fleisch wurst
    vegetarisch vegetarier vegetarierin / speck schinken huhnchen hackfleisch salami rindfleisch schweinefleisch \
        steak schnitzel fisch
    fettfrei entfettet / fettig vollfett
    knusprig kross / matschig labbrig
    dickflussig zahflussig / dunnflussig
    naturtrub trub trube / klar klare
    angebrochen / originalverpackt ungeoffnet verschlossen
    bio biologisch okologisch / konventionell
    hausgemacht selbstgemacht selbstgebacken selbstgekocht / fertigprodukt fertiggericht gekauft
    lecker kostlich / widerlich eklig scheusslich
    linkshandig / rechtshandig beidhandig
    linksfuss linksfusser / rechtsfuss rechtsfusser
    ansteckend infektios ubertragbar / harmlos
    gutartig gutartige / bosartig bosartige krebs
    akut akute / chronisch chronische
    vertragt vertraglich / allergie allergiker allergikerin unvertraglichkeit intoleranz
    gelenkig / gelahmt steif
    sehend / blind erblindet
    horend / gehorlos taub schwerhorig
    ambulant ambulante / stationar stationare
    kassenleistung kassenarztlich / selbstzahler selbstzahlerleistung privatleistung privatarztlich
    gesetzlich kassenpatient kassenpatientin / privatversichert privatpatient privatpatientin
    ubergewichtig adipos / untergewichtig normalgewichtig schlank
    schlank dunn / mollig fullig
    wach aufgewacht / schlaft eingeschlafen schlafend
    ausgeschlafen ausgeruht fit / mude ubermudet erschopft schlapp
    bewusstlos ohnmachtig / ansprechbar
    operativ / konservativ
    eingeliefert eingewiesen / entlassen
    entlassen gefeuert / eingestellt befordert
    abstinent / ruckfallig
    fieberfrei / fieber fiebrig fiebert
    schmerzfrei schmerzlos / schmerzhaft
    rezeptfreie / rezeptpflichtige
    geheilt genesen / unheilbar
    getrennt getrenntlebend geschieden / liiert zusammen
    kinderlos / kind sohn tochter zwillinge enkel
    einzelkind / bruder schwester geschwister zwilling zwillinge
    adoptiert adoptivkind adoptivtochter adoptivsohn / leiblich leibliche leiblicher
    ehelich / unehelich nichtehelich
    verwandt / fremd unbekannt
    alter / junger
    erstgeboren / nachzugler
    gemeinsames geteiltes / alleiniges
    versohnt vertragen / zerstritten verkracht
    versetzt / sitzengeblieben nichtversetzt
    ganztagsschule ganztagsklasse ganztagsbetreuung / halbtagsschule halbtagsbetreuung
    einzelunterricht / gruppenunterricht
    einzelarbeit / gruppenarbeit partnerarbeit teamarbeit
    prasenzunterricht / fernunterricht distanzunterricht onlineunterricht
    eingeschult / vorschulkind kindergartenkind
    ausleihbar / prasenzbestand
    aufgestiegen aufstieg aufsteiger / abgestiegen abstieg absteiger
    qualifiziert weitergekommen / ausgeschieden disqualifiziert
    amateur amateure / profi profis
    stammspieler stammspielerin startelf / ersatzbank ersatzspieler ersatzspielerin auswechselspieler reservist
    spielberechtigt einsatzbereit fit / gesperrt verletzt
    unverletzt / verletzt
    einzel / doppel
    mannschaftssport / individualsport
    mannschaftssportart teamsport / einzelsport
    flach eben / hugelig bergig
    geschlagen unterlegen / gesiegt siegreich
    beigetreten eingetreten mitglied / ausgetreten nichtmitglied
    aktives / passives
    aktiver / passiver
    aktive / passive
    reserviert nummeriert platzkarte platzkarten / unreserviert
    bestuhlt sitzplatz sitzplatze / stehplatz stehplatze unbestuhlt
    ausverkauft / restkarten abendkasse
    wiedergewahlt gewahlt / abgewahlt
    beschlussfahig / beschlussunfahig
    ja / nein
    zustimmung zusage / ablehnung absage
    angenommen / durchgefallen
    befurwortet unterstutzt / kritisiert bekampft missbilligt
    gelobt / getadelt kritisiert bemangelt
    schuldig verurteilt / freigesprochen
    straffrei / strafbar
    vorbestraft / unbescholten
    berufstatig erwerbstatig beschaftigt / arbeitslos erwerbslos hausfrau hausmann
    angestellte angestellter angestellt / freelancer freiberufler freiberuflerin freiberuflich selbststandig \
        selbstandig
    hauptberuflich hauptberufliche / nebenberuflich nebenberufliche
    haupterwerb / nebenerwerb
    homeoffice remote telearbeit / buro prasenz
    befordert / degradiert zuruckgestuft
    uberfordert / unterfordert gelangweilt
    uberbesetzt / unterbesetzt
    eingearbeitet erfahren / unerfahren neuling
    besetzt / vakant
    dienstfrei / dienst
    ruhetag geschlossen / geoffnet offen offnet
    durchgehend / mittagspause
    terminvereinbarung terminpflichtig voranmeldung / spontan unangemeldet terminfrei
    angemeldet / unangemeldet
    fruhaufsteher fruhaufsteherin fruhmensch / langschlafer langschlaferin morgenmuffel nachteule nachtmensch
    morgenmensch / abendmensch nachteule morgenmuffel
    sonnig heiter sonnenschein / regnerisch verregnet bedeckt trub
    regnet regnerisch verregnet / sonnig niederschlagsfrei
    windig sturmisch / windstill
    mild milder / frostig eisig bitterkalt
    verschneit / schneefrei
    zugefroren vereist / eisfrei
    kastriert sterilisiert / unkastriert unsterilisiert zuchtfahig
    stubenrein / unsauber
    freiganger freigangerin freigangerkatze freigang / wohnungskatze wohnungskater
    handzahm zahm / verwildert aggressiv
    friedlich / aggressiv bissig
    reinrassig rassehund rassekatze / mischling
    pflanzenfresser / fleischfresser
    angeleint leinenpflicht / freilaufend freilauf
    entlaufen vermisst verschwunden verschollen / wiedergefunden aufgetaucht zuruckgekehrt
    verloren / gefunden wiedergefunden
    glucklich froh frohlich gutgelaunt / traurig deprimiert niedergeschlagen betrubt
    zufrieden begeistert / unzufrieden enttauscht verargert entsetzt
    gelassen entspannt / nervos gestresst angespannt aufgeregt
    mutig / angstlich feige
    selbstbewusst / schuchtern
    hoflich nett / frech unhoflich grob
    interessiert / desinteressiert gleichgultig gelangweilt
    spannend / langweilig ode
    introvertiert / extrovertiert extravertiert
    fleissig / faul
    sparsam geizig knauserig / verschwenderisch grosszugig
    ehrlich / verlogen
    einig / zerstritten uneinig
    beliebt / verhasst
    motiviert / demotiviert lustlos
    hungrig / satt
    zuversichtlich / skeptisch
    lustig / ernst
    schwindelfrei / hohenangst
    absichtlich vorsatzlich / versehentlich unabsichtlich
    freiwillig / gezwungen erzwungen zwangsweise
    sinnvoll / sinnlos
    wertvoll / wertlos
    geschmackvoll / geschmacklos
    rucksichtsvoll / rucksichtslos
    verantwortungsvoll / verantwortungslos
    humorvoll / humorlos
    hoffnungsvoll / hoffnungslos
    wirkungsvoll wirksam / wirkungslos
    erfolgreich / erfolglos
    schadlich / nutzlich harmlos
    hilfreich / nutzlos
    wohlhabend reich / mittellos verarmt
    modern modernes zeitgemass / altmodisch antiquiert
    beruhmt / unbekannt
    bleibt bleiben / verlasst ausscheidet
    behalt behalten / verkauft verschenkt abgegeben weggegeben
    verliehen ausgeliehen verborgt / zuruckgegeben zuruckgebracht
    eingestiegen / ausgestiegen
    langhaarig langhaarige / kurzhaarig kurzhaarige
    lockig lockige / glatte glatt
    bartig vollbart / glattrasiert bartlos
    empfehlenswert ratsam / unratsam abzuraten
    betreut beaufsichtigt / unbetreut unbeaufsichtigt
    begleitet / unbegleitet allein
    uberfullt brechend / menschenleer leer
    muttersprachlich muttersprachler muttersprachlerin / fremdsprachler
    einheimische / zugezogen zugezogene
    rechtglaubig glaubig religios / atheist atheistisch konfessionslos
    getauft / ungetauft
    konfirmiert / unkonfirmiert
    pflegebedurftig / selbststandig rustig
    verbeamtet beamter beamtin / angestellt angestellte
"""
