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
    ext4 xfs btrfs zfs ntfs exfat apfs fat32
    rsa ed25519 ecdsa
    aes chacha20
    debug info warning|warn|avertissement fatal|critical
    serializable|serialisable repeatable|repeatable-read committed|read-committed uncommitted|read-uncommitted
    camelcase snake_case|snake kebab-case|kebab pascalcase
    uuid|uuids integer|int|bigint|entier varchar|string booleen|bool|boolean float|flottant decimal
    alphabetique|alphabetiquement chronologique|chronologiquement aleatoire|aleatoirement
    a2 a3 a4 a5 a6
    led halogene|halogenes neon|neons incandescence
    e27 e14 gu10 b22
    cruciforme torx hexagonal|allen
    aa aaa cr2032
    labrador golden berger beagle teckel caniche bouledogue border-collie|border cocker husky epagneul chihuahua \
      yorkshire|york jack-russell dalmatien setter malinois
    siamois persan chartreux maine-coon sacre-birman|birman bengal ragdoll
    renault peugeot citroen dacia volkswagen|vw toyota fiat skoda seat hyundai kia opel volvo mazda nissan bmw audi \
      mercedes tesla suzuki honda
    bosch miele siemens electrolux whirlpool samsung lg beko candy brandt indesit liebherr smeg zanussi
    viessmann dietrich saunier frisquet vaillant atlantic chaffoteaux buderus
    maif macif matmut axa maaf groupama allianz gmf mma
    edf engie totalenergies ekwateur enercoop ilek
    sfr bouygues sosh
    bcrypt argon2|argon2id scrypt pbkdf2 md5 sha1|sha-1 sha256|sha-256 sha512|sha-512
    sas sarl eurl sasu sci
    bts dut cap bep master|master's doctorat|these
    externe|externes demi-pensionnaire interne|internes|pensionnaire|internat
    attaquant|attaquante|avant-centre defenseur|defenseure ailier|ailiere
    expresso|espresso dosette|dosettes capsule|capsules moulu grains
    ecreme demi-ecreme
    blonde|blondes brune|brunes ambree ipa
    comprime|comprimes gelule|gelules sirop pommade suppositoire|suppositoires injection|injections gouttes \
      patch|patchs sachet|sachets
    unilaterale|unilateral bilaterale|bilateral
    laine|lainage cachemire coton soie lin polyester nylon viscose
    tuile|tuiles ardoise|ardoises chaume zinc tole|bac-acier
    lino|linoleum parquet carrelage moquette stratifie|flottant jonc
    brique|briques parpaing|parpaings bois pierre beton torchis
    crepi bardage enduit
    belier taureau gemeaux scorpion sagittaire capricorne verseau
    gouache aquarelle acrylique huile|huiles pastel
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
    connexion|connexions|connect lecture|read ecriture|write inactivite|idle requete|requetes
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
    get post put patch delete
    ipv4 ipv6
    http https ftp sftp ssh smtp imap
    pommier poirier cerisier prunier figuier abricotier pecher olivier noyer noisetier citronnier vigne framboisier
    rosier|rosiers hortensia|hortensias lavande glycine geranium|geraniums laurier|lauriers haie pelouse|gazon \
      tomates|tomate courgettes|courgette basilic menthe persil salade|salades fraisiers orchidee|orchidees
    pomme|pommes poire|poires fraise|fraises framboise|framboises cerise|cerises abricot|abricots citron|citrons \
      prune|prunes figue|figues rhubarbe mirabelle|mirabelles orange|oranges banane|bananes
    vanille chocolat caramel praline pistache noisette cafe
    tarte|tartes crepes|crepe gateau|gateaux gaufres|gaufre soupe|soupes quiche pizza|pizzas pain|pains confiture \
      mousse flan brioche
    tente camping-car|van caravane bungalow|mobil-home
    skis|ski snowboard raquettes luge
    rougeole grippe covid tetanos rage hepatite varicelle
    hanche genou|genoux epaule|epaules cheville|chevilles poignet|poignets coude|coudes dos cou main|mains \
      pied|pieds doigt|doigts oreille|oreilles oeil|yeux dent|dents bras jambe|jambes
    tension cholesterol glycemie fer|ferritine thyroide|tsh vitamine|vitamines
    mariage bapteme anniversaire|anniversaires enterrement|obseques noel paques communion
    passeport|passeports identite|cni permis visa carte-grise vitale
    livret|livrets pel pea assurance-vie compte|comptes
    salaire|salaires prime|primes pension|pensions retraite allocation|allocations
    tva cotisations|urssaf fonciere habitation revenu|revenus
    gaz electricite|courant eau fibre|internet dechets|poubelles
    recyclage|jaune|tri verre compost|biodechets encombrants ordures
    clavier souris ecran|ecrans|moniteur imprimante|imprimantes casque webcam scanner routeur|box tablette|tablettes
    lave-linge lave-vaisselle seche-linge aspirateur|aspirateurs cafetiere bouilloire grille-pain fer|fers \
      chauffe-eau hotte mixeur robot
    staging|preprod canary|canari production|prod
    unitaires|unitaire integration e2e performance|charge fumee|smoke
    majeures|majeure mineures|mineure correctifs|correctif|patch
    connexion inscription deconnexion paiement|paiements recherche|recherches export|exports import|imports
    creation|creer modification|modifier suppression|supprimer consultation|consulter
    access|acces refresh|rafraichissement id
    entrant|entrants|entrante sortant|sortants|sortante
    utilisateurs|utilisateur groupes|groupe roles|role permissions|permission
    index table|tables vue|vues colonne|colonnes schema|schemas
    header|headers|entete|entetes body|corps cookie|cookies parametre|parametres query
    piano|pianos guitare|guitares violon|violons violoncelle flute|flutes clarinette saxophone|saxo trompette \
      batterie harpe accordeon contrebasse
    basket tennis foot volley|volley-ball rugby badminton ping-pong hand|handball golf padel boxe judo karate \
      aviron voile natation aquagym marche|randonnee|rando course|running|footing cyclisme velo surf
    echecs|echec bridge belote tarot scrabble
    poussins|poussin benjamins benjamin minimes|minime cadets juniors|junior seniors|senior veterans
    stage|stages atelier|ateliers cours spectacle|spectacles concert|concerts repetition|repetitions audition \
      exposition|expo conference|conferences
    president|presidente tresorier|tresoriere secretaire vice-president|vice-presidente
    parking|garage cave|caves grenier local hall|entree ascenseur escalier|escaliers jardin|cour
    cle|cles|clef badge|badges telecommande|telecommandes digicode interphone
    oncle tante grand-oncle grand-tante arriere-grand-mere arriere-grand-pere filleul filleule ex
    petit-fils petite-fille petits-enfants
    locataire|locataires proprietaire|proprietaires|proprio syndic gardien|gardienne agence
    plombier|plomberie electricien macon|maconnerie peintre|peinture menuisier|menuiserie couvreur|toiture \
      chauffagiste carreleur jardinier
    anglais|anglaise allemand|allemande espagnol|espagnole latin grec turc|turque polonais|polonaise breton basque
    ligne boutique|magasin guichet telephone
    matinee soiree
    debutants|debutant intermediaires|intermediaire confirmes|confirme avances|avance
"""
