"""Cues of Italian notes; lower case, without accents. Patterns are of whole words, a line or | an alternative.

"Is" (with an accent) reads ``esse``; articles and prepositions that drop their vowel are gone.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica import it_daily, it_domains, it_opposites
from memory_mcp.language.lexica.it_words import MANNERS, NARROWING, STATES, VALUES

__all__ = ["MANNERS", "NARROWING", "OPPOSITES", "STATES", "VALUES"]

OPPOSITES: Final = "\n".join(part.OPPOSITES.strip() for part in (it_opposites, it_domains, it_daily))

ASKS: Final = r"""
    da (?:chiarire|capire|verificare|confermare|definire|decidere|stabilire|appurare|controllare|chiedere|sentire)
    (?:so|sa|sappiamo|sapete|sapere|sai|ricordo|capisco|capiamo) se
    non (?:so|sappiamo|sa) (?:ancora )?(?:se|quando|come|chi)
    (?:capire|verificare|controllare|chiedere|sentire|vedere|chiarire|domandare|scoprire|accertarsi) se
    mi (?:chiedo|domando)|ci (?:chiediamo|domandiamo)|si chiede se|chissa|boh|qualcuno (?:sa|ha idea|ricorda)
    chiedere (?:conferma|lumi)|(?:domanda|dubbio|domande|dubbi|quesito):
    non (?:esse|mi esse) chiaro (?:se|chi|come|quando)
    resta da|punto aperto|questione aperta|in dubbio se|tbd|da qualche parte bisogna capire|nessuna idea|non ho idea
