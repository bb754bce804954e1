"""French words that exclude each other, by pairs and by classes, and classes that narrow down what is said."""

from __future__ import annotations

from typing import Final

# A line is a class, of which a thing has one member at a time; forms of one word are joined by |.
VALUES: Final = """
    rouge|rouges|bordeaux bleu|bleue|bleus|bleues|marine vert|verte|verts|vertes|kaki jaune|jaunes \
      noir|noire|noirs|noires blanc|blanche|blancs|blanches gris|grise|grises|anthracite marron|brun|brune \
      beige|ecru orange violet|violette|violets|mauve rose|roses turquoise dore|doree argente|argentee
    bois|chene|pin|sapin|hetre metal|acier|inox|fer alu|aluminium plastique|pvc verre pierre|marbre|granit \
      carton|papier cuir tissu velours coton laine lin soie synthetique|polyester ceramique|faience beton \
      brique|briques ardoise tuile|tuiles carrelage parquet moquette
    blond|blonde|blonds|blondes brun|brune|bruns|brunes roux|rousse chatain|chatains
    essence diesel|gazole|gasoil electrique|electriques hybride|hybrides gpl ethanol|e85
    gaz fioul|mazout granules|pellets bois|buches electricite|electrique|electriques charbon
    celibataire|celibataires marie|mariee|maries|mariees|remarie|remariee divorce|divorcee|divorces veuf|veuve \
      pacse|pacsee|pacses fiance|fiancee|fiances concubinage
    cdi cdd interim|interimaire freelance|independant|independante \
      alternance|alternant|alternante|apprentissage|apprenti|apprentie stage|stagiaire benevole retraite|retraitee \
      fonctionnaire
    vegan|vegane|vegetalien|vegetalienne vegetarien|vegetarienne|vegetariens omnivore|omnivores|carnivore \
      pescetarien|pescetarienne flexitarien|flexitarienne
    gaucher|gauchere droitier|droitiere ambidextre
    a+ b+ ab+ o+
    cp ce1 ce2 cm1 cm2 6e|sixieme 5e|cinquieme 4e|quatrieme 3e|troisieme seconde|2nde premiere|1ere terminale
    creche maternelle|maternelles primaire college lycee fac|universite
    euros|euro dollars|dollar livres sterling yens|yen
    utf-8|utf8 latin-1|latin1|iso-8859-1 ascii utf-16|utf16
    mit gpl|gplv3 apache bsd agpl lgpl
    sucre|sucree|sucres sale|salee|sales
    athee catholique|catholiques protestant|protestante musulman|musulmane juif|juive bouddhiste
    carre|carree rond|ronde|rondes rectangulaire|rectangle ovale triangulaire
    individuel|individuelle collectif|collective|collectifs
    squash rebase merge-commit
    portrait paysage
"""
# Two notes with two of these speak of two things.
NARROWING: Final = """
    printemps|printanier|printaniere ete|estival|estivale|estivaux automne|automnal hiver|hivernal|hivernale|hivernaux
    macos|mac|osx linux windows ios|iphone|ipad android ubuntu debian
    chrome firefox safari edge
    prod|production preprod|preproduction|staging|recette dev|developpement|developpeur test|tests|testing \
      local|locale|localement ci demo bac integration
    matin|matins|matinee|matinees midi|midis apres-midi soir|soirs|soiree|soirees nuit|nuits|nocturne
    week|week-end|week-ends|weekend|weekends semaine|semaines ferie|feries vacances|vacance scolaire|scolaires
    ouvres|ouvrable|ouvrables ferie|feries
    cuisine salon|sejour chambre|chambres bureau|bureaux salle|sdb entree couloir garage cave grenier|combles jardin \
      terrasse|balcon buanderie toilettes|wc veranda toit|toiture
    frontend|front backend|back base|bdd|database infra|infrastructure api|apis mobile|appli web|site cli \
      admin|backoffice worker|workers
    client|clients|cliente serveur|serveurs fournisseur|fournisseurs
    lecture|lectures|lire|read|lecteur|get ecriture|ecritures|ecrire|write|post suppression|supprimer|delete
    avant|devant arriere|arrieres|derriere
    gauche|gauches droite|droites|droit milieu|centre|central|centrale
    haut|haute|hauts|dessus bas|basse|dessous
    longueur|long|longs largeur|large|larges hauteur|haut|haute profondeur|profond|profonde poids|pese|pesent \
      epaisseur|epais|epaisse diametre surface|superficie
    ram|memoire|vive disque|disques|ssd|hdd|stockage cpu|processeur|coeurs|vcpu gpu swap cache
    connexion|connect inactivite|idle session|sessions requete|requetes verrou|lock
    gratuit|gratuite|free pro|premium|payant|payante entreprise|enterprise|business|team etudiant|etudiants
    loyer|loyers caution|depot charges|charge taxe|taxes|impot|impots electricite|gaz|eau \
      assurance|mutuelle|assurances internet|box|telephone|abonnement cotisation|cotisations licence|licences
    aller|aller-simple|allers retour|retours
    depart|departs|part|partent|partant arrivee|arrivees|arrive|arrivent
    debut|debute|debutent|commence|commencent|demarre|demarrent fin|finit|finissent|termine|terminent|acheve
    ouvre|ouvrent|ouverture ferme|ferment|fermeture
    premier|premiere|premiers|premieres deuxieme|second|seconde troisieme|troisiemes quatrieme \
      dernier|derniere|derniers|dernieres
    paternel|paternelle|paternels maternel|maternelle|maternels
    aine|ainee|aines cadet|cadette|benjamin|benjamine|dernier|petit|petite
    pere|papa|pere mere|maman frere|freres soeur|soeurs|sœur|sœurs fils|garcon|garcons fille|filles \
      grand-pere|papi|papy|pepe grand-mere|mamie|mami|meme oncle|tonton tante|tata|tatie cousin|cousins \
      cousine|cousines neveu niece mari femme voisin|voisins|voisine beau-pere belle-mere beau-frere \
      belle-soeur|belle-sœur gendre bru parrain marraine parents grands-parents beaux-parents enfants
    chat|chats|chatte|chaton chien|chiens|chienne|chiot lapin|lapins poule|poules hamster \
      cheval|chevaux|jument|poney poisson|poissons perruche|oiseau|oiseaux tortue cochon
    adulte|adultes enfant|enfants bebe|bebes senior|seniors ado|ados
    homme|hommes|masculin|masculine femme|femmes|feminin|feminine mixte
    compta|comptabilite rh|ressources marketing|com|communication support|sav commercial|commerce|ventes|vente \
      juridique|legal technique|tech|it data design|produit finance|finances direction logistique achats qa|qualite
    beurre huile farine sucre lait creme sel levure oeufs|oeuf|œufs|œuf chocolat eau|liquide riz pates
    cafe the|thes biere|bieres vin|vins chocolat jus
    viande|viandes poisson|poissons legumes|legume fruits|fruit gluten lactose|lait oeuf|oeufs|œuf|œufs \
      fruits-de-mer|crustaces arachide|arachides|cacahuetes noix
    pluie|pleut|pluvieux soleil|beau|ensoleille neige|neige vent|venteux|mistral gel|gele chaud|chaleur|canicule froid
    entrainement|entrainements match|matchs|matches|competition|tournoi repos
    repas petit-dejeuner|petit-dej dejeuner|dejeuners|midi gouter|gouters diner|diners|souper brunch apero
    train|trains|tgv|ter avion|avions|vol|vols bus|car|cars voiture|voitures|auto metro|rer tram|tramway \
      velo|velos|vtt pied|pieds ferry|bateau|bateaux moto|scooter|mobylette trottinette camion|camionnette|fourgon \
      taxi|vtc covoiturage
    anglais|anglaise|anglophone francais|francaise|francophone allemand|allemande espagnol|espagnole \
      italien|italienne portugais|portugaise neerlandais|neerlandaise chinois|chinoise|mandarin japonais|japonaise \
      arabe russe
    france belgique suisse allemagne espagne italie portugal angleterre|royaume-uni pays-bas etats-unis|usa \
      canada|quebec luxembourg maroc japon
    maison|maisons|pavillon appartement|appart|apparts|appartements studio|studios gite|gites|chalet hotel|hotels \
      camping bureau|bureaux
    chaudiere radiateur|radiateurs climatisation|clim ballon|cumulus vmc poele cheminee insert
    four plaque|plaques frigo|refrigerateur congelateur|congelo lave-linge|machine lave-vaisselle seche-linge \
      micro-ondes|micro-onde hotte
    pneu|pneus|pneumatique frein|freins|plaquettes|disques batterie|batteries moteur|moteurs chaine|chaines \
      huile|vidange courroie|distribution essuie-glaces|essuie-glace phare|phares|feux selle guidon pedale|pedales \
      derailleur
    porte|portes|portail fenetre|fenetres|velux volet|volets|store|stores mur|murs plafond|plafonds sol|sols \
      toit|toiture boite
    dentiste|dentaire generaliste|medecin|traitant kine|kinesitherapeute ophtalmo|ophtalmologue|ophtalmologiste \
      pediatre gyneco|gynecologue dermato|dermatologue cardiologue|cardio orthophoniste orthodontiste \
      psy|psychologue osteo|osteopathe veto|veterinaire pharmacie|pharmacien
    judo natation|piscine foot|football tennis danse|danses escalade|grimpe basket|basket-ball rugby gym|gymnastique \
      yoga|pilates piano guitare violon solfege theatre|impro dessin|poterie chorale|chant equitation|poney \
      hand|handball escrime karate ski
    maths|mathematiques francais|lettres anglais histoire|geographie physique|chimie svt|biologie eps|sport \
      musique|solfege latin
    boulangerie|boulanger boucherie|boucher|charcuterie pharmacie supermarche|supermarches|superette|epicerie \
      marches mairie|bibliotheque|mediatheque piscine creche|garderie|ecole cinema restaurant|resto|brasserie \
      coiffeur dechetterie gare
    email|e-mail|mail|mails|emails|courriel sms|texto courrier|lettre appel|appels|telephone \
      notification|notifications|push
    unitaire|unitaires integration fonctionnel|fonctionnels e2e|bout-en-bout charge
    log|logs|journaux metrique|metriques trace|traces sauvegarde|sauvegardes|backup|backups image|images \
      video|videos document|documents pdf|pdfs
    commande|commandes facture|factures|facturation devis paiement|paiements remboursement|remboursements catalogue \
      panier utilisateur|utilisateurs|compte|comptes produit|produits stock|stocks
    interieur|interieure|interieurs exterieur|exterieure|exterieurs
    neuf|neuve ancien|ancienne|vieux|vieille
    brut|brute|bruts net|nette|nets
    ht ttc
    minimum|mini|min|minimal|minimale maximum|maxi|max|maximal|maximale moyen|moyenne
    recto verso
    journee|diurne nuit|nuits|nocturne
    titulaire|titulaires suppleant|suppleante|remplacant|remplacante
    principal|principale|primaire secondaire|replica|replicas
    lecteur|lecteurs editeur|editeurs|redacteur|redacteurs admin|admins|administrateur|administrateurs \
      invite|invites|visiteur|visiteurs
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    active activee actif activees actives allume allumee actifs enable enabled / desactivee desactive desactives \
      inactif inactive eteint eteinte coupe coupee disabled
    active activer activent allume allumer / desactive desactiver desactivent eteint eteindre coupe
    toujours systematiquement constamment / jamais rarement
    souvent frequemment regulierement / jamais rarement
    synchrone synchrones synchroniquement synchro sync / asynchrone asynchrones async
    public publique publics publiques / prive privee prives privees confidentiel confidentielle
    obligatoire obligatoires requis requise requises imperatif imperative exige exigee indispensable necessaire \
      necessaires imposee / facultatif facultative facultatifs facultatives optionnel optionnelle optionnels \
      optionnelles volontaire inutile superflu dispensable
    permis permise permises autorise autorisee autorises autorisees autorisent accepte acceptee acceptes acceptees \
      admis admise admises acceptent tolere toleree toleres bienvenu bienvenus reserve reservee possible / interdit \
      interdite interdits interdites interdisent interdiction defendu defendue prohibe prohibee proscrit proscrite \
      banni bannie bannis refuse refusee refuses refusent refusees
    accepte acceptee acceptes acceptees validee approuve approuvee accorde accordee accordes / refuse refusee \
      refuses rejete rejetee rejetes rejetees decline declinee
    accepte acceptent approuve valide prend admet / refuse refusent rejette rejettent
    ouvert ouverte ouverts ouvertes ouvre ouvrent ouverture / ferme fermee fermes fermees ferment fermeture clos \
      close verrouille verrouillee
    verrouille verrouillee bloque bloquee / deverrouille deverrouillee debloque debloquee ouvert libre
    adore adorent aime aiment raffole apprecie apprecient kiffe / deteste detestent hait haissent deteste abhorre
    valide valides valable / invalide invalides perime perimee perimes expire expiree caduc caduque
    automatiquement automatique automatiques auto automatise automatisee / manuellement manuel manuelle manuels \
      manuelles main
    avant / apres
    precede anterieur anterieure / suit posterieur posterieure ulterieur
    fiable securise securisee sans-danger / dangereux dangereuse risque vulnerable
    rapide rapides rapidement vite / lent lente lents lentes lentement
    augmente augmentent augmentee monte montent hausse grimpe croit progresse accroit / diminue diminuent baisse \
      baissent chute recule decroit reduit reduite
    local locale locaux locales localement / distant distante distants cloud remote saas
    marie mariee maries mariees mariage / celibataire celibataires divorce divorcee veuf veuve separe separee
    ensemble couple / separe separes separement divorces
    interne internes / externe externes externalise externalisee sous-traite prestataire
    gratuit gratuite gratuits gratuites gratuitement offert offerte / payant payante payants payantes coute coutent \
      paie paient tarife
    mort morte morts mortes decede decedee decedes creve deces / vivant vivante vivants vivantes vit vivent vivace
    vide vides / plein pleine pleins pleines rempli remplie complet complete
    vide vides inhabite inhabitee vacant vacante libre libres disponible disponibles inoccupe / occupe occupee \
      occupes habite habitee reserve reservee pris loue louee indisponible indisponibles
    chaud chaude chauds chaudes / froid froide froids froides glace frais
    grand grande grands grandes / petit petite petits petites minuscule
    long longue longs longues / court courte courts courtes bref breve
    large larges / etroit etroite etroits
    lourd lourde lourds lourdes / leger legere legers legeres
    epais epaisse / fin fine mince minces
    haut haute hauts hautes eleve elevee / bas basse basses faible faibles
    utc / local locale locales
    fort forte forts / faible faibles
    clair claire clairs claires / fonce foncee sombre sombres obscur
    mouille humide humides mouillee trempe / sec seche secs seches
    dur dure durs / mou molle tendre souple
    propre propres / sale sales
    bruyant bruyante bruyants / silencieux silencieuse calme
    cher chere chers cheres couteux couteuse onereux / abordable economique bon-marche
    facile faciles simple aise / difficile difficiles complique compliquee ardu
    tot / tard
    minimum minimal minimale mini min / maximum maximal maximale maxi max
    gauche / droite
    dessus haut / dessous bas
    devant / derriere
    interieur interieure interieurs dedans / exterieur exterieure exterieurs dehors plein-air
    entrant entrante entrants entree / sortant sortante sortants sortie
    croissant croissante ascendant ascendante asc montant / decroissant decroissante descendant descendante desc
    chiffre chiffree chiffres chiffrees crypte cryptee chiffrement / clair
    compresse compressee compresses / brut brute decompresse
    signe signee signes signees / vierge
    statique statiques / dynamique dynamiques
    mutable mutables modifiable modifiables editable / immuable immuables immutable figee fige
    modifiable modifiables / definitif definitive definitifs fixe
    fixe fixes constant constante / variable variables mobile mobiles flexible flexibles flottant flottante
    reversible reversibles / irreversible irreversibles definitif definitive
    reutilisable reutilisables rechargeable / jetable jetables unique
    temporaire temporaires provisoire provisoires / permanent permanente permanents definitif definitive \
      definitivement perenne
    stable stables / instable instables flaky aleatoire capricieux
    deprecie depreciee deprecies obsolete obsoletes abandonne abandonnee archive archivee / supporte supportee \
      maintenu maintenue recommande recommandee
    compatible compatibles / incompatible incompatibles
    disponible disponibles dispo accessible accessibles / indisponible indisponibles inaccessible inaccessibles
    fonctionne fonctionnent marche marchent fonctionnel fonctionnelle operationnel operationnelle repare reparee / \
      panne casse cassee cassees hs plante plantent dysfonctionne defectueux defectueuse defaillant rompu
    neuf neuve intact intacte / use usee abime abimee casse cassee mort morte
    neuf neuve neufs neuves / occasion reconditionne reconditionnee
    reussit reussissent passe passent reussi reussie succes vert / echoue echouent plante echec rate ratee rouge
    reussi reussie obtenu obtenue / rate ratee echoue loupe
    gagne gagnent gagnant victoire / perd perdent perdu perdant defaite
    resolu resolue resolus corrige corrigee regle reglee / ouvert irresolu persiste persistent reproductible
    fini finie termine terminee acheve achevee fait faite bouclee boucle livree / inacheve inachevee attente suspens
    vrai vraie vrais true / faux fausse false
    juste exact exacte correct correcte correctes / faux fausse inexact inexacte incorrect incorrecte erronee errone
    meilleur meilleure mieux / pire pires
    positif positive positifs / negatif negative negatifs
    confirme confirmee confirmes maintenu maintenue / annule annulee annules annulees reporte reportee infirme
    present presente presents / absent absente absents
    inclus incluse inclues comprise comprises compris comprend comprennent inclut incluent / exclu exclue exclus \
      excluses sus supplement
    conserve conservee conserves garde gardee gardent conservent / supprime supprimee supprimes jete jetee jette \
      efface effacee purge purgee detruit detruite
    ajoute ajoutee ajouter / retire retiree enleve enlevee supprime supprimee retirer
    installe installee / desinstalle desinstallee
    branche branchee connecte connectee connectes / debranche debranchee deconnecte deconnectee
    visible visibles affiche affichee affiches / invisible invisibles cachee masque masquees masques
    malade malades souffrant / gueri guerie bonne-sante
    majeur majeure majeurs / mineur mineure mineurs
    fumeur fumeuse fumeurs fume fument / non-fumeur non-fumeuse non-fumeurs abstinent
    vegetarien vegetarienne vegan vegane vegetalien vegetalienne / viande carnivore omnivore
    allergique allergiques intolerant intolerante / tolere supporte
    loue louee locataire locataires location / proprietaire proprietaires achete achetee possede
    achete acheter achat / vend vendre vente
    plein temps-plein / partiel mi-temps partielle
    salarie salariee / independant independante freelance
    embauche embauchee / licencie licenciee vire viree demissionne
    travaille travaillent actif active / retraite retraitee chomage chomeur
    teletravail distance domicile distanciel visio / presentiel bureau
    solo individuel individuelle individuels individuellement / collectif collective groupe partage partagee commun \
      commune mutualise
    simple unique / double multiple multiples triple
    superieur superieure superieurs / inferieur inferieure inferieurs
    majuscule majuscules / minuscule minuscules
    sensible sensibles / insensible insensibles
    strict stricte strictes rigide / souple laxiste tolerant permissif permissive
    bloquant bloquante bloquants / non-bloquant bloquant-pas
    verbeux verbeuse / silencieux silencieuse muet
    amont / aval
    monolithe monolithique / microservices microservice
    relationnel sql / nosql
    naturel naturelle / artificiel artificielle synthetique
    bio / conventionnel
    cru crue crus / cuit cuite cuits cuites
    frais fraiche / surgele surgelee congele congelee
    pimente epice / doux douce
    matin matinee matins / soir apres-midi soiree soirs
    rembourse remboursable remboursables remboursee / non-remboursable
    meuble meublee / vide nue
    equipe equipee / depourvu
    isole isolee / mitoyen mitoyenne
    direct directe directement directs / indirect indirecte correspondance escale intermediaire
    reel reelle / virtuel virtuelle fictif fictive simule
    normal normale / anormal anormale
    utile utiles / inutile inutiles
    utilise utilisee utilises / inutilise inutilisee
    prioritaire urgent urgente / secondaire
    pair paire pairs paires / impair impaire impairs impaires
    debutant debutante debutants / confirme confirmee expert experte avance
    vaccine vaccinee / non-vaccine
    recommande recommandee conseille conseillee / deconseille deconseillee
    adapte adaptee / inadapte inadaptee
    lisible / illisible
    leve levee debout / couche couchee assis assise
    endormi endormie dort / eveille eveillee reveille
    content heureux heureuse / triste malheureux malheureuse
    favorable / defavorable oppose opposee contre
    immediat immediate immediatement / differe differee
    recent recente recents recentes / ancien ancienne anciens vieux vieille
    jeune jeunes / age agee ages agees vieux vieille
    termine terminee termines fini finie / cours attente
    publie publiee publies / brouillon depublie depubliee
    valide validee approuve approuvee / attente brouillon
    paye payee payes payees reglee acquitte acquittee / impaye impayee impayes
    resilie resiliee archive archivee archives / cours actif active actifs
    suspendu suspendue pause gele gelee / active actif cours
    lumineux lumineuse / sombre sombres
    comestible comestibles inoffensif inoffensive / toxique toxiques veneneux mortel dangereux
    fragile fragiles / solide solides robuste resistant incassable
    etanche etanches / permeable poreux fuit
    complet complete / disponible disponibles dispo
    compile compilee / interprete interpretee
    sequentiel sequentielle sequentiellement / parallele paralleles concurrent
    mono-thread monothread / multi-thread multithread
    horizontal horizontale / vertical verticale
    trie triee tries / aleatoire
    unique uniques / duplique dupliquee doublon
    nullable / obligatoire
    ecreme / entier
    mat mate / brillant brillante
    lisse / rugueux
    transparent transparente / opaque
    celibataire seul seule / couple
    chomage chomeur / poste salarie emploi
    retraite retraitee / salarie salariee actif
    fiable fiables / bugge buggue buggy instable
    electrique electriques / thermique essence diesel
    analogique / numerique digital
    fixe fixes / amovible portable
    privatif privative / partage partagee commun commune
    rural / urbain
    inscrit inscrite inscrits / desinscrit desinscrite
    abonne abonnee / desabonne desabonnee resilie
    joignable / injoignable
    admis admise recu recue / recale recalee
    innocent / coupable
    indemne / blesse blessee
    content contente / mecontent mecontente
    legal legale legaux / illegal illegale illegaux
    accelere accelerent / ralentit ralentissent
    monte montent / descend descendent
    cree creee creent / supprime supprimee supprimes
    gonfle gonflee / degonfle degonflee creve crevee
    attache attachee / detache detachee libre
    avance / retard retarde
    jeun / repas mangeant mange
    idempotent idempotente / non-idempotent
    persistant persistante persiste persistes durable / volatile ephemere
"""
