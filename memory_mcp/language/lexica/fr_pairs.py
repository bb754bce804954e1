"""French words that exclude each other in one domain: software, homes, plants, food, health, clubs, money, moods."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    stateless / stateful
    incremental incrementale incrementaux incrementales differentiel differentielle differentielles / complet \
      complete completes integral integrale full totale
    ordonne ordonnee trie triee classe classee / aleatoire desordre melange melangee vrac desordonne
    inscriptible editable modifiable modifiables / readonly verrouille verrouillee fige figee immuable
    seule readonly / ecriture inscriptible
    unidirectionnel unidirectionnelle / bidirectionnel bidirectionnelle
    opensource open-source open / proprietaire proprietaires closed
    integre integree integres encastre encastree embarque embarquee / externe separe separee amovible
    lossless / lossy
    progressif progressive progressivement graduel graduelle graduellement echelonne / brutal brutale brutalement \
      immediat immediate
    paresseux paresseuse lazy differe differee / immediat immediate immediatement eager
    opt-in / opt-out
    deterministe deterministes / aleatoire aleatoires
    jour actualise actualisee / obsolete obsoletes perime perimee depasse depassee
    surdimensionne surdimensionnee / sous-dimensionne sous-dimensionnee
    plafonne plafonnee limite limitee limites limitees borne / illimite illimitee illimites illimitees infini \
      infinie
    centralise centralisee / decentralise decentralisee distribue distribuee reparti repartie
    couple couplee / decouple decouplee
    on-premise onpremise / cloud saas
    hache hachee haches hashe hashee / clair
    versionne versionnee versionnes / ignore ignoree gitignore
    public publique / interne confidentiel restreint restreinte
    natif native natifs natives / emule emulee tiers tierce
    dur / configurable configurables parametrable parametrables
    streaming flux / batch lot lots
    reel / differe differee batch
    push / pull polling
    webhook webhooks / polling
    monorepo / multirepo polyrepo multi-repo
    leve levee lance lancee propage remonte / avale ignore ignoree etouffe
    renvoie retourne / leve
    critique critiques majeur majeure / mineur mineure benin benigne cosmetique
    demarre demarree tourne / arrete arretee stoppe stoppee eteint eteinte
    fusionnee fusionne mergee merge / ouverte ouvert
    ecrase ecrasee ecrasent remplace remplacee / conserve conservee preserve preservee complete
    tronque tronquee tronques / integral integrale entier entiere complet complete
    respecte respectee respectent / ignore ignoree enfreint viole bafoue
    execute executee executent / saute sautee ignore ignoree zappe
    fifo / lifo
    big-endian / little-endian
    monotenant mono-tenant mono-locataire / multitenant multi-tenant multi-locataire
    monolingue unilingue / bilingue multilingue trilingue plurilingue
    monophase monophasee / triphase triphasee
    authentifie authentifiee connecte / anonyme anonymes
    nominatif nominative nominatifs nominatives / anonyme anonymes anonymise anonymisee
    chargee / dechargee
    sature saturee surcharge surchargee engorge embouteille / fluide fluides libre
    fluide fluides / saccade saccadee
    autonome autonomes / dependant dependante assiste assistee
    coche cochee coches cochees / decoche decochee
    plie pliee replie repliee / deplie depliee
    tab tabs tabulation tabulations / espace espaces
    absolu absolue absolus / relatif relative relatifs
    explicite explicites explicitement / implicite implicites implicitement tacite
    tacite / expresse
    exhaustif exhaustive / partiel partielle lacunaire selectif selective
    complet complete totale entier entierement integral integrale / partiel partielle partiellement
    global globale globaux globales mondial / local locale locaux locales regional regionale
    national nationale nationaux / international internationale etranger
    legacy / moderne modernes
    retenu retenue choisi choisie adopte adoptee adoptes / ecarte ecartee ecartes rejete rejetee abandonne \
      abandonnee
    continue continuent poursuit poursuivent / arrete arretent abandonne abandonnent cesse cessent interrompt \
      suspend stoppe
    garde gardee conserve conservee / abandonne abandonnee
    autorise autorisee autorises autorisees / bloque bloquee bloques bloquees filtre filtree
    accorde accordee / revoque revoquee
    protege protegee proteges / expose exposee vulnerable
    mutualise mutualisee mutualises partage partagee / dedie dediee dedies dediees exclusif exclusive
    auto-heberge autoheberge autohebergee self-hosted selfhosted / saas cloud manage infogere externalise
    rotatif tournant tournante / fixe fixes permanent
    monolithe monolithique monolithiques / modulaire modulaires decoupe
    nightly journalier journaliere / mensuel mensuelle hebdomadaire
    detaille detaillee verbeux verbeuse / succinct succincte laconique sommaire
    generique generiques / specifique specifiques
    generaliste / specialise specialisee specialiste
    experimental experimentale beta / stable
    degrade degradee / nominal nominale normal normale
    elastique / fixe
    recursif recursive recursivement / iteratif iterative
    echappe echappee / brut brute
    abstrait abstraite / concret concrete
    monoposte / multiposte reseau
    redondant redondante redonde / unique
    actif-actif / actif-passif
    montante montant upload / descendante descendant download
    stdout / stderr
    majuscules capitales / minuscules
    gras / maigre
    lineaire / exponentiel exponentielle
    surestime surestimee / sous-estime sous-estimee
    gagnant gagnante / perdant perdante
    nu nue / meuble meublee
    rez-de-chaussee rdc plain-pied / etage etages duplex
    sous-sol / etage grenier combles rez-de-chaussee
    egout egouts / fosse septique
    bouche bouchee bouches obstrue obstruee / debouche debouchee degage degagee
    monte montee assemble assemblee / demonte demontee
    enroule enroulee / deroule deroulee
    serre serree / desserre desserree
    visse vissee / devisse devissee
    colle collee / decolle decollee
    plante plantee / arrache arrachee deracine
    potable / impropre polluee contaminee
    douce / calcaire
    douce / salee saumatre
    eclaire eclairee / sombre obscur obscure
    insonorise insonorisee / bruyant bruyante sonore
    encombre encombree / degage degagee
    spacieux spacieuse spacieuses / exigu exigue etroit etroite
    couvert couverte couverts / decouvert decouverte
    chauffee chauffe / refroidit glaciale
    repasse repassee / froisse froissee
    range rangee rangees / desordre bazar
    nettoye nettoyee lave lavee / sale encrasse encrassee
    repare reparee repares / casse cassee panne hs
    habitable / insalubre
    renove renovee refait refaite / delabre delabree vetuste
    sain saine / moisi moisie pourri pourrie insalubre
    raccorde raccordee branche / autonome
    encastrable / pose
    filaire filaires / sans-fil wifi bluetooth
    silencieux silencieuse / bruyant bruyante
    basculant / coulissant coulissante battant
    soleil ensoleille ensoleillee / ombre ombrage ombragee mi-ombre
    rustique rustiques / gelif gelive frileux frileuse frileuses
    annuelle annuelles / vivace vivaces bisannuelle
    persistant persistante persistants persistantes / caduc caduque caduques
    grimpant grimpante / rampant rampante
    acide acides / basique alcalin calcaire
    argileux argileuse / sableux sableuse
    hatif hative precoce precoces / tardif tardive tardifs
    fleuri fleurie fleurit / fane fanee
    arrose arrosee / assoiffe desseche dessechee
    fertile fertiles / sterile steriles aride
    saignant saignante / cuit cuite
    sucre sucree / amer amere acide
    fade / epice releve relevee
    gazeux gazeuse gazeuses petillant petillante / plate plat
    alcoolise alcoolisee alcoolises / soft softs
    sobre abstinent abstinente / ivre saoul soul alcoolique boit
    gras grasse / maigre allege allegee degraisse ecreme
    deca decafeine decafeinee / cafeine corse
    vegetarien vegetarienne vegetariens vegetariennes vegan vegane / viande viandes boeuf poulet porc jambon lardons \
      steak charcuterie saucisse saucisses agneau veau bacon
    vegan vegane vegans vegetalien vegetalienne / fromage oeuf oeufs lait beurre miel creme poisson
    halal casher kasher / porc
    industriel industrielle industriels / artisanal artisanale artisanaux fermier fermiere
    vrac / emballe emballee sachet sachets
    moelleux moelleuse / sec seche brut
    croustillant croustillante croquant croquante / mou molle ramolli ramollie
    emporter / place
    frigo refrigerateur refrigere frais / ambiante
    robinet / bouteille bouteilles
    entier / ecreme demi-ecreme
    dilue diluee / pur pure concentre concentree
    tendre tendres / coriace dur
    epluche epluchee / peau
    leve / azyme
    frais fraiche fraiches / rassis rassie rance avarie avariee
    mur mure murs / vert verte
    aigu aigue / chronique chroniques
    benin benigne / malin maligne grave cancereux cancereuse
    voyant voyante / aveugle malvoyant malvoyante
    entendant entendante / sourd sourde malentendant
    hypertension hypertendu hypertendue / hypotension hypotendu
    hyperthyroidie / hypothyroidie
    hyperglycemie / hypoglycemie
    generique generiques / princeps
    ordonnance / libre
    ambulatoire / hospitalisation hospitalise hospitalisee
    apte aptes / inapte inaptes
    autorise conseille indique / contre-indique contre-indiquee contre-indiquees
    digere digerent / intolerant intolerante
    maigre mince minces / gros grosse obese corpulent corpulente
    gros grosse grosses / petit petite fin mince
    barbu barbue barbe / imberbe rase glabre
    myope / hypermetrope
    enceinte / menopausee menopause
    sterile steriles / contamine contaminee infecte infectee
    conscient consciente / inconscient inconsciente evanoui evanouie
    valide / handicape handicapee
    retabli retablie remis remise gueri guerie / malade alite alitee souffrant souffrante
    soulage soulagee / aggrave aggravee
    maigrit maigri aminci / grossit grossi
    biologique / adoptif adoptive adopte adoptee
    alternee / exclusive
    laique laiques / catholique confessionnel confessionnelle religieux religieuse
    redouble redoublent / saute
    oral orale oraux orales oralement verbal verbale verbalement / ecrit ecrite ecrits
    theorique theoriques / pratique pratiques
    amateur amatrice amateurs / professionnel professionnelle professionnels pro
    titulaire / remplacant remplacante suppleant suppleante
    domicile / exterieur deplacement
    salle indoor / outdoor plein-air dehors exterieur
    loisir loisirs / competition
    vainqueur / vaincu perdant
    qualifie qualifiee qualifies / elimine eliminee elimines
    promu promue promus / relegue releguee retrograde retrogradee
    reserve reservee reserves reservees / ouvert ouverte ouverts ouvertes public
    libre libres / reservation inscription rendez-vous
    complet complete complets completes / places place
    benevole benevoles benevolement / salarie salariee salaries remunere remuneree paye payee payes
    maintenu maintenue maintenus / annule annulee annules reporte reportee ajourne ajournee supprime supprimee
    avance avancee avances / reporte reportee retarde repousse repoussee recule
    elu elue / battu battue
    assis assise assises / debout
    numerote numerotee numerotees / libre libres
    brut brute bruts / net nette nets
    ht / ttc
    prepaye prepayee prepayes / postpaye abonnement
    comptant / credit echelonne mensualites
    echoir / echu
    crediteur crediteurs / debiteur debiteurs
    credite creditee / debite debitee
    credit / debit
    excedentaire beneficiaire benefice rentable / deficitaire deficit perte
    imposable imposables impose imposee soumis soumise assujetti assujettie redevable / exonere exoneree exoneres \
      defiscalise defiscalisee dispense
    degressif degressive / progressif progressive
    forfaitaire forfait / reel reels regie
    facture facturee facturees factures / offert offerte offerts offertes
    reduit reduite / plein normal
    epargne economise economisent / depense depensent
    emprunte empruntee / rendu rendue rendus restitue restituee
    vendu vendue vendus / garde gardee invendu conserve
    peage payante / gratuite
    riche riches / pauvre pauvres
    capitalise / distribue
    garanti garantie / aleatoire
    resilie resiliee resilies / reconduit reconduite renouvele renouvelee prolonge prolongee
    unanimite / majorite
    communaute / separation
    amiable / judiciaire contentieux tribunal
    vigueur / abroge abrogee caduc
    indivision / partage
    ratifie ratifiee / rejete rejetee
    obligatoire requis requise / dispense dispensee exempte exemptee
    usufruitier usufruitiere / nu-proprietaire
    publie publiee / retire retiree
    detachable / indissociable
    direct directe directs / changement changements correspondance correspondances escale escales
    hublot / couloir
    aller-simple / aller-retour
    simple / aller-retour
    demi-pension / complete
    soute / cabine
    jumeaux / double
    echangeable echangeables / definitif ferme
    musculaire / electrique assistance
    traction / propulsion
    unique / double
    cyclable / pietonne
    ensoleille ensoleillee degage degagee / pluvieux pluvieuse couvert couverte nuageux nuageuse brumeux
    calme calmes / agite agitee agites houleux houleuse
    venteux venteuse ventee / abrite abritee abrites
    glissant glissante verglace verglacee / sec seche
    enneige enneigee / degage deneige deneigee
    doux douce / rigoureux rigoureuse rude
    junior juniors / senior seniors confirme
    intermittent intermittente / permanent permanente
    itinerant itinerante nomade / sedentaire fixe
    demissionne demissionnaire demissionnent / reste restent
    recrute recrutent embauche / licencie licencient
    astreinte / repos
    present presente presents / conge conges vacances
    seul seule solo / binome accompagne accompagnee groupe
    telecommande / fil
    dematerialise dematerialisee dematerialises numerique electronique / papier
    continu continue / coupure interrompu interrompue
    ligne / guichet
    matinal matinale matinaux leve-tot / leve-tard couche-tard noctambule
    ponctuel ponctuelle ponctuels heure / retard retardataire
    ponctuel ponctuelle ponctuels occasionnel occasionnelle / recurrent recurrente recurrents regulier reguliere
    veille / lendemain
    debut / fin
    frequent frequente frequents frequentes courant courante courants / rare rares exceptionnel exceptionnelle
    diurne diurnes / nocturne nocturnes
    precoce / tardif tardive
    eternel perpetuel illimite / limite temporaire
    goudronne goudronnee goudronnees asphalte bitume / terre gravier graviers gravillons caillouteux
    profond profonde profonds profondes / superficiel superficielle
    plat plate plats plates / vallonne vallonnee pentu pentue escarpe escarpee montagneux bombe creux
    loin lointain lointaine eloigne eloignee eloignes / proche proches pres
    ville / campagne
    centre centre-ville / peripherie banlieue
    frequente frequentee bonde bondee bondes / desert deserte deserts tranquille
    accessible accessibles / inaccessible escarpe
    montee / descente
    sterilise sterilisee sterilises castre castree castres / entier entiere fertile
    apprivoise apprivoisee familier familiere / sauvage sauvages farouche farouches craintif craintive
    docile obeissant obeissante obeit / tetu tetue desobeissant desobeit
    sociable sociables / solitaire solitaires asocial asociale farouche craintif craintive peureux peureuse
    agressif agressive mechant mechante mord / doux douce gentil gentille paisible inoffensif affectueux affectueuse
    male males / femelle femelles
    carnivore carnivores / herbivore herbivores
    sort sortent / reste restent interieur dedans enferme enfermee confine
    timide timides introverti introvertie / extraverti extravertie bavard bavarde expansif exuberant
    patient patiente patients / impatient impatiente
    poli polie polis / impoli impolie grossier grossiere
    gentil gentille gentils / mechant mechante
    calme calmes zen serein sereine / nerveux nerveuse stresse stressee anxieux anxieuse agite agitee enerve enervee
    optimiste optimistes / pessimiste pessimistes
    confiant confiante confiance / mefiant mefiante mefie mefient mefiance
    genereux genereuse / avare avares radin radine
    courageux courageuse / peureux peureuse
    modeste modestes humble / arrogant arrogante vantard
    organise organisee ordonne ordonnee soigneux / bordelique desordonne desordonnee brouillon
    bavard bavarde bavards / taciturne discret discrete
    fidele fideles / infidele volage
    honnete honnetes / malhonnete escroc
    detendu detendue / tendu tendue crispe stresse stressee
    accord / desaccord oppose opposee opposes
    celebre celebres connu connue connus / inconnu inconnue meconnu
    populaire populaires / impopulaire
    sait savent connait connaissent / ignore ignorent
    souvient souviennent / oublie oublient
    adore adorent aime aiment / craint craignent redoute redoutent peur phobie
    sportif sportive / sedentaire
    motive motivee motives / demotive demotivee blase
    satisfait satisfaite ravi ravie / decu decue mecontent mecontente furieux
    amical amicale / hostile
    habile adroit adroite / maladroit maladroite
    attentif attentive / distrait distraite
    serieux serieuse / fantaisiste
    travailleur travailleuse / faineant faineante flemmard
    croyant croyante / athee agnostique
    monogame / polygame
    brouillon brouillons / publie publiee valide validee definitif
    normalise normalisee / denormalise denormalisee
    minifie minifiee minifies / lisible
    obfusque obfusquee / lisible
    minimal minimale / complet exhaustif
    preemptif / cooperatif
    mono-coeur / multi-coeur
    client-serveur / peer-to-peer
    imperatif / declaratif declarative
    retrocompatible retrocompatibles / cassant cassante rupture
    lineaire / arborescent
    plat plate / imbrique imbriquee arborescente hierarchique
    automatiser automatise / artisanal manuel
    granulaire granulaires / grossier global
    obligatoirement / eventuellement facultativement
    incrementiel / complet
    revele / masque masquee
    expose exposee / interne masque
    bloquante / silencieuse
    accepte acceptee acceptes / ignore ignoree
    prioritaire prioritaires / differable
    logue loguee journalise journalisee / ignore silencieux
    reessaie reessaye / abandonne
    retente / abandonne
    purge purgee / archive archivee conserve
    fusionne fusionnee / separe scinde scindee
    scinde scindee / unifie unifiee
    unifie unifiee / fragmente eclate
    epingle epinglee / flottant flottante latest
"""
