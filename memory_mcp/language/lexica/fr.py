"""Cues of French notes; lower case, without accents. Patterns are of whole words, a line or | an alternative.

A vowel dropped before another takes its little word along: of "d'apres" is left "apres", of "l'epoque" "epoque".
"""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica import fr_opposites, fr_pairs, fr_qualities, fr_words

_NO_IMPERFECT: Final = (
    r"\w*fait|lait|wait|await|strait|\w*trait|\w*plait|\w*nait|\w*parait|souhait|paient|essaient|relaient|effraient"
)
# What is no one to quote behind "apres": after the meal, after Christmas.
_NO_SOURCE: Final = (
    r"les?|la|une?|mon|ma|son|sa|notre|leur|cet?|cette|noel|paques|midi|quoi|tout|coup|cela|ca|avoir|etre|chaque|"
    r"\w+er|\w+tion|deux|trois|\d+"
)
_NO_FUTURE: Final = "camera|opera|zafira|samira|elvira|riviera|primavera|chimera|libera|altera"

ASKS: Final = r"""
    (?:se|me) demande(?:nt)? (?:si|quand|ou|comment|pourquoi|combien|quel\w*)|nous demandons si
    (?:reste|restent) a (?:savoir|voir|decider|trancher|verifier|confirmer|definir|preciser|clarifier)
    a (?:confirmer|clarifier|eclaircir|trancher|determiner|preciser|valider avec)|tbd|question ouverte
    a verifier(?=\s*(?:[).!?]|$))|pas sure?s? (?:que|si|de)|pas certaine?s? (?:que|si|de)
    (?:sais|sait|savons|savent) (?:pas|plus|toujours pas|pas encore) (?:si|quand|ou|combien|qui|comment|quel\w*)
    (?:ignore|ignorons|ignorent) (?:si|quand|ou|comment)|savoir si|voir si|verifier si|demander (?:a \w+ )?si
    demander a (?:\w+ ){1,2}(?:si|il|elle|elles|ils)|est-ce|qu'en est|peut-etre|aucune idee|a voir avec|a demander a
    \w+-(?:t-)?(?:il|elle|on|ils|elles)|pourquoi|a se demander|doute que|incertain|pas clair si
"""
PLANS: Final = rf"""
    (?!(?:{_NO_FUTURE})\b)\w{{3,}}(?:era|eront|erai|erons|ira|iront|irons|irai)
    ^(?:penser|songer|pensez) a|^(?:prevoir|a prevoir|pense-bete|rappel :)|proposition|idee ?:|todo|a faire|souhait :
    objectifs? ?:|but :|projet :|en projet|hypothese
    projet\w*(?:te|tons|tent) (?:de|\w+(?:er|ir|re))|a etude|en discussion|en reflexion|a reflexion|feuille de route
    (?:a|ont|avons|ai) (?:le|un|pour|comme) projet|roadmap|au backlog|dans le backlog|suggestion|suggere\w*
    propose(?:nt|ons)? (?:de|que)|et si on|pourquoi pas|si possible
    (?:j'|je |on |nous )?(?:aimerais|aimerait|aimerions|aimeraient|voudrais|voudrait|voudrions|voudraient|souhaite\w*)
    souhaitons|esper(?:e|es|ons|ent)|en espoir|envie (?:de|\w+(?:er|ir|re))
    rev(?:e|ent|ons) (?:de|\w+(?:er|ir|re))
    (?:compte|comptent|comptons) (?:bien )?(?:le |la |les |se |y )?\w+(?:er|ir|re)
    (?:pense|pensent|pensons|songe|songent|songeons) (?:serieusement )?a \w+(?:er|ir|re)
    (?:cherche|cherchent|cherchons|hesite|hesitent|hesitons) a \w+(?:er|ir|re)|veux|hesite entre|tente de|tentent de
    il est question (?:de|\w+er)|intention|en vue (?:de|\w+er)|vise a|visons|ambition\w*|envisag\w+|prevoi\w+
    planifi\w+|reflechi\w+
    (?:est|sont|il est) prevue?s? (?:de|que|\w+(?:er|ir|re)\b)|prevue?s? pour (?:an|annee|ete|automne|hiver|printemps)
    (?:an|annee|mois|semaine|trimestre|semestre|printemps|ete|automne|hiver|rentree|saison|sprint|version) prochaine?
    prochaine? (?:an|annee|mois|semaine|trimestre|semestre|printemps|rentree|saison|sprint|version|release|etape)
    prochainement|bientot|a terme|a avenir|dans un avenir|a (?:court|moyen|long) terme|un de ces jours|un jour ou autre
    tot ou tard|(?<!au )plus tard(?! (?:que|le|a))|ici (?:a|fin|ete|la (?:fin|rentree)|un an|deux|trois|quelques|\d+)
    dans (?:un|deux|trois|cinq|dix|quelques|\d+) (?:ans?|mois|semaines)|un jour(?=\s*(?:[,.:;!]|$))|ideal serait
    (?:vont|allons|vais) (?:\w+ )?\w+(?:er|ir|re)|va (?:se|bientot|devoir|falloir|etre|devenir) \w+
    (?:sera|seront|serai|serons|fera|feront|ferai|ira|iront|irai|pourra|pourront|devra|devront|faudra|saura|voudra)
    (?:aura|auront)(?! lieu)|(?:viendra|viendront|verra|verront|mettra|mettront|rendra|prendra|prendront|vivra|recevra)
    (?:\w+(?:vendra|pprendra|endrons|attra|ettra|uira|uiront|viendra|courra|naitra)|repondra|repondront|descendra|attendra)
"""
REPORTS: Final = rf"""
    ecri(?:t|vent|vait) qu?e?|promet\w*|promis|jure(?:nt)?|annonce(?:nt)? (?:que|un|une|des|le|la|les|\d)
    soutien(?:t|nent)
    raconte(?:nt)?|repete(?:nt)? que|parait(?:-il)|il parait|il semblerait|semble(?:-t-il)|aux dires|en croire|dixit
    rumeur\w*|le bruit court|oui-dire|ouie-dire|soi disant|soit-disant|pretendument|pretendent|affirment|assurent|disent
    explique(?:nt)? (?:que|il|elle)|indique(?:nt)? (?:que|il|elle)|estime(?:nt)? (?:que|il|elle|on)|suppose(?:nt)? que
    (?:pense|pensent|croit|croient|trouve|trouvent|juge|jugent) (?:que|il|elle|ils|elles|on|etre|avoir)
    se plaint|se plaignent|se vante|vante(?:nt)?|brochure|plaquette commerciale|prospectus
    argumentaire|slogan|publicite :|la pub (?:dit|promet|parle)|communique de presse|sur le forum|mentionne(?:nt)?
    (?:indiquent|evoque|evoquent|parlent de|affiche que|precise que|signale que|rapporte que)
    (?:^|[,:(] ?)apres (?:le|la|les|mon|ma|mes|son|sa|ses|notre|nos|leur|leurs|un|une) \w+(?:eur|euse|ien|ienne|iste)s?
    (?:^|[,:(] ?)apres (?:le|la|les|mon|ma|mes|notre|nos|un|une) (?:doc|documentation|site|readme|wiki|medecin|docteur)
    (?:^|[,:(] ?)apres (?:le|la|les|mon|ma|notre) (?:pediatre|veto|veterinaire|prof|notice|manuel|voisine?|meteo|presse)
    ^apres (?:lui|elle|eux|elles|moi|nous)(?=,| )
    ^apres (?!(?:{_NO_SOURCE})\b)\w+(?: \w+)?,
"""
PAST: Final = rf"""
    anciens? (?:responsable|chef|proprietaire|locataire)s?|anciennes? (?:responsable|cheffe|proprietaire|locataire)s?
    (?!(?:{_NO_IMPERFECT})\b)\w{{2,}}(?:ait|aient)
    a epoque|epoque ou|dans le temps|il fut un temps|il y a (?:longtemps|des annees|\w+ ans(?! de))|naguere|au depart
    dans (?:sa|ma|leur|notre) jeunesse|(?:dans|pendant|durant) (?:son|mon|leur|notre) enfance
    (?:etant|tout) (?:petit|enfant)
    (?:petite?|enfant|ado|adolescente?|etudiante?|jeune), (?:il|elle|je|on|nous|\w+ \w+(?:ait|aient))|a origine
    ^(?:en |le |la )?(?:an|annee|mois|semaine|ete|hiver|printemps|automne) (?:dernier|derniere|passee?|precedente?)
    ^au siecle dernier|^dans les annees (?:19|20)?\d0|jusqu'a (?:recemment|il y a|an dernier|annee derniere|peu)
    jusqu'(?:a|au) (?:la |son |sa |leur |notre |ma |mon )?(?:retraite|depart|mort|deces|demenagement|migration|divorce)
    ^avant (?:la |le |son |sa |notre )?(?:migration|refonte|demenagement|divorce|retraite|travaux|bascule|fusion)
    (?:a|ai|ont|avons|as) (?:longtemps|toujours ete|autrefois|jadis|un temps|d'abord) \w+
    (?:a|ai|ont|avons) (?:habite|vecu|travaille|fume|enseigne|loge|vote|milite|sejourne)
    ancien(?:ne)?(?:ment)? (?:locataire|proprietaire|adresse|numero|employeur|poste|bureau|appart\w*|mari|femme|version)
    ex-\w+|vecut|vecurent|habita|fut|furent|travailla|precedemment|par le passe|a ses debuts|aux debuts|a debut
"""
ADDS: Final = r"""
    aussi|egalement|en plus|en outre|par ailleurs|de plus|de meme|ainsi que|notamment|entre autres?|parmi|dont|autres?
    un de[s]?|une des|un deuxieme|une deuxieme|second|seconde|supplementaires?|parfois|quelquefois|de temps en temps
    souvent|generalement|en general|surtout|principalement|en partie|partiellement|par exemple|p\. ?ex|etc|plusieurs
    certaine?s|quelques-une?s|en alternance|a occasion|occasionnellement|encore une?|sans compter|en complement
    la plupart|mais aussi|tantot|au choix|l'un|faire partie|fait partie|font partie|membres?|ou bien
"""
COVERS: Final = r"""
    tou(?:s|te|tes) (?:nos|mes|ses|vos|tes|leurs|ces|sans)|tout(?:e)? (?:le|la|mon|ma|son|sa|notre|votre|leur|ce|cette)
    tous les (?!jours|soirs|matins|midis|ans|mois|week|lundis|mardis|mercredis|jeudis|vendredis|samedis|\d)\w+
    toutes les (?!semaines|heures|nuits|minutes|secondes|annees|deux|trois|quatre|\d)\w+
    tout est|tout passe|tout se|tout tient|seule?s?|seulement|uniquement|exclusivement|entierement|integralement
    totalement|completement|integralite|totalite|en totalite|ensemble (?:de|du|des|les|nos)|en exclusivite|exclusive?
    chaque (?!jour|soir|matin|midi|mois|semaine|an|annee|ete|hiver|fois|lundi|mardi|mercredi|jeudi|vendredi|samedi)\w+
    toujours chez|toujours avec|toujours a|100 ?%|cent pour cent|a (?:temps plein|plein temps)|unique|uniques|partout
    systematiquement|rien que|purement|sans exception|nulle part ailleurs|de a a z|en entier|officielle?
    personne autre|rien autre|aucune? autre|par defaut
"""
EXCEPTS: Final = r"""
    exception a (?:la|cette)|par exception|exceptions? ?:|derogation|sauf|excepte|hormis|a exception|exception faite
    exceptionnellement|a part(?! entiere| egale)|mis a part|mise a part
    en dehors|a ceci pres|autres? que|si ce n'?e? est|excluant|a exclusion|
    hors (?!ligne|service|connexion|garantie|taxes?|charges|forfait|reseau|gel|sujet|bord|piste|de prix)\w+
    (?<!ni )(?:personne|rien|nul|nulle|aucune?|pas|jamais) autres?
    pas (?:tous|toutes|toujours|partout|forcement|necessairement)
    pas (?:vraiment|tout a fait|completement|entierement|totalement|souvent|systematiquement)
    presque (?:tous|toutes|jamais)
"""
HARMLESS: Final = r"""
    (?:un|quelque|a|de|depuis|sous|avant|ici|pour|tant soit|si|trop|y a|petit) peu|peu (?:a peu|de|apres|avant)
    peu (?:importe\w*|ou prou|pres|plus|moins|que)
    (?<=\bavoir )ete|(?<=\bayant )ete|(?<=\d )du (?:matin|soir)|(?<=heures )du (?:matin|soir)
    ne (?:a|ai|ont|avons|est|sont) pas (?:chome|traine|lesine|tarde|demerite|perdu de temps|dit son dernier)
    ne (?:a|ai|ont|avons|est|sont) pas (?:vole|froid aux yeux|la langue dans|de mal a|une minute a|fini de|en reste)
    ne (?:chome|chomons|chament|traine|trainent|lesine|lesinent|rigole|rigolent|plaisante|plaisantent|tarde|tardent) pas
    ne mach(?:e|ent) pas|ne manque(?:nt)? pas de|ne y va(?:s|nt)? pas de
    ne en (?:revient|reviens|peut|peux) (?:pas|plus)
    ne y a (?:pas|rien) a (?:dire|redire|discuter)|ne y a pas de quoi
    (?:ce )?ne est pas (?:la mer a boire|sorcier|trop tot)
    (?:ne )?est pas (?:la mer a boire|sorcier|trop tot|rien|gagne)|ne casse(?:nt)? pas (?:trois pattes|des briques)
    (?:ne )?(?:est |sont |a )?pas (?:si |tres )?(?:rares?|impossibles?|exclue?|negligeables?|inutiles?|faux|inconnue?s?)
    a ne en pas douter|est-ce pas|ne est-ce pas|ne fait pas de doute|ne perd(?:ent)? pas (?:une minute|le nord|de temps)
    ne passe(?:nt)? pas inapercue?s?|pas moins de|ne se fai(?:t|re) pas prier|ne desempli(?:t|ssent) pas
    ne cess(?:e|ent)(?: de)?|ne reste(?:nt)? plus que?|ne fait que|ne (?:arrete|arretent) pas(?: de)?
    ne (?:a|ai|ont|avons|est|sont) (?:encore )?(?:jamais|pas) (?:rate|manque|loupe|oublie|rechigne)\w*
    ne (?:rate|ratent|manque|manquent|loupe|loupent|oublie|oublient)(?: plus)? (?:jamais|pas|aucune?)
    ne y a pas (?:de )?(?:que|photo|souci|probleme|mieux|plus)
    (?:ne y a )?(?:pas de|aucun|sans) (?:souci|probleme|doute)s?
    (?:(?:ne )?est|ne va|(?:ne )?sont) pas (?:mal|mauvaise?s?|bete|idiot|donnee?s?|rien|pour rien|du luxe)
    pas (?:mal|a plaindre|si mal|que)|ne importe (?:qui|quoi|quand|ou|quelle?s?|lequel|comment)|ne empeche|
    rien (?:que|de tel|de plus simple|a redire|a signaler)|mine de rien|de rien|un rien|pour rien au monde
    comme si de rien
    en moins de rien|ras|(?:par|une|la|cette|chaque|en|seule|autre|meme|grande|quelle) personne
    personne (?:agee|physique|morale|referente|de confiance|a contacter|a mobilite)|si jamais|plus que jamais|a jamais
    on ne sait jamais|jamais deux sans trois|(?:au|un|le|deux|trois|quelques|du|premier|grand) pas|pas a pas
    pas de porte
    pas-de-porte|pas de vis|pas japonais|pas (?:de )?course|faux pas|non plus que
    sans (?:cesse|arret|relache|faute|peine)
    sans (?:hesiter|hesitation|compter|exception|aucun doute|doute|plus attendre|soucis?|problemes?|encombre|accroc|mal)
    sans (?:fil|contact|plomb|abri|papiers|serveur|titre|detour|detours|blague|rire|ambiguite|conteste)|ni une ni deux
    rien\s+(?:ne )?vaut|ne (?:y a )?que du bien
    ne en (?:pense|pensent) pas moins|ne est autre que|pas (?:plus|moins) (?:de|tard|loin) (?:\w+ )?\d+|non loin
    pas loin
    non seulement|non sans (?:mal|peine)|ne quitte(?:nt)? (?:pas|jamais|plus)|ne hesite[rz] pas(?: a)?
    ne oublie[rz]? pas
    ne vous inquietez pas|ne t'inquiete pas|comme pas deux|pas question|pas un(?:e)? pour rattraper|noeud sans fin
    ne (?:est|etre) (?:pas|plus) a (?:prouver|demontrer|presenter)|ne (?:se )?lasse(?:nt)? (?:pas|jamais)
    ne jure(?:nt)? que|ne demande(?:nt)? (?:que|pas mieux)|ne dort que d'un oeil|ne tient qu'a un fil
"""
LACKING: Final = """
    manque manquent manquant manquante manquants manquantes depourvu depourvue denue denuee impossible impossibles
    incapable incapables inexistant inexistante introuvable introuvables refuse refusent refusee refuses refusees zero
    absence hors renonce renoncent cesse arrete arretee arretes arretent stoppe stoppee depourvus depourvues denues
    denuees inexistants inexistantes absent absente absents absentes exempt exempte exempts exemptes exonere exoneree
    exoneres eviter evitons nullement aucunement stoppes boude boudent peu abstient abstiennent manquer
"""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    responsable maintient maintenu maintenue mainteneur mainteneuse maintenance proprietaire chef cheffe dirige
    dirigee direction directeur directrice medecin dentiste pediatre ophtalmo gynecologue kine psy orthodontiste
    cardiologue veterinaire veto proprio bailleur maitresse maitre instituteur institutrice entraineur entraineuse
    coach capitaine capitale president presidente presidence contact titulaire referent referente referents tuteur
    tutrice tresorier tresoriere secretaire patron patronne boss manager manageuse geree gerant administre administree
    administrateur administratrice gerante pilote pilotee notaire avocat avocate comptable banquier banquiere assureur
    plombier garagiste nounou parrain marraine conjoint conjointe epoux epouse mari femme compagnon compagne fiance
    fiancee auteur autrice createur gardien gardienne concierge syndic hebergeur fournisseur operateur prestataire
    encadre encadrant encadrante architecte animateur animatrice organise organisatrice organisateur anime assignee
    assigne attribue attribuee mutuelle assurance employeur employe employee rue avenue boulevard quai impasse siege
    preside presidee code passe identifiant login plaque immatriculation adresse domaine nom heberge hebergee
    hebergement surnom indicatif banque bancaire marque race gestionnaire messagerie navigateur langue devise fuseau
    prefixe suffixe separateur encodage charset editeur shell police theme orm hostname sous-domaine url distribution
    distro linter formateur formatteur orchestrateur framework broker ordonnanceur scheduler monnaie coiffeur
    coiffeuse couturiere allergologue dermato dermatologue orthophoniste psychologue psychiatre sage-femme
    rhumatologue chirurgien chirurgienne urologue neurologue podologue osteo osteopathe infirmier infirmiere oncologue
    gastro endocrinologue radiologue anesthesiste opticien audioprothesiste pharmacien pharmacienne courtier courtiere
    conseiller conseillere huissier fiscaliste expert-comptable electricien menuisier couvreur chauffagiste jardinier
    jardiniere paysagiste serrurier ramoneur macon carreleur nourrice babysitter baby-sitter cuisinier cuisiniere
    traiteur photographe fleuriste maire mairesse ministre depute deputee cure pasteur rabbin imam principal
    principale proviseur proviseure censeur adjoint adjointe arbitre sponsor mecene doyen doyenne traducteur
    traductrice relecteur relectrice editrice illustrateur illustratrice realisateur realisatrice compositeur
    compositrice vainqueur gagnant gagnante laureat laureate locataire lieu naissance natif native originaire surnomme
    surnommee prenom rebaptise rebaptisee hymne prefecture fondateur fondatrice fonde fondee creatrice successeur
    predecesseur mentor superviseur superviseuse supervise supervisee coordonne coordonnee coordinateur coordinatrice
    coordonnateur redacteur redactrice garant garante beneficiaire transporteur livreur distributeur grossiste
    constructeur fabricant fabrique fabriquee courtage porte-parole commandant commandante rapporteur rapporteuse
    moderateur moderatrice domicile domiciliee demeure reside residence aumonier fournit fournie fourni depositaire
    archiviste bibliothecaire enseignant enseignante professeur professeure prof format
"""
VALUES: Final = fr_words.VALUES
NARROWING: Final = fr_words.NARROWING
OPPOSITES: Final = fr_opposites.OPPOSITES + fr_pairs.OPPOSITES.lstrip() + fr_qualities.OPPOSITES.lstrip()
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rouge bleu|bleue vert|verte jaune noir|noire blanc|blanche gris|grise marron orange violet|violette rose beige \
      turquoise
    petit|petite moyen|moyenne grand|grande
    celibataire marie|mariee divorce|divorcee veuf|veuve pacse|pacsee fiance|fiancee
    vegan|vegane vegetarien|vegetarienne omnivore
    essence diesel electrique hybride
    ouvert|ouverte ferme|fermee
    gaucher|gauchere droitier|droitiere ambidextre
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    quotidien|quotidienne|quotidiennement hebdomadaire|hebdo mensuel|mensuelle|mensuellement \
      trimestriel|trimestrielle semestriel|semestrielle annuel|annuelle|annuellement
    printemps ete automne hiver
    nord sud ouest
    matin|matins midi soir|soirs nuit
"""
