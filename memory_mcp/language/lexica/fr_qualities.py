"""French words that exclude each other: how people and things are, and what becomes of them."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    pareil pareille identique identiques / different differente differents differentes
    suffit suffisent suffisant suffisante / insuffisant insuffisante
    raisonnable raisonnables / excessif excessive exorbitant exorbitante
    important importante / negligeable minime mineur derisoire
    essentiel essentielle crucial vital vitale / accessoire superflu secondaire
    net nette nets precis precise / flou floue flous vague approximatif approximative
    simple simples / complexe complexes
    dense / clairseme
    uni unie unis / raye rayee imprime carreaux motifs
    tordu tordue courbe incurve / droit droite rectiligne
    pointu pointue / arrondi arrondie emousse
    aiguise aiguisee affute affutee / emousse emoussee
    brillant brillante / terne ternes
    creux creuse creuses / plein pleine pleines massif
    intact intacte indemne / endommage endommagee deteriore deterioree abime abimee raye
    secret secrete / public publique connu
    officiel officielle officiels / officieux officieuse
    accidentel accidentellement / volontaire volontairement expres
    original originale originaux / copie copies photocopie
    authentique / contrefacon contrefait contrefaite
    horaire / antihoraire trigonometrique
    frise frisee frises / raide raides lisse lisses
    rigide rigides / souple souples flexible flexibles pliable
    inflammable inflammables / ignifuge ignifugee
    isolant isolante / conducteur conductrice
    lavable lavables / jetable jetables
    machine / main
    recyclable recyclables recyclage / ordures
    monochrome / couleur couleurs
    vo vost / vf
    sous-titre sous-titree / double doublee
    replay preenregistre enregistre / direct live
    acoustique acoustiques / electrique electriques
    moderne modernes / vieillot vieillotte traditionnel traditionnelle
    clandestin clandestine / legal declare
    commun commune communs joint jointe / separe separee separes separement individuel personnel personnelle
    pousser pousse / tirer tire
    augmentation hausse croissance / diminution recul decroissance reduction baisse
    allonge allongee rallonge rallongee / raccourci raccourcie raccourcit ecourte ecourtee
    elargi elargit elargie / retreci retrecit retrecie
    agrandi agrandie / retreci reduit
    ameliore amelioree amelioration / degrade degradee empire degradation
    renforce renforcee / affaibli affaiblie allege
    durci durcie durcit / assoupli assouplie assouplit
    inchange inchangee / augmente augmentee baisse modifie modifiee change
    stagne / progresse augmente
    approuve / desapprouve
    encourage encouragent / decourage dissuade
    obtenu obtenue / refuse refusee
    egare egaree perdu perdue / retrouve retrouvee
    consommable / perime perimee
    attrape / rate
    attendu attendue prevu / inattendu inopine
    recto / recto-verso
    demi / entier
    surchauffe / refroidit
    majoritaire majoritairement / minoritaire minoritairement
    pluriel / singulier
    masculin / feminin
    offensif offensive / defensif defensive
    victime / coupable
    ascension / chute
    entrante arrivant / sortante partant
    superflu superflue / indispensable
    tenu / viole trahi
    civil civile / militaire
    urbain urbaine / rurale rural
    terrestre / marin maritime aerien
    chretien / musulman juif
    debrayable / permanent
    couvre couvrent couvert couverte comprend inclut / exclut excluent exclue exclus
    root / rootless
    coince coincee coinces / coulisse debloque debloquee reparee repare
    accorde accordee / desaccorde desaccordee
    chiffre chiffree chiffres / plaintext
    tient tiennent respecte / rompt rompu
    mobile mobiles / fixe fixes
    ajuste ajustee ajustable reglable / fixe fixes
    pliant pliante pliable / rigide
    tactile / physique mecanique
    mecanique mecaniques / electronique electroniques automatique
    aimante / collee vissee
    tiede / glace glacee bouillant
    bouillant bouillante / froid froide glace
    surgele surgelee congele congelee / decongele decongelee
    enrichi enrichie / appauvri
    propre propres potable / souille souillee pollue
    pollue polluee pollues / pur pure propre sain
    desinfecte desinfectee / souille sale infecte
    court courte / interminable
    vaste immense / exigu minuscule
    geant geante enorme / minuscule nain naine
    epuise epuisee rupture / stock disponible disponibles
    fatigue fatiguee epuise / repose reposee forme
    assis assise / allonge allongee
    reveille reveillee / assoupi endormi endormie
    ami amie amis / ennemi ennemie
    allie alliee / adversaire rival
    embauche embauchee / remercie remerciee
    muet muette / bavard bavarde
    hydrate hydratee / deshydrate deshydratee
    musclee muscle / chetif frele
    celibataire / marie mariee pacse pacsee couple fiance fiancee
    vierge / ecrit rempli remplie
    rempli remplie / vierge vide
    proprietaire / locataire
    viager / comptant
    indexe indexee / fige gele bloque
    revalorise revalorisee augmente augmentee / gele gelee bloque
    saisonnier saisonniere saisonniers / annuel permanent
    estival estivale / hivernal hivernale
    hebdomadaire / quotidien quotidienne mensuel mensuelle
    quotidien quotidienne quotidiens / hebdomadaire mensuel mensuelle annuel annuelle
    aerien aerienne / souterrain souterraine enterre enterree
    enterre enterree / apparent apparente
    encastre encastree / saillie apparent
    chauffant chauffante / refroidissant
    prioritaires prioritaire / secondaires secondaire
    simultane simultanee simultanement / successif successive successivement
    cumulable cumulables / exclusif exclusive
    transferable cessible / nominatif incessible
    rechargeable rechargeables / jetable jetables
    anonymise anonymisee / identifiable identifiables
    pseudonyme / reel
    amical amicaux / officiel officielle competition
    annonce annoncee prevenu / surprise inopine
    conforme conformes / non-conforme defectueux
    homologue homologuee / clandestin contrefait
    agree agreee / clandestin
    confirme confirmee / dementi dementie
    avere averee / dementi suppose
    prouve prouvee / hypothetique refute refutee
    hypothetique / avere
    coherent coherente / contradictoire
    logique / absurde
    unilateral unilaterale / bilateral bilaterale mutuel
    mutuel mutuelle reciproque / unilateral
    majore majoree / minore minoree
    croissante / decroissante
    ascendante / descendante
    excellent excellente excellents / mediocre mauvais mauvaise
    bon bonne bons bonnes / mauvais mauvaise mauvaises
    beau belle / moche laid laide affreux
    agreable agreables / penible desagreable
    interessant interessante passionnant passionnante / ennuyeux ennuyeuse barbant
    drole / ennuyeux triste
    delicieux delicieuse / infect infecte immangeable
    efficace efficaces / inefficace inutile
    rentable rentables / ruineux
    performant performante performants / poussif lent
    puissant puissante / faible
    econome / gourmand gourmande energivore
    leger legere / gourmand
    sobre / energivore gourmand
    robuste / fragile
    mature / immature
    lance lancee / suspendu abandonne
    entame entamee / intact
    demarre demarree commence commencee / acheve achevee
    approuve approuvee / retoque retoquee rejete
    ratifie / denonce
    valide validee / retoque retoquee refuse refusee
    deploye deployee / rollback annule
    active activee / bride bridee
    bride bridee / debride debridee
    rapatrie / expatrie
    emigre / immigre
    laique / religieux
    tribord / babord
    amont / aval
    monoparental monoparentale / couple
    jumeau jumelle / unique
    naturel naturelle / teint teinte colore
    attache attachee / lache detache
    laisse / liberte
    domestique / sauvage
    aquatique / terrestre
    venimeux venimeuse / inoffensif
    carnivore / vegetarien
    digeste / indigeste
    periodique / continu
    stationnaire / mobile
    stable stables / fluctuant fluctuante
    equilibre equilibree / bancal desequilibre
    symetrique / asymetrique
    parallele / perpendiculaire
    concave / convexe
    interne / peripherique
    central centrale / excentre excentree
    peuple peuplee / depeuple desert
    boise boisee / nu degarni
    navigable / impraticable
    praticable praticables / impraticable
    carrossable / impraticable pietonnier
    etroite / spacieuse
    gele gelee / degele degelee fondu fondue
    electrique motorise motorisee / manivelle manuel manuelle
    prive privee / partage partagee mutualise mutualisee
    genere generee autogenere / main manuellement
    doux / sale salee
    degressif degressifs degressive / fixe fixes unique
    avance / echu
    flux / bloc
    volonte / limite limitee
    veille / eteint eteinte
    azerty / qwerty qwertz bepo
    perpetuite / temporaire
    prevu prevue prevus programme planifie / imprevu imprevue improvise improvisee
    officialise officialisee / secret
    localise localisee / introuvable perdu
    debordant deborde debordee / desoeuvre
    surbooke surreserve / libre
    mensualise mensualisee / trimestriel annuel
    auto-entrepreneur auto-entrepreneuse / salarie salariee
    urbaine / rurale champetre
    reprend reprennent / arrete arretent abandonne
    reouvert reouverte rouvert rouverte rouvre / ferme fermee ferment
    inaugure inauguree / chantier
    entretenu entretenue soigne soignee / negligee neglige delaisse abandonne
    desherbe desherbee / envahi envahie
    engraisse / amaigri
    sursis / ferme
    scelle scellee / mobile amovible
    rigide rigides / gonflable gonflables
    velu poilu / glabre
    lisse lisses / ondule ondulee crepu frise
    tatoue tatouee / vierge
    maquille maquillee / naturel naturelle
    nourri nourrie / affame affamee
    rassasie / faim
    sevre sevree / allaite allaitee
    gaucher gauchere / droitier droitiere ambidextre
    unijambiste / valide
    immunise immunisee / vulnerable
    negatif negatifs negative / positif positifs positive
    normale / pathologique
    precaire / stable perenne
    solvable / endette surendette
    desservi desservie / isole isolee enclave
    officielle / pirate
    licite / illicite
    amende / relaxe
    relaxe relaxee acquitte acquittee / condamne condamnee
    detenu incarcere emprisonne / libre libere liberee
    nationalise / privatise
    concubinage / mariage
    trahi / fidele
    reconcilie reconciliee reconcilies / brouille brouilles fache faches
    fache fachee / reconcilie ami
    prolonge prolongee / ecourte ecourtee
    etale etalee / concentre concentree
    groupe groupee groupes / disperse dispersee individuel individuelle
    rassemble / eparpille disperse
    trempe trempee / sec seche
    essore / trempe
    repasse / froisse
    synchronise synchronisee / decale desynchronise
    aligne alignee / decale decalee
    calibre calibree / dereglee deregle
    regle reglee / deregle dereglee
    etalonne / deregle
    homogene / heterogene disparate
    uniforme / variable
    biodegradable / persistant
    renouvelable renouvelables / fossile fossiles
    nucleaire / solaire eolien hydraulique
    pietonne pietonnier / circulee
    montagnard / cotier
    continental / oceanique
    tempere / tropical polaire
    tropical / polaire
    equatorial / polaire
    diurne / crepusculaire
"""
