"""Italian words that exclude each other. Lower case, without accents."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    attivo attiva attivi attive attivato attivata abilitato abilitata acceso accesa accesi accese / inattivo \
        disattivato disattivata disattivo disattiva disabilitato disabilitata spento spenta
    sempre / mai raramente
    spesso frequentemente / raramente
    sincrono sincrona sincroni sincrone sincronamente sync / asincrono asincrona asincroni asincrone asincronamente \
        async
    pubblico pubblica pubblici pubbliche pubblicamente / privato privata riservato riservata
    obbligatorio obbligatoria necessario necessaria indispensabile richiesto obbligatoriamente / facoltativo \
        facoltativa opzionale volontario volontaria superfluo superflua
    permesso consentito ammesso autorizzato permette consente ammette permettono consentono ammessi lecito / \
        vietato proibito vieta proibisce vietano proibiscono illecito impedisce negato
    aperto aperta apre aprono aperti / chiuso chiusa chiude chiudono chiusi
    ama adora amano adorano / odia detesta odiano detestano
    valido valida / invalido invalida scaduto scaduta nullo
    sicuro sicura / insicuro insicura pericoloso pericolosa rischioso rischiosa
    stabile / instabile
    mutabile modificabile / immutabile immodificabile
    prevedibile / imprevedibile
    completo completa totale / incompleto incompleta parziale
    corretto corretta giusto giusta esatto esatta / errato errata sbagliato sbagliata scorretto
    vero vera / falso falsa
    possibile / impossibile
    disponibile / indisponibile esaurito esaurita
    compatibile / incompatibile
    raggiungibile / irraggiungibile
    affidabile / inaffidabile
    visibile / invisibile nascosto nascosta
    leggibile / illeggibile
    reversibile / irreversibile
    regolare / irregolare
    dipendente / indipendente
    automaticamente automatico automatica automatici automatiche / manualmente manuale mano
    prima precedentemente / dopo successivamente
    precedente / successivo successiva seguente
    anteriore / posteriore
    davanti / dietro
    avanti / indietro
    anticipo anticipato / ritardo posticipato
    presto / tardi
    puntuale puntuali / ritardatario ritardo
    fermo ferma / movimento moto
    veloce velocemente rapido rapida rapidamente / lento lenta lentamente
    aumenta cresce aumentato aumentano crescono crescita / diminuisce cala diminuito calato diminuiscono calano \
        scende calo
    crescente ascendente / decrescente discendente
    locale locali localmente / remoto remota
    sposato sposata / celibe nubile divorziato divorziata vedovo vedova single scapolo
    interno interna interni interne internamente / esterno esterna esterni esterne esternamente
    dentro / fuori
    gratuito gratuita gratis gratuitamente / pagamento paga pagano
    sopra / sotto
    superiore / inferiore
    alto alta / basso bassa
    cima / fondo
    destra destro / sinistra sinistro
    mancino mancina / destrimano destro
    caldo calda / freddo fredda
    pieno piena / vuoto vuota
    occupato occupata affittato / libero libera vuoto sfitto libere
    primo prima / ultimo ultima
    lordo lorda / netto netta
    fisso fissa / variabile mobile
    determinato / indeterminato
    full full-time fulltime pieno / part-time parziale part
    singolo / multiplo multipli molteplici
    unico unica uniche / molteplici multipli
    vegetariano vegetariana vegano vegana / carnivoro onnivoro onnivora
    supportato supportata mantenuto mantenuta / deprecato deprecata obsoleto obsoleta dismesso dismessa
    cifrato cifrata cifrati crittografato crittografata criptato criptata / chiaro
    chiaro chiara / scuro scura
    minuscolo minuscola / maiuscolo maiuscola
    sensitive sensibile / insensitive insensibile indifferente
    rumoroso rumorosa / silenzioso silenziosa
    economico economica conveniente economiche / caro costoso costosa
    pulito pulita / sporco sporca sporchi
    asciutto asciutta secco secchi / bagnato bagnata umido umida
    dolce / amaro amara
    magro magra / grasso grassa
    rigido rigida / flessibile morbido morbida
    lungo lunga lunghi / corto corta breve
    stretto stretta / largo larga larghi
    spesso spessa / sottile
    pesante / leggero leggera
    grande grosso / piccolo piccola
    giovane / anziano anziana vecchio vecchia
    nuovo nuova nuovi / vecchio vecchia vecchi usato
    moderno moderna / antico antica antichi
    sano sana guarito guarita / malato malata ammalato
    vivo viva / morto morta deceduto deceduta defunto
    presente / assente
    funziona funzionano funzionante funzionanti / guasto guasta rotto rotta fallisce falliscono
    passa passano riesce / fallisce falliscono
    riuscito riuscita / fallito fallita
    successo / fallimento insuccesso
    accettato accetta accettano accolto / rifiutato rifiuta rifiutano respinto respinge
    incluso inclusa inclusi incluse compreso compresa comprese compresi include comprende / escluso esclusa esclusi \
        escluse esclude
    collegato collegata connesso connessa online / scollegato scollegata disconnesso offline
    bloccato bloccata / sbloccato sbloccata
    montato / smontato
    assunto assunta / licenziato licenziata dimesso
    promosso promossa / bocciato bocciata rimandato
    vince vinto / perde perso
    aggiunto aggiunta / rimosso rimossa tolto
    mantenuto conservato conservata conserva conservano salvato mantiene mantenuta / scartato scartata eliminato \
        eliminata cancellato cancellata elimina cancella scarta buttato
    persiste sopravvive persistono sopravvivono / svuota svuotata svuotano azzera azzerata azzerano
    persistente / volatile
    permanente definitivo definitiva / temporaneo temporanea provvisorio provvisoria
    sequenziale sequenzialmente seriale / parallelo parallela
    statico statica statiche / dinamico dinamica dinamiche
    centralizzato centralizzata / distribuito distribuita decentralizzato
    monolite monolitico / microservizi
    relazionale / documentale
    verticale verticalmente / orizzontale orizzontalmente
    positivo positiva / negativo negativa
    maggiorenne / minorenne
    maschio maschile / femmina femminile
    astemio astemia / beve
    ateo atea / credente
    vendita / venduto venduta
    affitto / proprieta
    diurno diurna / notturno notturna
    feriale / festivo
    sufficiente / insufficiente
    massimo massima / minimo minima
    univoco univoca unico univoche uniche / duplicato duplicata
    commestibile innocuo / velenoso velenosa tossico tossiche
    domestico domestica domestiche / selvatico selvatica selvatiche
    docile mansueto / aggressivo aggressiva
    pianeggiante / ripido
    asfaltato asfaltata / sterrato sterrata
    urbano urbana / extraurbano extraurbana
    favorevole favorevoli / contrario contraria contrari
    colpevole / innocente
    laico laica laiche / religioso religiosa
    professionista / dilettante
    titolare / riserva supplente
    sordo / udente
    cieco ciechi / vedente
    stateless / stateful
    case-sensitive / case-insensitive
    monorepo / multirepo polyrepo
    open-source opensource / proprietario proprietaria
    compilato compilata / interpretato interpretata
    lazy / eager
    read-only readonly / read-write scrivibile
    bloccante bloccanti / non-bloccante asincrono
    casuale casuali random / sequenziale sequenziali
    ottimistico ottimistica ottimistiche / pessimistico pessimistica
    tab tabulazioni / spazi
    utc / locale locali
    single-tenant / multi-tenant
    arredato arredata ammobiliato / vuoto vuota
    soleggiato soleggiata / ombreggiato ombreggiata
    fertile / sterile
    vicino vicina / lontano lontana distante
    dritto / storto
    estroverso / introverso
    felice / triste
    facile semplice / difficile complicato complesso
    utile / inutile
    forte / debole
    ricco ricchi / povero povere
    normale / anomalo anomala
    naturale / artificiale sintetico sintetica sintetiche
    artigianale / industriale
    fresco fresca freschi / surgelato surgelata congelato
    cotto cotta / crudo cruda
    frizzante gassata / liscia
    orario oraria / antiorario antioraria
    confermato confermata / annullato annullata disdetto disdetta
    approvato approvata / respinto respinta bocciato
    risolto risolta / irrisolto aperto aperta
    riservato riservata / aperto aperta
    coperto coperta / scoperto scoperta
    diretto / scalo scali
    finito concluso terminato conclusa / incompiuto incompiuta
    installato / disinstallato
    pagato pagata saldato saldata / insoluto
    severo severa rigoroso rigorosa severe / permissivo permissiva tollerante
    verboso / conciso
    cloud / premise premises on-premise on-premises onpremise
    monouso / riutilizzabile
    cartaceo cartacea / digitale elettronico telematico elettroniche telematiche
    presenza / distanza online
    individuale singolarmente / collettivo coppie coppia squadre
    efficace / inefficace
    legale / illegale
    formale / informale
    diretto diretta direttamente / indiretto indiretta indirettamente
    limitato limitata / illimitato illimitata
    ordinato ordinata / disordinato disordinata
    abitato abitata / disabitato disabitata
    tollerante / intollerante
    ottimista / pessimista
    lucido / opaco opaca opachi
    uguale identico identiche / diverso diversa
    giorno / notte
    mattina mattino / sera pomeriggio
    entrante / uscente
    nazionale / internazionale
    upstream / downstream
    push / pull
    enabled on / disabled off
    salita / discesa
    maggiore / minore
    montagna / mare
    nativo nativa / straniero straniera straniere
    adatto adatta idoneo idonea / inadatto inadatta inidoneo
    accessibile / inaccessibile
    sobrio / ubriaco ubriachi
"""
