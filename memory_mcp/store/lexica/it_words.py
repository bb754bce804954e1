"""Classes of Italian words: of a thing one holds, or they narrow what is said; and words that exclude each other."""

from __future__ import annotations

from typing import Final

VALUES: Final = """
    rosso|rossa|rossi|rosse|bordeaux|amaranto blu|azzurro|azzurra|celeste|turchese verde|verdi \
        giallo|gialla|gialli|gialle nero|nera|neri|nere bianco|bianca|bianchi|bianche|avorio \
        grigio|grigia|grigi|grigie|antracite marrone|marroni arancione|arancio viola|lilla rosa|fucsia beige dorato
    legno|ligneo metallo|metallico plastica vetro ferro acciaio alluminio marmo ceramica|gres pietra cemento \
        cartone granito
    cotone lana lino seta pelle|cuoio pile poliestere jeans
    benzina diesel|gasolio gas|metano gpl elettrico|elettrica|elettriche pellet legna ibrido|ibrida
    celibe|nubile|single|scapolo sposato|sposata|coniugato|coniugata divorziato|divorziata|separato|separata \
        vedovo|vedova
    singola doppia matrimoniale tripla quadrupla
    asilo|materna elementare|elementari|primaria medie superiori|liceo universita
    prima|primo seconda|secondo terza|terzo quarta|quarto quinta|quinto sesta|sesto settima|settimo ottava|ottavo \
        decimo|decima terra|pianterreno|pianoterra interrato seminterrato rialzato attico|mansarda
    vegano|vegana vegetariano|vegetariana onnivoro|onnivora|carnivoro
    euro dollaro|dollari sterlina|sterline franchi yen
    rovere noce pino abete faggio ciliegio castagno mogano teak larice
    biondo|bionda castano|castana moro|mora
    http https
    camelcase|camel snake_case|snakecase|snake kebab-case|kebab pascalcase
    giurisprudenza economia ingegneria architettura psicologia medicina infermieristica odontoiatria
    acquario|acquari ariete toro gemelli cancro leone vergine bilancia scorpione sagittario capricorno
    mono bilocale trilocale quadrilocale monolocale
    pedonale ciclabile carrabile
    basso|bassa medio|media|medi|medie alto|alta
    fisso|fissa variabile misto|mista
    apprendista stagista dipendente|dipendenti autonomo|freelance|autonoma pensionato|pensionata|pensione \
        disoccupato|disoccupata studente|studentessa
    islamico|musulmano|musulmana cattolico|cattolica protestante|valdese ebreo|ebrea|ebraico ortodosso|ortodossa \
        buddista ateo|atea
    soleggiato|sereno nuvoloso|coperto piovoso nevoso
    piedi scuolabus treno autobus|bus|pullman|corriera tram metro|metropolitana aereo|volo nave|traghetto taxi
"""
NARROWING: Final = """
    primavera|primaverile|primaverili estate|estivo|estiva|estivi|estive autunno|autunnale|autunnali \
        inverno|invernale|invernali
    macos|mac|osx linux windows ios|iphone|ipad android ubuntu debian
    web|browser mobile|cellulare|smartphone desktop tablet
    chrome firefox safari edge
    produzione|prod staging|preproduzione|collaudo test|qa|testing sviluppo|dev locale|laptop ci|pipeline demo|sandbox
    frontend|front backend|back database|db|dbms cache coda|queue proxy|gateway
    client server
    ram|memoria disco|dischi|ssd|storage|archiviazione cpu|processore|core gpu rete|banda swap
    lettura|letture|leggere scrittura|scritture|scrivere connessione|connessioni inattivita|idle
    upload|caricamento download|scaricamento
    ingresso|ingressi|entrata|entrate uscita|uscite
    andata ritorno
    partenza|parte|partono|partire arrivo|arriva|arrivano|arrivare
    apertura|apre|aprono chiusura|chiude|chiudono
    inizio|inizia|comincia|iniziano fine|finisce|termina|finiscono|terminano durata|dura|durano
    mattina|mattino|mattutino|mattutina pomeriggio|pomeridiano|pomeridiana sera|serale|serali|serata \
        notte|notturno|notturna
    feriale|feriali|infrasettimanale festivo|festivi|festiva weekend|fine-settimana
    lavorativo|lavorativi vacanza|vacanze|ferie scuola|scolastico
    colazione pranzo cena merenda|spuntino aperitivo
    free|gratuito|gratis|base|basic pro|professional|premium business|enterprise|aziendale
    contabilita|amministrazione vendite|commerciale marketing magazzino|logistica hr|personale legale|legali \
        informatica acquisti assistenza|supporto
    larghezza|largo|larga|larghi|larghe lunghezza|lungo|lunga|lunghi|lunghe altezza|alto|alta|alti|alte \
        profondita|profondo|profonda peso|pesa|pesano spessore diametro superficie|area \
        volume|capacita|capienza|capiente
    temperatura umidita pressione velocita consumo|consuma|consumi potenza autonomia
    prezzo|costo|costa|tariffa durata|dura peso|pesa eta
    affitto|canone cauzione|caparra|deposito condominio|condominiali bolletta|bollette|utenze mutuo \
        assicurazione|polizza bollo iscrizione|quota abbonamento mensa
    luce|elettricita|corrente gas acqua internet|fibra|adsl telefono|telefonica rifiuti|tari|spazzatura riscaldamento
    carta|cartone plastica vetro umido|organico indifferenziata|indifferenziato|secco
    mamma|madre papa|padre|babbo fratello|fratelli|fratellino sorella|sorelle|sorellina nonno nonna nonni zio zia \
        zii cugino cugina figlio figlia figli marito moglie suocero suocera cognato cognata genero nuora \
        nipote|nipotino|nipotina
    compagno|fidanzato compagna|fidanzata
    padre|paterno|paterna|paterni madre|materno|materna|materni
    maggiore|grande|primogenito minore|piccolo|piccola|secondogenito
    bambino|bambini|bambina|ragazzi adulto|adulti|adulta anziano|anziani|anziana
    maschio|maschi|maschile|uomini|uomo femmina|femmine|femminile|donne|donna
    cane|cani|cagnolino|cagnolina|cucciolo gatto|gatta|gatti|micio|micia|gattino criceto coniglio|coniglietto \
        pappagallo|canarino tartaruga cavallo|pony pesci|pesce galline|gallina
    cucina salotto|soggiorno|sala bagno|doccia camera|cameretta|stanza studio cantina|soffitta|solaio \
        garage|box|autorimessa terrazzo|terrazza|balcone giardino|cortile|orto corridoio ingresso|androne \
        lavanderia|ripostiglio
    ufficio|sede magazzino|deposito negozio|punto casa|appartamento
    casa|appartamento|alloggio auto|macchina|automobile moto|motorino|scooter|vespa bici|bicicletta camper|roulotte \
        barca|gommone
    finestra|finestre porta|portone|porte cancello|cancelletto tetto pavimento|pavimenti parete|pareti|muro|muri \
        soffitto|soffitti scale|scala persiane|tapparelle
    frigo|frigorifero forno lavatrice lavastoviglie asciugatrice caldaia condizionatore|climatizzatore|clima \
        televisore|tv|televisione scaldabagno|boiler microonde aspirapolvere stufa camino congelatore|freezer
    divano|poltrona letto tavolo|tavolino|scrivania armadio|guardaroba|libreria sedia|sedie specchio tappeto \
        lampada|lampadario
    gomme|pneumatici|ruote freni|freno|pastiglie olio batteria motore frizione carrozzeria parabrezza catena sella \
        manubrio
    anteriore|anteriori|davanti posteriore|posteriori|dietro
    tagliando revisione bollo assicurazione
    mano|mani braccio|braccia gamba|gambe piede|piedi|caviglia ginocchio|ginocchia spalla|spalle schiena testa \
        occhio|occhi orecchio|orecchie dente|denti|molare stomaco cuore pelle polso gomito anca collo
    dentista|dentistico medico|dottore oculista|oculistica dermatologo|dermatologa pediatra veterinario|veterinaria \
        ginecologo|ginecologa cardiologo|cardiologa fisioterapista ortopedico|ortopedica psicologo|psicologa \
        farmacista logopedista
    idraulico elettricista falegname muratore|imbianchino meccanico|carrozziere gommista commercialista|ragioniere \
        notaio|avvocato geometra|architetto giardiniere fabbro parrucchiere|parrucchiera|barbiere
    farmacia biblioteca piscina palestra posta|poste banca comune|municipio supermercato panetteria|panificio|forno \
        macelleria edicola|tabaccheria libreria museo cinema teatro ristorante|trattoria|pizzeria bar|caffe mercato \
        parco chiesa|parrocchia ospedale scuola asilo|nido
    calcio|calcetto tennis nuoto pallavolo|volley basket|pallacanestro|minibasket danza|ballo judo|karate \
        yoga|pilates corsa|podismo ciclismo sci|snowboard padel rugby scherma ginnastica atletica arrampicata \
        scacchi|teatro
    chitarra pianoforte violino flauto sassofono|sax tromba violoncello canto|coro percussioni
    italiano|italiana inglese tedesco|tedesca francese spagnolo|spagnola portoghese cinese giapponese russo|russa \
        arabo|araba latino greco
    matematica|geometria storia geografia scienze|biologia musica arte|disegno filosofia fisica chimica religione
    passaporto patente identita tessera visto certificato
    pioggia|piove|piovoso sole|sereno neve|nevica vento|ventoso nebbia
    allenamento|allenamenti partita|partite|gara|gare riposo torneo
    lezione|lezioni esame|esami|verifica|compito|compiti riunione|riunioni|incontro ricevimento \
        saggio|concerto|spettacolo gita
    caffe te|tisana latte vino birra acqua succo|spremuta
    carne|manzo|pollo|maiale pesce|crostacei verdura|verdure|insalata frutta|frutto formaggio|formaggi uova|uovo \
        pane pasta riso legumi|fagioli|ceci dolci|torta|gelato
    noci|noce|nocciole arachidi glutine|grano lattosio polline|pollini|graminacee penicillina|antibiotici \
        acari|polvere fragole|pesche nichel
    antipasto contorno dolce
    utente|utenti|cliente|clienti dipendente|dipendenti dirigente|dirigenti studente|studenti|alunni \
        docente|docenti|insegnanti paziente|pazienti visitatore|visitatori residente|residenti socio|soci|abbonati \
        stagista|stagisti volontario|volontari consulente|consulenti \
        admin|amministratore|amministratori|amministratrice ospite|ospiti fornitore|fornitori moderatore|moderatori
    log|logs backup|backups|snapshot metriche|metrica sessione|sessioni token|tokens allegato|allegati \
        report|reportistica notifica|notifiche fattura|fatture ordine|ordini preventivo|preventivi
    email|mail|posta|pec sms chat|whatsapp|telegram telefono|chiamata|telefonata fax
    timeout retry|retries|tentativi limite|limiti soglia|soglie intervallo|frequenza porta|porte replica|repliche
    get post put delete patch
    ipv4 ipv6
    tcp udp
    amd64|x86 arm64|arm
    completo|full incrementale differenziale
    primario|primaria|principale secondario|secondaria
    anticipo|acconto saldo
    intero|intera ridotto|ridotta
    principianti|base intermedio|intermedia|intermedi avanzato|avanzata|avanzati
    furto incendio infortuni vita viaggio
    ordinario|ordinaria straordinario|straordinaria
    hotfix|patch minor|minore major|maggiore
    nazionale|nazionali|italia estero|estera|internazionale|internazionali europa|europeo|europea
    minimo|minima|minimi massimo|massima|massimi medio|media
    liturgia|messa catechismo|oratorio scout
    chiavi|chiave|serratura|lucchetto allarme|antifurto citofono|campanello cassaforte
    andamento|trend errore|errori avviso|avvisi|warning
    compilazione|build deploy|rilascio|rilasci|release test|tests lint|linter migrazione|migrazioni
    unitari|unitario|unit integrazione|e2e regressione|carico|performance
    centro|centrale periferia|periferico mare|spiaggia|costa montagna|collina lago campagna
    nord|settentrionale sud|meridionale est|orientale ovest|occidentale centro
    stipendio|salario|paga bonus|premio rimborso|rimborsi buoni|ticket pensione|tfr ferie|permessi malattia
"""
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
    occupato occupata affittato / libero libera vuoto sfitto
    primo prima / ultimo ultima
    lordo lorda / netto netta
    fisso fissa / variabile mobile
    determinato / indeterminato
    full full-time fulltime pieno / part-time parziale part
    singolo / multiplo multipli molteplici
    unico unica / molteplici multipli
    vegetariano vegetariana vegano vegana / carnivoro onnivoro onnivora
    supportato supportata mantenuto / deprecato deprecata obsoleto obsoleta dismesso dismessa
    cifrato cifrata cifrati crittografato crittografata criptato criptata / chiaro
    chiaro chiara / scuro scura
    minuscolo minuscola / maiuscolo maiuscola
    sensitive sensibile / insensitive insensibile indifferente
    rumoroso rumorosa / silenzioso silenziosa
    economico economica conveniente / caro costoso costosa
    pulito pulita / sporco sporca
    asciutto asciutta secco / bagnato bagnata umido umida
    dolce / amaro amara
    magro magra / grasso grassa
    rigido rigida / flessibile morbido morbida
    lungo lunga / corto corta breve
    stretto stretta / largo larga
    spesso spessa / sottile
    pesante / leggero leggera
    grande grosso / piccolo piccola
    giovane / anziano anziana vecchio vecchia
    nuovo nuova nuovi / vecchio vecchia vecchi usato
    moderno moderna / antico antica
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
    mantenuto conservato conservata conserva conservano salvato mantiene / scartato scartata eliminato eliminata \
        cancellato cancellata elimina cancella scarta buttato
    persiste sopravvive persistono sopravvivono / svuota svuotata svuotano azzera azzerata azzerano
    persistente / volatile
    permanente definitivo definitiva / temporaneo temporanea provvisorio provvisoria
    sequenziale sequenzialmente seriale / parallelo parallela
    statico statica / dinamico dinamica
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
    univoco univoca unico / duplicato duplicata
    commestibile innocuo / velenoso velenosa tossico
    domestico domestica / selvatico selvatica
    docile mansueto / aggressivo aggressiva
    pianeggiante / ripido
    asfaltato asfaltata / sterrato sterrata
    urbano urbana / extraurbano extraurbana
    favorevole favorevoli / contrario contraria contrari
    colpevole / innocente
    laico laica / religioso religiosa
    professionista / dilettante
    titolare / riserva supplente
    sordo / udente
    cieco / vedente
    stateless / stateful
    case-sensitive / case-insensitive
    monorepo / multirepo polyrepo
    open-source opensource / proprietario proprietaria
    compilato compilata / interpretato interpretata
    lazy / eager
    read-only readonly / read-write scrivibile
    bloccante bloccanti / non-bloccante asincrono
    casuale casuali random / sequenziale sequenziali
    ottimistico ottimistica / pessimistico pessimistica
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
    ricco / povero
    normale / anomalo anomala
    naturale / artificiale sintetico sintetica
    artigianale / industriale
    fresco fresca / surgelato surgelata congelato
    cotto cotta / crudo cruda
    frizzante gassata / liscia
    orario oraria / antiorario antioraria
    confermato confermata / annullato annullata disdetto disdetta
    approvato approvata / respinto respinta bocciato
    risolto risolta / irrisolto aperto aperta
    riservato riservata / aperto aperta
    coperto coperta / scoperto scoperta
    diretto / scalo scali
    finito concluso terminato conclusa / incompiuto
    installato / disinstallato
    pagato pagata saldato saldata / insoluto
    severo severa rigoroso rigorosa / permissivo permissiva tollerante
    verboso / conciso
    cloud / premise premises on-premise on-premises onpremise
    monouso / riutilizzabile
    cartaceo cartacea / digitale elettronico telematico
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
    lucido / opaco opaca
    uguale identico / diverso diversa
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
    nativo nativa / straniero straniera
    adatto adatta idoneo idonea / inadatto inadatta inidoneo
    accessibile / inaccessibile
    sobrio / ubriaco
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rosso|rossa|rossi|rosse blu|azzurro|azzurra|celeste|turchese verde|verdi giallo|gialla|gialli|gialle \
        nero|nera|neri|nere bianco|bianca|bianchi|bianche grigio|grigia|grigi|grigie marrone|marroni arancione \
        viola|lilla rosa beige
    piccolo|piccola medio|media grande
    vegano|vegana vegetariano|vegetariana onnivoro|onnivora
    celibe|nubile|single sposato|sposata divorziato|divorziata|separato|separata vedovo|vedova
    nuovo|nuova vecchio|vecchia
    legno vetro metallo plastica
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    quotidianamente|quotidiano|quotidiana|giornaliero|giornaliera|giornalmente \
        settimanale|settimanali|settimanalmente quindicinale mensile|mensili|mensilmente bimestrale|bimestralmente \
        trimestrale|trimestrali|trimestralmente semestrale|semestrali|semestralmente \
        annuale|annuali|annualmente|annuo|annua biennale
    primavera|primaverile estate|estivo|estiva autunno|autunnale inverno|invernale
    mattina|mattino|mattine pomeriggio|pomeriggi sera|sere notte|notti mezzogiorno mezzanotte
    nord|settentrionale sud|meridionale est|orientale ovest|occidentale
"""
