"""Classes of Italian words: of a thing one holds, or they narrow what is said."""

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
    parquet piastrelle|mattonelle moquette linoleum laminato
    tegole|coppi lamiera ardesia paglia
    rotondo|rotonda|tondo|tonda quadrato|quadrata rettangolare ovale triangolare esagonale
    induzione gas|metano vetroceramica
    utf-8|utf8 utf-16|utf16 latin1|latin-1|iso-8859-1 windows-1252|cp1252 ascii
    debug info warning|warn error critical
    mit apache gpl|gplv3|gplv2 agpl|agplv3 lgpl bsd mpl proprietaria
    virgola tabulazione|tabulazioni|tab pipe barra trattino underscore
    rest graphql grpc soap
    bcrypt argon2|argon2id scrypt pbkdf2 md5 sha1|sha-1 sha256|sha-256 sha512|sha-512
    imap pop3
    ftp sftp ftps
    ssd hdd nvme
    ext4 xfs btrfs zfs ntfs exfat
    gzip brotli zstd lz4 snappy bzip2
    squash rebase
    scrum kanban
    uuid ulid autoincrement
    lf crlf
    lru lfu fifo lifo
    alfabetico|alfabetica|alfabeticamente cronologico|cronologica|cronologicamente casuale
    centrato|centrata giustificato|giustificata
    a2 a3 a4 a5 a6
    labrador bassotto beagle setter pastore barboncino bulldog chihuahua meticcio|bastardino maltese boxer \
        rottweiler         husky levriero volpino
    siamese persiano certosino europeo soriano
    classico scientifico linguistico artistico alberghiero
    triennale magistrale
    vaniglia cioccolato fragola limone pistacchio nocciola stracciatella
    portiere difensore centrocampista attaccante terzino
    oro argento bronzo platino ottone rame
    riccio|ricci|riccia liscio|lisci|liscia mosso|mossi|ondulati
    singolo|singoli doppio|doppi triplo|tripli
    appartamento villa|villetta casale|cascina
    moka capsule|cialde solubile
    tirocinio|stage apprendistato
    senape|ocra grigio|grigia|grigi|grigie marrone|marroni verde|verdi blu bianco|bianca rosso|rossa nero|nera
    tenore soprano baritono contralto basso
    seta cotone lino lana|merino velluto|vellutino alcantara ecopelle|similpelle
    hdmi vga displayport dvi
    microusb|micro-usb usb-c|usbc lightning
    sterrato|sterrata asfaltato|asfaltata lastricato|lastricata
"""
NARROWING: Final = """
    ospiti|ospite casa|domestica|domestico ufficio|aziendale
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
    under|minorenni|bambini|ragazzi over|adulti|adulto|maggiorenni
    soci|tesserati|iscritti|abbonati esterni|visitatori|ospiti
    debug release
    registrazione|iscrizione login|accesso recupero|reset
    invio|inviare|spedizione ricezione|ricevere
    export|esportazione import|importazione
    bronchi|polmoni fegato reni|rene tiroide
    spalla|spalle ginocchio|ginocchia caviglia polso gomito anca|bacino mano|mani dito|dita
    antivirus firewall
    wifi|wi-fi bluetooth nfc ethernet
    fornitore|fornitori cliente|clienti
    primogenito|primogenita secondogenito|secondogenita
    rana dorso farfalla|delfino crawl
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
