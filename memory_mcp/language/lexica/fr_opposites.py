"""French words that exclude each other, whatever they are said of; lower case, without accents."""

from __future__ import annotations

from typing import Final

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
