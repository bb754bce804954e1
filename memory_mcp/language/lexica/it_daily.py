"""More Italian words that exclude each other, of everyday notes and technical ones."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    richiede richiedono esige esigono / facoltativo facoltativa opzionale opzionali superfluo
    servono occorre / inutile inutili superfluo superflua
    stampato stampata / mano
    saldato saldata / pendente aperto insoluto
    lievitato lievitata / azzimo azzima
    vigore vigente / scaduto scaduta
    scaduto scaduta / rinnovato rinnovata valido
    prorogato prorogata / concluso scaduto scaduta
    ingrandito ampliato / rimpicciolito ristretto
    accorciato accorciata / allungato allungata
    allargato allargata / ristretto ristretta
    velocizzato accelerato / rallentato rallentata
    accelera / rallenta
    appuntito appuntita / spuntato smussato
    gonfio gonfia / sgonfio sgonfia
    teso tesa / allentato allentata
    avvitato avvitata / svitato svitata
    imbottito / sfoderato
    foderato foderata / sfoderato
    intonacato / grezzo
    verniciato verniciata / grezzo
    igienizzato / sporco sporchi
    tossico tossica nocivo nociva dannoso dannosa tossiche / innocuo innocua benefico benefica benefiche
    benefico benefica benefiche / dannoso dannosa
    pregiato pregiata / dozzinale scadente
    attillato attillata aderente / largo comodo larghi
    comodo comoda confortevole / scomodo scomoda
    sintetico sintetica sintetiche / naturali
    limpido limpida / torbido torbida
    potabile / inquinato inquinata contaminato
    balneabile / inquinato
    navigabile / ghiacciato
    innocuo innocua / letale mortale
    curabile guaribile / terminale
    ereditario ereditaria / acquisito acquisita
    convenzionato convenzionata mutuabile / privato privata
    mutuabile rimborsabile / pagamento
    preventivi / curativo curativa
    diplomato / ripetente
    statale comunale / paritario privato
    assolto / colpevole
    vincitore vincitrice / sconfitto sconfitta eliminato eliminata
    qualificato qualificata / eliminato eliminata squalificato
    convocato convocata / escluso infortunato squalificato
    infortunato infortunata / arruolabile disponibile
    imbattuto imbattuta / sconfitto
    esperti / principiante novellino
    volontario volontaria / stipendiato
    onorario / effettivo
    effettivo effettiva / supplente
    simultaneo simultanea / consecutivi
    contemporaneamente / alternatamente consecutivamente successivamente
    alternato alternata / continuo
    imminente / lontano lontana
    domenicale / infrasettimanale
    agevolato agevolata / pieno
    stornato rimborsato rimborsata / addebitato trattenuto trattenuta
    accreditato accreditata / addebitato addebitata
    creditore / debitore
    creditrice / debitrice
    vincolato vincolata / svincolato libero libere
    ipotecato ipotecata / libero libere
    cofinanziato / autofinanziato
    nazionalizzato statalizzato / privatizzato
    ventilato / statico statiche
    ribassato / rincarato
    diurno diurna / notturno notturna
    feriale / domenicale
    soppresso soppressa / attivo regolare
    sbarrato sbarrata interrotto interrotta / percorribile transitabile aperta
    percorribile transitabile praticabile / interrotta sbarrata chiusa
    umido umida / arido arida
    piovoso piovosa / asciutto asciutta secco secca secchi
    nevoso / sereno
    afoso afosa / fresco freschi
    ventoso / calmo
    nuvoloso nuvolosa / terso limpido sereno
    mite / rigido rigida gelido
    commestibili / velenosi velenose
    rampicante / nano
    coltivato coltivata / incolto incolta
    selvatico selvatica selvatiche / coltivato addomesticato
    addomesticato addomesticata / selvaggio selvaggia brado
    ruspante / allevamento
    brado / stalla
    ubbidiente obbediente / ribelle
    erbivoro erbivora / carnivoro carnivora
    crittato / chiaro
    sincronizzato sincronizzata allineato allineata / sfasato disallineato
    idratato / disidratato
    normalizzato normalizzata / denormalizzato denormalizzata
    concatenato / separato
    allocato allocata / deallocato liberato
    root / rootless
    risolvibile / irrisolvibile
    replicato replicata / singolo
    offuscato / leggibile
    monolitico monolitica / modulare modulari distribuito
    declarativo dichiarativo dichiarativa / imperativo imperativa procedurale
    dichiarativo / procedurale
    procedurale / funzionale
    tipizzato / dinamico dinamiche
    ottimista ottimistico ottimistiche / pessimista pessimistico
    retrocompatibile / incompatibile
    sostituibile intercambiabile / saldato fisso
    rimovibile estraibile / fisso saldato integrato
    smontabile / saldato
    ricaricabile ricaricabili / monouso
    consultivo consultiva / vincolante deliberativo
    ammissibile / inammissibile
    revocabile / irrevocabile
    obsoleto obsoleta superato / vigente attuale
    provvisorio provvisoria bozza / definitivo definitiva
    preliminare / definitivo definitiva finale
    ufficioso ufficiosa / ufficiale ufficiali
    ufficiale ufficiali / clandestino abusivi
    confidenziale riservato / pubblico divulgabile
    volontariamente / forzatamente
    spontaneo spontanea / forzato forzata indotto
    intenzionale volontario doloso / accidentale fortuito
    consapevole / ignaro ignara ignare
    accontentato / deluso delusa
    soddisfatto soddisfatta / deluso delusa
    entusiasti / deluso scettico scettica scettiche
    fiducioso fiduciosa / scettico diffidente sfiduciato scettiche
    riposato riposata / stanco stanca esausto stanchi
    occupato impegnato / disponibile
    reperibile / irreperibile
    ammesso ammessa / respinto respinta escluso
    iscritto iscritta / cancellato ritirato
    digeribile / pesante
    ipocalorico leggero / calorico
    caffeina teina / deteinato decaffeinato
    biodegradabile compostabile / plastica plastiche
    sfuso sfusa / confezionato confezionata
    elettrico elettrica elettriche motorizzato / manuale manuali
    pianeggiante / salita discesa
    interno interna / esternalizzato esternalizzata appaltato
    riscaldato riscaldata / gelido gelida freddo fredda
    prepagata prepagato / credito
    filtrato filtrata / torbido grezzo
    accostato / distanziato
    parallelo / perpendicolare
    allineato allineata / sfalsato sfalsata
    annuale / pluriennale
    legato / sciolto
    rasato / barbuto
    sorvegliato / incustodito
    illuminato / buio
    asfaltato / ghiaia
    provvisto provvista dotato dotata / sprovvisto sprovvista
"""
