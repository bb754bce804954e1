"""Italian words that exclude each other, domain by domain: software, homes, food, health, money, law, travel, work."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    aggiornato aggiornati attuale recenti / obsoleto obsoleta obsoleti superato antiquato arretrato
    sovradimensionato sovrabbondante / sottodimensionato
    sovrastimato sopravvalutato sovrastima / sottostimato sottovalutato sottostima
    sovraccarico sovraccarichi / sottoutilizzato scarico scarichi
    espanso espansa aperto aperta / compresso compressa ripiegato collassato
    compresso compressa zippato gzippato pacchettizzato / decompresso scompattato grezzo raw
    grezzo grezza / raffinato elaborato lavorato
    incrementale incrementali / integrale totale
    ordinato ordinata / casuale aleatorio sparso
    editabile modificabile scrivibile / immutabile readonly bloccato
    unidirezionale monodirezionale / bidirezionale
    simmetrico simmetrica simmetriche / asimmetrico asimmetrica asimmetriche
    sintomatico sintomatica / asintomatico asintomatica
    integrato integrata incorporato / esterno esterna separato separata
    dedicato dedicata / condiviso condivisa shared
    esclusivo esclusiva personale individuale / condiviso condivisa collettivo
    opensource / commerciali proprietario
    lossless / lossy
    immediato immediata immediatamente istantaneo subito / graduale progressivo differito differita
    anticipato / differito
    verboso prolisso dettagliato / conciso sintetico stringato scarno sintetiche
    dettagliato approfondito / sommario superficiale
    deterministico deterministica / aleatorio casuale stocastico probabilistico
    effimero effimera volatile effimere / persistente durevole permanenti
    infiniti illimitato / finito limitato paginato paginata
    ricorsivo ricorsiva ricorsivamente / iterativo iterativa
    fisico fisica fisiche / virtuale virtuali virtualizzato
    nativi / emulato emulata virtualizzato
    monolingue / bilingue multilingue plurilingue trilingue
    monoutente / multiutente
    monotenant / multitenant
    monothread singlethread / multithread multithreaded multithreading
    monofase / trifase
    monocromatico monocromatica / colori
    anonimo anonima anonimizzato anonimizzata / nominativo nominativa identificato
    pubblicato pubblicata / bozza
    committato tracciato / gitignorato ignorato
    hardcoded cablato cablata / configurabile parametrico parametrizzato configurato
    cablato cablata cavo ethernet / wireless wifi
    wired / wireless
    whitelist allowlist / blacklist denylist
    relativi / assoluto assoluta assoluti
    avviato avviata / fermo fermato arrestato stoppato spento
    vincolante tassativo imprescindibile categorico / indicativo orientativo discrezionale facoltativo consigliato
    necessario indispensabile essenziale / superfluo accessorio opzionale
    mantenuto mantenuta manutenuto supportato / abbandonato abbandonata dismesso
    archiviato archiviata / attivo attiva
    analogico analogica analogici analogiche / digitali
    nullable / valorizzato obbligatorio
    deduplicato deduplicata / duplicato duplicata
    sql / nosql
    polling / webhook websocket push
    realtime / batch differito differita
    diretta / differita registrato registrata
    evaso evasa / inevaso sospeso pendente arretrato
    risolto chiuso / pendente irrisolto
    selfhosted autogestito autogestita / gestito hosted saas managed
    internalizzato inhouse / esternalizzato esternalizzata appaltato appaltata outsourcing
    globali globalmente / locale locali localmente
    generico generica generale generiche / specifico specifica
    standard predefinito predefinita / personalizzato personalizzata
    singolare / plurale
    pari / dispari
    ridondante ridondato ridondata / singolo singola
    dhcp dinamico dinamiche / statico statiche
    crescente ascending asc / decrescente descending desc
    aggregato aggregata / disaggregato disaggregata
    accoppiato / disaccoppiato
    annidato annidata nidificato / piatto piatta
    testuale / binario binaria
    sensibile / insensibile
    crittografato cifrato hashato criptato / chiaro plaintext
    esplicito esplicita esplicitamente / implicito implicita implicitamente
    attendibile / inattendibile sospetto
    stabili / sperimentale instabile
    maturo matura / sperimentale
    sicura affidabile / vulnerabile
    leggero / pesante
    nascosto nascosta celato / esposto esposta visibile
    pubblico esposto / interno
    unanime unanimita / maggioranza
    maggioranza / minoranza
    segreto segreta / palese
    verificato verificata accertato / presunti smentito
    smentito smentita / confermato confermata
    collegato / staccato isolato
    isolato isolata / condiviso
    esaurito esaurita terminato / disponibile disponibili
    disponibili scorta / esauriti esaurite
    luminoso luminosa / buio buia oscuro
    ristrutturato ristrutturata rinnovato restaurato / fatiscente degradato diroccato
    agibile / inagibile pericolante
    abitato affittato locato occupato / sfitto sfitta disabitato libero libere
    acquistato acquistata comprato comprata / affitto affittato affittata noleggio noleggiato noleggiata leasing \
        prestito
    acquistato comprato acquistata comprata / regalato regalata ereditato ereditata rubato
    venduto venduta / tenuto tenuta conservato invenduto
    proprieta / noleggio leasing prestito locazione comodato
    proprietario proprietari proprietaria / inquilino inquilini inquilina affittuario locatario conduttore
    autonomo autonoma / centralizzato centralizzata condominiale condominiali
    privato privata / condominiale condiviso
    graditi benvenuti gradito benvenuto tollerati tollerato benvenuta / banditi bandito vietato sgradito
    ammessi ammesso ammesse accettati / banditi bandito vietati vietate esclusi
    scorrevole scorrevoli / battente
    funzionante riparato riparata aggiustato aggiustata intatto integro perfetto / rotto guasto difettoso \
        danneggiato spaccato crepato fulminato bruciato inceppato
    funziona funzionano / bloccato fulminato inceppato difettoso crasha
    impermeabile stagno ermetico / permeabile
    spalancato / chiuso serrato socchiuso
    portatile portatili / fisso fissa
    frontale / laterale
    soleggiato soleggiata assolato assolata / ombra ombreggiato ombroso mezzombra
    rustico rustica resistenti robusto rustiche / delicato delicata fragile
    sempreverde sempreverdi / deciduo decidua caducifoglia caducifolia spogliante
    perenne perenni / annuale annuali stagionale
    rigoglioso rigogliosa vegeto / secco secca appassito appassita morto morta avvizzito secchi
    fiorito fiorita / sfiorito appassito
    biologico biologica biologici bio biologiche / convenzionale
    autoctono autoctona / esotico alloctono esotiche
    acido acida acidofilo / alcalino calcareo basico basiche
    bollente bollenti / gelato ghiacciato ghiacciata freddo
    tiepido caldo / gelido gelata ghiacciato
    dolce dolci / salato salata salati piccante
    piccante piccanti / delicato delicata
    salato salata / insipido sciapo
    vegetariano vegetariana vegano vegana / bistecca prosciutto manzo salame
    fresco freschi / essiccato essiccata stantio raffermo scaduto stagionato stagionata scatola scaduta
    maturo matura maturi / acerbo acerba acerbi
    integrale integrali / raffinato raffinata
    zuccherato zuccherata dolcificato / amari amara
    alcolico alcolica alcolici alcoliche / analcolico analcolica analcolici
    decaffeinato decaffeinata deca / caffeina
    frizzante effervescente / naturale
    macinato macinata / grani chicchi
    intero intere / scremato scremata
    celiaco celiaca / glutine
    allergico allergica intollerante allergiche / tollera tollerato digerisce
    digiuno / sazio pieno
    buono buona squisito ottimo / cattivo cattiva pessimo disgustoso
    ottimo ottima eccellente / pessimo pessima scarso scadente
    mancino mancina / destrorso destrorsa destrimane
    contagioso contagiosa infettivo / innocuo
    acuto acuta / cronico cronica croniche
    maligno maligna / benigno benigna
    sedentario sedentaria / sportivo sportiva dinamico dinamiche
    obeso obesa sovrappeso / sottopeso normopeso magro
    miope / presbite ipermetrope
    iperteso ipertesa ipertensione / ipoteso ipotesa ipotensione
    ipertiroidismo / ipotiroidismo
    ricoverato ricoverata degente / dimesso dimessa
    guarito guarita ristabilito / malato peggiorato convalescente influenzato
    migliora migliorato migliorata miglioramento / peggiora peggiorato peggiorata peggioramento
    sveglio sveglia / addormentato addormentata
    unilaterale / bilaterale
    generico equivalenti generiche / originali griffato
    sterile / contaminato infetto
    salito salita / sceso scesa
    risale rincara rincaro / ribasso ribassato calano
    aumenti rialzo / calo ribasso diminuzione
    aumentato alzato alzata incrementato raddoppiato innalzato / abbassato abbassata ridotto ridotta diminuito \
        dimezzato calato
    ingrassato ingrassata / dimagrito dimagrita
    primogenito primogenita / secondogenito secondogenita ultimogenito
    adottato adottata adottivo adottiva / biologico biologiche
    convive convivono conviventi / separati separato
    fidanzato fidanzata impegnata / libera libere
    vivente / defunto defunta scomparso deceduto deceduta
    statale / privato paritario
    superato superata passato / bocciato fallito respinto
    superi / fallisce
    scritto scritta / orali
    laureato laureata / fuoricorso
    agonistico agonistica professionistico agonistiche professionistiche / amatoriale dilettantistico dilettante \
        dilettantistiche
    numerato numerata numerati assegnato assegnati / libero liberi libere
    seduti seduto seduta / piedi
    vittoria vinta vinto / sconfitta persi perso pareggiato pareggio
    gratis gratuito gratuita omaggio gratuitamente / costi costano oneroso
    appuntamento prenotazione / libero libere
    continuato / spezzato
    prepagato prepagata ricaricabile / abbonamento
    anticipatamente anticipato / posticipato posticipata
    credito / debito
    tassato tassata imponibile / esente esentasse
    rate rateizzato / unica uniche
    avanzo surplus / disavanzo deficit
    scontato scontata / intero pieno intere
    cointestato cointestata / individuale monointestato
    incassato riscosso / insoluto impagato
    ricorrente ricorrenti periodico periodiche / occasionale unatantum
    forfettario forfettaria forfait / consuntivo analitico analitiche
    rinnovato rinnovata prorogato prorogata / disdetto disdetta cessato scaduto decaduto scaduta decaduta
    vigore vigenti / abrogato abrogata abolito abolita decaduto decaduta
    transitorio transitoria / definitivo stabili
    assolto assolta / condannato condannata
    colposo / doloso
    consensuale / giudiziale
    civili / penale
    comunione / separazione
    congiunto / esclusivo
    legittimo legittima regolare / abusivi illegittimo
    legale lecito / abusivi
    diretto / cambi coincidenza
    finestrino / corridoio
    mezza / completi
    stiva / cabini
    affollato affollata gremito trafficato / deserti deserta tranquillo
    pieghevole / rigido
    soppresso soppressa cancellato / confermato regolare
    mosso agitato / calmi piatto
    remoto smartworking telelavoro homeoffice / presenza ufficio sedi onsite
    distanza / presenza auli
    junior / senior
    precario precaria / stabili ruolo
    retribuito retribuita stipendiato remunerato pagato / volontario gratuito
    pensione pensionato pensionata / lavora impiegato impiegata
    disoccupato disoccupata / assunto assunta impiegato impiegata
    mattiniero mattiniera / nottambulo nottambula dormiglione
    precoci / tardivo tardiva
    sporadico sporadica saltuario occasionale occasionalmente saltuariamente sporadiche / regolare regolarmente \
        costante continui frequente assiduo abitualmente
    continui ininterrotto / intermittente discontinuo
    frequente frequenti / rari infrequente
    comune diffuso / rari
    eterni / temporaneo
    profondo profonda / superficiale
    basso fondo / profondo
    pianeggiante / scosceso ripido ripida
    tranquillo tranquilla silenzioso quieti / chiassoso rumoroso trafficato
    centrali / periferico periferica periferiche
    recintato recintata / aperto
    anteriore / posteriore retro
    fronte / retro
    carico carica carichi / scarico scarica scarichi
    dolce amabile abboccato / secco secca brut secchi
    davanti fronte / dietro retro
    sterilizzato sterilizzata castrato castrata / fertile incinta gravida
    mansueto mansueta docile / aggressivo mordace feroce
    socievole espansivo espansiva estroverso / timido timida introverso schivo
    padronale / randagio randagia
    domestico domestiche / randagio
    allegro allegra contenti / tristi scontento scontenta
    calmi tranquillo sereno / nervosi agitato agitata ansiosi
    simpatico simpatica simpatiche / antipatico antipatica odioso antipatiche
    generosi / avaro avara tirchio
    coraggioso coraggiosa / pauroso paurosa vigliacco vigliacchi
    laborioso laboriosa / pigro pigra svogliato
    loquace chiacchierone chiacchierona / taciturno taciturna
    sinceri onesto / bugiardo bugiarda
    modesti umile / arroganti superbo
    accordo favorevole / disaccordo contrario contraria
    amico amica amiche / nemico nemica nemiche
    piace piacciono apprezza gradisce adora / odia detesta disprezza schifo
    riccio ricci riccia / liscio lisci liscia
    morbido morbida molle soffice / duro dura
    ruvido ruvida / liscio liscia levigato
    solido solida / liquido liquida
    denso densi / fluidi liquido
    concavo / convesso
    affilato affilata / smussato
    opaco opaca opachi / trasparente brillanti
    satinato / lucido
    autentico autentica originali autentiche / falso contraffatto copie finto finta
    reale vero / finto finta
    originali / fotocopia copie
    ampio ampia spazioso / angusto stretto
    abbondante / scarso scarsa
    molto molta molti tanti / poco pochi
    vincente / perdente
    donato donata regalato / venduto venduta
    restituito restituita reso / trattenuto trattenuta
    smarrito smarrita perso / ritrovato ritrovata
    consegnato consegnata recapitato / giacenza smarrito
    domicili / negozio
    completato completata ultimato ultimata terminato finito concluso / incompiuto interrotto sospeso incompiuta
    rinviato rinviata rimandato rimandata posticipato / confermato confermata anticipato
    rispettato rispettata / violato disatteso
    abolito abolita soppresso / vigenti introdotto
    riunito unito uniti / separati diviso divisi
    insieme congiuntamente / separatamente
    concesso concessa accordato / negato negata revocato rifiutato
    approvato passato / bocciato
    sospeso sospesa interrotto / ripreso ripresa
    eletto eletta / sconfitto
    partecipa aderisce / diserta assente
    guidato guidata accompagnato / libero libera libere
    cittadino urbano urbana / rurali campagna
    ventilato arieggiato / soffocante
    innevato / spoglio
    cartaceo / digitali elettronico elettroniche
    stampato stampata / digitali
    maggiorato / ridotto
    anticorrosivo / ossidabile
    dentro / esterno fuori
    resti rimane restano rimangono / lascia abbandona trasferisce
    protetto protetta / esposto vulnerabile
    facilmente / difficilmente
    volentieri / malvolentieri controvoglia
    meglio / peggio
    migliore / peggiore
    aereo aerea / interrato
    riempito riempita / svuotato svuotata
    tesserato tesserata iscritto / esterno
    sovvenzionato / autofinanziato
    umano / automatico automatiche
    obbligato obbligata tenuto tenuta / esonerato esentato esente dispensato
    esonerato esonerata esentato / soggetto paga
    indeterminato / stagionale
    permanenti fisso / itinerante ambulanti
    stanziale / migratore
    fisso fissa / variabile flessibile
    rigido fisso / flessibile flessibili
    vantaggioso / svantaggioso
    guadagna / perde
    attivo / passivi
    maggioritario / proporzionale
    nubile / sposata
    solvente / insolvente
    idoneo / riformato
    nuovo / usata usato ricondizionato
    intonso / sgualcito rovinato
    rovinato rovinata / perfetto intatto
    singolo / doppio coppia
    assegnato assegnata / vacanti scoperto
    ricoperto coperto / vacanti
"""