"""
PLANS: Final = r"""
    \u27e7\u27e7
    \w{2,}(?:rebbe|rebbero|remmo)|(?:vor|pot|dov)resti|vorrei|farei|sarei|(?!andrei\b)\w{2,}(?:er|ir|dr|vr|tr)ei
    (?!estremo\b|supremo\b|eremo\b)\w{2,}remo
    (?:idea|idee|proposta|proposte|suggerimento|todo|to do|to-do|da fare|obiettivo|desiderio|progetto|piano):
    propo(?:sta|ngo|ne|niamo|ngono|rre)|suggeri(?:sce|sco|amo|re)|(?:consigli|caldeggi)a(?:no)? di
    pens(?:o|a|iamo|ano|ando|are|ato) (?:di|ad?) (?:\w+ )?\w+r(?:e|[mtscv]i|l[aoie])|si pensa di
    (?:ho|ha|abbiamo|hanno) in mente|in mente di|intenzion\w+
    intend(?:o|e|iamo|ono)|cont(?:o|a|iamo|ano) di \w+(?:are|ere|ire)
    (?:punta|punto|puntiamo|mira|miriamo|aspira|aspiriamo) ad? \w+re
    (?<!ci )vogliono (?:un|una|dei|delle|che|\w+r(?:e|si|l[aoie]))|vogliamo|voglio|vorra\w*|spera(?:no|re|ndo)?|spero
    speriamo|sogn[oa]|sogniamo
    sognano
    idea (?:esse|di)|in programma (?:il|la|un|una|lo|di)|un domani|in forse|se tutto va bene
    (?:tra|fra) (?:un|una|due|tre|sei|\d+|qualche|poch[ie]) (?:mes[ei]|ann[oi]|settiman[ae]|giorn[oi])
    ^(?:aggiungere|comprare|passare|migrare|spostare|sostituire|cambiare|dipingere|ridurre|introdurre|adottare|provare)
    ^(?:installare|rifare|traslocare|convertire|riscrivere|abbandonare|dismettere|abilitare|iscriver\w+)
    stiamo (?:valutando|pensando|considerando|progettando|pianificando|cercando di|per)
    sto (?:valutando|pensando|cercando di|per)
    sta(?:nno)? (?:valutando|pensando|considerando|progettando|pianificando|cercando di|per \w+re)
    valut(?:are|iamo|o|ano|ando)|pianific\w+|progett(?:a|o|iamo|ano) di|roadmap|backlog|wishlist|in futuro
    in prospettiva
    prossim[oaie] (?:mes[ei]|ann[oi]|settiman[ae]|\w+mestre|sprint|estate|inverno|primavera|autunno|release|stagione)
    (?:mese|anno|settimana|trimestre|sprint|estate|inverno|primavera|autunno|stagione) prossim[oa]|dal prossim[oa]
    dalla prossima
    entro (?:la |il )?(?:fine anno|fine estate|estate|autunno|inverno|primavera|natale|pasqua|anno|prossim\w+)
    prima o poi
    un bel giorno|un giorno o (?:l'?)?altro
    a partire da(?:l|lla|i)? (?:prossim\w+|\w+ prossim\w+|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|\w+bre)
    forse|magari|eventualmente|puo darsi|chissa|si spera|in teoria|ipotesi|bisogna (?:ancora )?(?:decidere|valutare)
    mi piacerebbe|ci piacerebbe
    da (?:proporre|valutare|discutere|comprare|aggiungere|introdurre|migrare|sostituire|pianificare)
    dobbiamo ancora|devo ancora|si deve ancora|ancora da \w+(?:are|ere|ire)
"""
REPORTS: Final = r"""
    dic(?:ono|evano|eva|endo)|dissero|disse|(?:si dice|si mormora|si vocifera|gira voce|corre voce|voci)(?: che)?
    raccont(?:a|ano|ava|avano)
    (?:ha|hanno|aveva) (?:raccontato|promesso|giurato|scritto|assicurato|sostenuto|affermato|annunciato)
    (?:mi|ci) (?:ha|hanno) (?:garantito|spiegato|riferito|riportato|comunicato|accennato|confermato)
    scriv(?:e|ono|eva) che|scritto che|si legge|(?:ho|abbiamo) (?:letto|sentito)|promett(?:e|ono|eva)|giura(?:no)?
    stando (?:a|al|alla|ai|alle|agli)
    a (?:detta|sentire|quanto pare|quanto dice|quanto dicono|suo dire|suo parere|suo avviso)
    a quanto (?:pare|sembra|si dice|ho capito)|pare(?: che)?|sembra(?:no|va)?(?: che)?|parrebbe|sembrerebbe
    ^secondo (?!turno|piano|figlio|lavoro|tempo|\w*mestre|livello|posto|giorno|lunedi|martedi|round|set\b)\w+
    secondo (?:un|una|uno|me|te|lui|lei|noi|voi|loro|alcuni|alcune|molti|quanto|quel\w*)
    sosten(?:gono|eva|evano)|afferma(?:no|va)?|asseri\w+|dichiara(?:no|to|va)?|assicura(?:no|va)?|insiste(?:va)?
    ribadi\w+
    cred(?:e|ono|eva|o|iamo) (?:che|di)|pens(?:a|ano|o) che|riten(?:gono|eva|go)|ritiene
    (?:esse )?convint[oaie] (?:che|di)
    (?:si )?lament(?:a|ano|ava|ato|ata)|reclamizz\w+|pubblicizz\w+|volantin[oi]|brochure|depliant|pagina di vendita
    intervist\w+
    presunt[oaie]|presumibilmente|per sentito dire|sentito dire|leggenda|leggende|citazione|cito|cita(?:no)?|parole di
    testuali
    garantisc(?:e|ono) che|ipotizza(?:no)?|immagina che|riferisce che|ha riferito|diceria|pettegolezz[oi]
"""
PAST: Final = r"""
    (?!(?:ja|la|bra|otta|ca|sca|\w*gra|fa|sla|gua|ba|schia|rica|inca|bratisla|ostra|mora)va\b)\w*[a-z]{2}ava
    (?!(?:la|ca|sca|gra|aggra|sgra|rica|inca)vano\b)\w*[a-z]{2}avano
    (?!(?:le|ele|rile|prele|solle|alle|be|rice|de|allie|ne|longe|coe|gene|e|scri)va\b)\w*[a-z]{2}eva
    (?!(?:le|ele|rile|prele|solle|alle)vano\b)\w*[a-z]{2}evano
    (?:veni|fini|usci|parti|dormi|senti|servi|capi|preferi|apri|copri|costrui|spedi|offri|forni|gesti|puli)va(?:no)?
    er(?:a|ano|o|avamo)|fu|furono|ebbe|ebbero|visse|vissero|(?:ero|eri) \w+
    fino (?:a|al|all|alla|allo|agli|ai|alle) (?:\w+ ){0,3}?(?:(?:19|20)\d\d|scors[oa]|fa)
    fino (?:a )?(?:ieri|poco (?:tempo )?fa)
    (?:ann[oi]|mes[ei]|settiman[ae]|giorn[oi]|or[ae]|tempo|minuti|un po|poco|secoli) fa|(?:ai|a quei) tempi
    (?:ann[oi]|mese|settimana|estate|inverno|primavera|autunno|stagione|weekend|\w+di|sabato|domenica) scors[oa]
    scors[oa] (?:ann[oi]|mese|settimana|estate|inverno|primavera|autunno|stagione|weekend)
    (?:altro )?ieri|stanotte|stamattina|stamani|l'altro giorno
    una volta (?!al|alla|a|ogni|per|che|anno|mese|settimana|giorno)\w+
    da (?:giovane|bambin[oa]|ragazz[oa]|piccol[oa]|student[ei]\w*|adolescente)|ai tempi (?:di|del|della|in)
    epoca in cui
    all'?epoca|epoca|a suo tempo|al tempo|in origine|inizialmente|all'inizio|in precedenza|storicamente|ex
    non piu usat[oa]
    prima d\w+ (?:trasloco|migrazione|passaggio|riscrittura|refactoring|rifacimento|ristrutturazione|aggiornamento)
"""
ADDS: Final = r"""
    anche|pure|inoltre|in piu|oltre (?:a|al|allo|alla|ai|agli|alle|che)|altr[oaie]|alcun[ie]|qualche|certi|certe
    divers[ie]
    (?:tra|fra) (?:i|gli|le|cui|l[eo]r?o?|quest[ie]|quell[ei]|altr[oe])|un[oa]? (?:de[il]|degli|delle|della|dell)
    (?:una )?parte de\w+|(?:ad|per) esempio|p\. ?es|es\.|tipo|talvolta|a volte|ogni tanto|qualche volta
    di tanto in tanto
    spesso|di solito|solitamente|in genere|generalmente|per lo piu|perlopiu|soprattutto|principalmente|prevalentemente
    quasi sempre
    in parte|parzialmente|sia|entramb[ie]|tutt[ie] e (?:due|tre|quattro)|insieme (?:a|al|con)|assieme|accanto a
    affianca\w*
    ha aggiunto|abbiamo aggiunto|si (?:e )?aggiunt[oaie]|aggiunt[oaie]|ennesim[oa]|ulterior[ei]
    second[oa] (?:casa|lavoro|lingua)
    un paio|la maggior parte|a seconda|alternativ\w+|occasionalmente|nuov[oa] anche
"""
COVERS: Final = r"""
    tutt[oa]|tutt[ie](?! \w+ (?:giorni|sere|mattine|notti|settimane|mesi|anni|\w+di|sabati|sabato|domeniche|estati))
    ogni(?! (?:giorno|sera|mattina|notte|settimana|mese|anno|\w+di|sabato|domenica|estate|tanto|volta))
    solo|soltanto|solamente|sol[oa]|esclusivamente|unicamente|unic[oa]|interamente|completamente|totalmente
    integralmente
    sempre|tempo pieno|full-time|full time|qualsiasi|qualunque|ognun[oa]|ciascun[oa]?|nessun altr[oa]|nient'altro
    null'altro
    100 ?%|cento per cento|per intero|inter[oa]|in esclusiva|complessivamente|nessun[oa]?
"""
EXCEPTS: Final = r"""
    ^(?:(?:un|per un|da un|in un) )?altr[oaie]
    tranne|salvo|eccetto|eccezion[ei]|fuorche|infuori|ad esclusione|ad eccezione
    esclus[oaie] (?:il|la|lo|i|gli|le|quell[oaie])
    a parte (?:il|la|lo|i|gli|le|un|una|quell[oaie]|quando|che)|ma non|pero non|meno che|se non per|eccettuat[oaie]
"""
HARMLESS: Final = r"""
    (?:non (?:esse|sono) )?(?:niente|nulla) di (?:speciale|eccezionale|trascendentale|memorabile|male|nuovo|meglio)
    non (?:ha|hanno|ho|abbiamo) fatto (?:altro )?che|non delud\w+|non ha mai deluso|non si batte
    non sbaglia (?:mai )?un \w+
    nessun[oa]? (?:\w+ ){1,3}(?:come|quanto|meglio (?:di|del|della)|piu (?:di|del|della))
    non (?:\w+ ){1,2}(?:solo|soltanto|solamente)
    non (?:\w+ ){0,3}(?:piu|meno) (?:di|del|dei)(?= (?:\d|un |due|tre|quattro|cinque|dieci))|non supera(?:no|re)?
    non (?:\w+ ){0,2}(?:oltre|prima|dopo) (?:di|del|delle|dei|le|i|il|gli)(?= (?:\d|due|tre|sei|sette|otto|nove|dieci))
    non (?:esse|e) (?:affatto )?(?:vero|corretto|esatto|detto) che\b.*?\bnon|non esse che .*? non
    non (?:c'?)?esse (?:affatto |per niente |niente |per nulla )?male|niente (?:affatto )?male|mica male
    niente di (?:che|grave|strano|particolare)
    nulla di (?:grave|strano|che)
    non (?:vedo|vede|vediamo|vedono) ora(?: di)?|non appena
    non (?:prima|oltre|piu tardi|meno) (?:di|del|delle|dei|le|il|un)
    non (?:piu|meno) (?:di|del)(?= \w)|non oltre|non a caso|non per (?:niente|nulla|caso)|non si sa mai
    non fa una piega
    niente paura|nessun(?:a)? (?:problema|dubbio|paura|sorpresa|pensiero|fretta|preoccupazione|questione)
    senza (?:dubbio|problemi)
    non (?:ha|hanno) (?:prezzo|rivali|pari|eguali|uguali|paragoni|confronti)
    non ha (?:nulla|niente) da invidiare(?: a)?
    (?:non )?(?:lo|la|li|le|ci|mi|ti|vi)? ?(?:batte|supera|eguaglia|ferma|frega) nessuno
    non (?:lo|la|li|le) (?:batte|supera|ferma) (?:nessuno|piu nessuno)
    nessuno (?:lo|la|li|le) (?:batte|supera|eguaglia|ferma)|non (?:esse |sono )?second[oaie] a nessuno
    seconda? a nessuno
    come nessun altr[oa]|come pochi
    (?:a meno che|finche|fintanto che|fino a quando|meglio di quanto|piu di quanto) non
    per non (?:dire|parlare di|parlare)|non (?:di rado|di poco|poc[oa]|poch[ie])|non (?:fa|fanno) (?:altro )?che
    non resta(?:no)? che
    non (?:beve|mangia|usa|accetta|parla|prende|legge|compra|vuole|guarda|ascolta|accettano|usano|usiamo) (?:altro )?che
    non (?:sta|sto|stiamo|stanno) (?:piu )?nella pelle
    non (?:mancare|dimenticare|dimenticarsi|scordare|scordarsi|preoccuparsi|esitare)(?: di| a)?
    se non (?:sbaglio|erro|ricordo male|vado errato|mi sbaglio|altro|addirittura)|(?:piu|meno|peggio|meglio) che mai
    come non mai|quanto mai|come mai
    caso ?mai|nientemeno|niente meno|niente di meno|mai dire mai|mai piu senza|meglio tardi che mai
    (?:ora|adesso) o mai piu
    non[- ]stop|no[- ]?profit|non[- ]profit|non vedent[ei]|non udent[ei]|non fumator[ei]|non plus ultra
    nontiscordardime|non ti scordar di me
    ci mancherebbe(?: altro)?|ci manca solo|non ci piove
    non c'?esse (?:dubbio|problema|fretta|storia|paragone|bisogno di dire)
    non manca(?:no)?(?: mai)?|non esse (?:impossibile|assente|priv[oa])|poco o (?:niente|nulla)|da niente|di niente
    come (?:niente|nulla)(?: fosse)?|buon[oa] a nulla|nulla osta|nullaosta
    dal nulla
    non (?:c'?)?esse due senza tre|senza (?:nome|titolo|fine|parole|paura)|nessun dorma|non toccare|no[- ]reply@?\S*
    non[- ]rispondere@\S*
    senza (?:fretta|impegno|pensieri|dubbi|contare|sosta|sforzo|fatica)|non solo|non soltanto|non tanto
    non necessariamente
    chi non (?:risica|lavora)|non tutto il male|niente popo|non facciamo|non farsi
    (?:fare|faccio|fa) finta di (?:niente|nulla)
    n[ei]ente po po di meno|non e dispiaciut\w+|non dispiace|tutt'altro che|non guasta|non fa mai male|non nascondo
    non nego
"""
LACKING: Final = """
    manca mancano mancante mancanti mancava mancanza priva privo privi prive sprovvisto sprovvista sprovvisti
    sprovviste assente assenti assenza impossibile impossibili incapace incapaci inesistente inesistenti
    impossibilitato impossibilitata impossibilitati carente carenti carenza vietato vietata vietati vietate proibito
    proibita proibiti proibite divieto smesso smette smettono smettere evita evitano evitare evitato rinunciato
    rinuncia rinunciano esente esenti esonerato esonerata esonerati esonerate esentato esentata dispensato dispensata
    sfornito sfornita sforniti sguarnito sguarnita omette omettono omesso omessa tralascia tralasciano astiene
    astengono astenersi cessato irrealizzabile inattuabile introvabile introvabili irreperibile irreperibili
    scevro scevra orfano orfana disdegna disdegnano rifugge snobba mancavano
"""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    responsabile responsabili mantiene mantenuto mantenuta manutentore gestisce gestito gestita gestore proprietario
    proprietaria appartiene capo capa capoprogetto capoturno caposquadra capitano capitana dirige diretto diretta
    direttore direttrice guida guidato guidata coordina coordinato coordinata coordinatore coordinatrice presiede
    presieduto presieduta presidente presidentessa medico dentista veterinario veterinaria pediatra oculista
    dermatologo dermatologa ginecologo ginecologa cardiologo cardiologa ortopedico psicologo psicologa fisioterapista
    logopedista farmacista padrone padrona maestra maestro insegnante prof professore professoressa docente
    tutor allena allenata allenatore allenatrice istruttore istruttrice capitale capoluogo referente titolare
    tesoriere tesoriera cassiere segretario segretaria sindaco sindaca assessore amministratore amministratrice
    amministra amministrato portinaio portinaia custode tutore affidatario assegnatario assegnato predefinito
    predefinita default abita abitano risiede risiedono residenza domicilio vive vivono alloggia licenza licenze
    linguaggio marca marchio modello cognome nome soprannome nomignolo chiama chiamano commercialista ragioniere
    notaio avvocato avvocata geometra architetto idraulico elettricista meccanico giardiniere parrucchiere
    parrucchiera babysitter badante moglie marito madre padre suocera suocero compagna fidanzata fidanzato sposato
    sposata testimone madrina padrino sede domiciliata ubicato ubicata ospitato ospitata ospita hosting hosta
    hostname dominio prefisso suffisso separatore delimitatore codifica encoding charset fuso timezone regione region
    datacenter ramo branch banca assicurazione assicuratore assicurato assicurata assicuratrice polizza locatore
    affittuario inquilino inquilina padrone fornitore fornitrice fornisce forniscono fornito fornita corriere
    spedizioniere operatore gestore provider broker consulente shell editor tema lingua valuta moneta
    indirizzo scuola liceo frequenta classe squadra team tifa tifoso tifosa lavora lavorano impiegato impiegata
    assunto assunta dipendente datore occupa occupano svolge nato nata nacque laureato
    laureata motto password vincitore vincitrice vinto autore autrice relatore relatrice regista
    solista direttora arbitro arbitra sponsor sponsorizza editore produttore produce
    costruttore destinatario mittente firmatario firma firmato revisore approva approvato erede intestatario
    intestataria intestato intestata beneficiario beneficiaria capogruppo capoclasse rappresentante moderatore
    moderatrice relatore redattore redattrice curatore curatrice cura curato traduttore traduttrice tradotto
    orchestratore database motore framework compilatore gateway
    capofila vice vicepresidente supplente sostituto sostituta sostituisce reperibile guardiano cuoco cuoca
    chef fondatore fondatrice fondato fondata inventore direzione gestione conduttore conduttrice
    conduce capotreno autista guidatore pilota intervistatore bibliotecario bibliotecaria
    bagnino bidello bidella preside rettore rettrice parroco vescovo
"""
