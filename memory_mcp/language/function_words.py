"""The small words of seven languages: what names a language, denies, asks, plans, reports or looks back.

All in lower case and without accents, but for ``esse``, which stands for the Italian and Portuguese "is" (written
with an accent; without it the word is "and"). A list is short on purpose: it holds what is frequent.
"""

from __future__ import annotations

import re
from typing import Final, Literal

Language = Literal["en", "de", "es", "fr", "it", "pt", "nl"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de", "es", "fr", "it", "pt", "nl")


def words(text: str) -> frozenset[str]:
    """Return the words of a string with spaces."""
    return frozenset(text.split())


def words_by_language(**given: str) -> dict[Language, frozenset[str]]:
    """Return the words of each language, given as one string with spaces."""
    return {language: words(given[language]) for language in LANGUAGES}


def patterns_by_language(everywhere: str = "", **patterns: str) -> dict[Language, re.Pattern[str]]:
    """Return one pattern of whole words for each language; ``everywhere`` holds in all of them."""
    return {
        language: re.compile(rf"\b(?:{'|'.join(filter(None, (patterns[language], everywhere)))})\b")
        for language in LANGUAGES
    }


# They carry none of a sentence's content, and name its language.
FUNCTION_WORDS: Final = words_by_language(
    en="a an the is are was were be been being am do does did doing has have had having will would shall should can "
    "could may might must to of in on at by for from with into onto and or as it its itself this that these those "
    "there he she they them his her their herself himself we us our you your i my me any ever anymore longer still via "
    "all every everybody everyone able get gets got so than then what him us very such doesn didn isn aren wasn "
    "weren hasn "
    "haven hadn wouldn couldn shouldn mustn we're they're you're i'm i've we've they've you've i'll we'll you'll he'll "
    "she'll it'll they'll along around between beyond through throughout toward towards until "
    "till upon "
    "via within across against among amongst",
    de="mein meine meinen meinem meiner dein deine unser unsere ihr ihren ich du uns der die das den dem des ein eine "
    "einen einem einer eines ist sind war waren sein seine ihre wird werden wurde wurden hat haben hatte hatten kann "
    "konnen konnte soll sollen muss mussen darf durfen und oder als in im ins an am auf aus bei beim mit von vom "
    "zu zum zur fur es er sie wir ihr man sich mehr noch jeder jede alle per via um "
    "dieser diese dieses diesem diesen welche welcher mir mich dich ihm ihn ihnen unserem unseren unserer seinem "
    "seinen seiner ihrem ihren ihrer bis gegen durch dass bin hast habe jeden jedem jedes",
    es="mi mis tu nuestro nuestra yo me el la los las un una unos unas es son era eran ser esta estan estaba fue ha "
    "han hay habia se su sus lo le les de del en al a con por para y o que como este esto puede pueden debe mas ya "
    "todavia aun todo todos toda todas nos me te os nuestros nuestras muy hemos tenemos esto eso ese esa esos esas "
    "estos estas aquel cual cuya cuyo sobre entre sino pero pues soy somos estamos estoy he sea sean hacia ver si ir "
    "ella ellas ellos quien quienes sigue siguen siendo teniendo "
    "estando sido tener haber haya tenga tengan "
    "seguimos sigo dando damos dan dar da",
    fr="mon ma mes notre votre je ai avons le la les un une des du de est sont etait etaient etre a ont avait au "
    "aux en dans par pour avec sur et ou que qui ce cet cette ces il elle on nous vous ils elles leur son sa ses se "
    "peut peuvent doit plus encore tout tous toute toutes y nos vos ton tes leurs lui eux moi cela celui celle ceux "
    "celles sommes suis avez chez vers comme donc alors ainsi "
    "chaque fait font faut jusqu'a jusqu'au jusqu'aux jusqu'en",
    it="mio mia miei nostro nostra io mi il lo la i gli le un uno una e esse sono era erano essere ha hanno di del "
    "dello della dei degli delle da dal dalla in nel nello nella al alla allo ai agli con per su sul sulla o che si "
    "suo sua suoi sue mie nostri nostre tuo tua loro puo possono deve devono viene vengono piu ancora tutti tutte "
    "tutto tutta ad a ed lo li le ci ti nei negli nelle dai dagli dalle sui sugli sulle col tra fra cui ho abbiamo "
    "avere siamo questo questa questi queste quello quella quel quei quelle ogni alcun alcuna va vanno sta stanno fa "
    "fanno poi stato stata stati state",
    pt="meu minha meus nosso nossa eu o a os as um uma e esse sao era eram ser esta estao foi ha tem de do da dos das "
    "em no na nos nas ao aos com por pelo pela para ou que se seu sua pode podem deve devem mais ja ainda todos todas "
    "todo toda tudo minhas nossos nossas seus suas dele dela deles delas ele ela eles elas voce voces gente lhe lhes "
    "me isto isso aquilo estes essa esses essas aquele aquela aqueles aquelas neste nesta nesse nessa naquele naquela "
    "deste desta desse dessa daquele num numa dum duma pelos pelas pro pra pros pras ate ta tao tou estou estamos "
    "estar sendo sido seja sejam esteja foram somos sou havia tenho temos ter uns umas qual quais quem onde "
    "como entre menos durante",
    nl="mijn jouw onze ons ik de het een is zijn was waren wordt worden werd heeft hebben had hadden kan kunnen moet "
    "moeten mag mogen en of als in op aan bij met naar van voor uit te er hij zij ze we wij je dat die dit deze meer "
    "nog iedereen alle heb hebt bent om dan dus haar hun zich tussen tijdens tegen zodat hier daar waar wie wat welke "
    "hoe jullie uw mij elk elke ieder iedere zelf iemand zou zouden geworden geweest",
)
# Where such a word stands right before a value, it says what something is.
COPULAS: Final = words_by_language(
    en="is are was were be",
    de="ist sind war waren wird wurde",
    es="es son era esta estan fue",
    fr="est sont etait",
    it="esse sono era sta stanno",
    pt="esse sao era esta estao fica ficam ta",
    nl="is zijn was zit ligt",
)
# Verbs that are frequent enough to show where a subject ends; stems are compared.
VERBS: Final = words_by_language(
    en="is are was were has have will can must may does did not get gets uses use runs run takes take starts start "
    "listens listen lives works work expires expire costs cost shipped ship released keeps keep needs need supports "
    "returns time limits stores store happen happens occurs meets opens closes ends leaves arrives seats holds sends "
    "contains includes include allows reads writes serves lasts last pays pay earns weighs measures speaks drives owns "
    "handles handle processes sells buys begins finishes finish retries retry waits refreshes scales logs rotates "
    "gives goes comes renews ends belongs reports manages leads eats sleeps sings teaches studies likes loves "
    "hates knows "
    "prefers throws rejects accepts requires parses encrypts publishes connects renders installs carries charges "
    "departs "
    "stays becomes makes brings receives delivers refuses collects validates retrieves fetches saves stands lies hangs "
    "grows wears employs speak lacks exists remains seems appears depends consists involves provides offers prevents "
    "ensures ignores overrides replaces removes adds creates deletes updates generates converts compresses computes "
    "calculates filters verifies enables disables sees feels finds passes fails trims truncates swallows "
    "skips inherits "
    "extends implements wraps cancels organises organizes attends joins enjoys snores barks smokes swims "
    "commutes rents "
    "owes wants helps lets shows tells treats lends borrows eat sleep live keep send accept give meet "
    "arrive write serve "
    "contain require prefer teach depend",
    de="fahrt kommt endet offnet schliesst heisst tagt ist sind war hat haben wird werden kann darf muss lauft "
    "laufen nutzt verwendet braucht kostet dauert beginnt speichert erscheint erschien wohnt arbeitet betragt "
    "liegt steht gibt findet enthalt unterstutzt lebt verbraucht zahlt verdient wiegt misst besitzt fuhrt leitet "
    "verkauft wartet beendet ablauft verfallt erneuert geht fliegt lauten sitzt umfasst bekommt erhalt bietet "
    "liefert gehort stammt wiederholt schliessen offnen kosten dauern starten startet trinkt isst mag liebt hasst "
    "raucht spricht lernt spielt hort sieht liest schreibt schlaft trifft macht machen holt bringt nimmt schickt "
    "sendet empfangt erzeugt erstellt loscht ladt pruft baut rechnet verwaltet betreibt betreut pflegt hostet "
    "zeigt druckt meldet erfolgt erreicht besteht stellt setzt halt zieht hangt hangen liegen stehen finden "
    "treffen gehen kommen fahren wohnen arbeiten nutzen verwenden brauchen bekommen zahlen lesen schreiben bleibt "
    "bleiben heissen gelten gilt laden benutzt befindet passt reicht vertragt akzeptiert erlaubt verbietet "
    "blockiert ignoriert filtert sortiert gibts fressen frisst putzt kocht backt mietet vermietet kauft "
    "verschickt verwalten bearbeitet verlangt fordert benotigt tragt tragen steigt sinkt betragen funktioniert "
    "klappt springt probt trainiert unterrichtet studiert schwimmt reitet tanzt singt lasst lassen darfst konnt",
    es="abre cierra llega termina es son era esta estan fue ha han hay tiene tienen usa utiliza cuesta tarda empieza "
    "colecciona atiende atienden imparte imparten entrena duerme duermen conduce aparca ensaya baila teje aterriza "
    "despega alquila alquilan comparte comparten recoge recogen reparten riega siembra ladra muerde huele suena gotea "
    "pierde calienta enfria autentica redirige enruta notifica avisa comprime indexa sincronizan genera generan "
    "actualiza actualizan almacena almacenan archiva reinicia detiene detienen reintenta reintentan manejan aceptan "
    "exige exigen alcanza ahorra debe teletrabaja madruga asiste acude padece liquida liquidan rotan renuevan caducan "
    "vencen consta constan cabe "
    "comen queda quedan toca hace hacen va van sale salen lleva llevan pone ponen pide piden hornea tardan "
    "cuestan empiezan "
    "registran registra ejecuta ejecutan mantiene mantienen borra borran sube suben manda mandan envia "
    "envian despliega desplegamos usamos tenemos guardamos devuelve devuelven requiere necesita necesitan permite "
    "cubre funciona funcionan falla fallan juega estudia comen bebe toma toman nacieron habla cobran reparte "
    "aguanta caben escribe escriben lee leen procesa procesan limita expira arranca conserva conservan ocupa dispone "
    "guarda guardan sale salio vive trabaja escucha pagan paga incluye acepta nacio puede pueden contiene dura duran "
    "caduca vence pesa mide gana consume lleva dirige gestiona vende compra comienza acaba espera renueva viaja va "
    "viene ofrece recibe entrega pertenece celebra soporta admite cobra cierran abren",
    fr="part arrive ouvre ferme finit est sont etait a ont utilise coute dure commence garde sort habite travaille "
    "ecoute paient paie fait font contient accepte peut peuvent expire pese mesure gagne consomme dirige gere vend "
    "achete finissent attend renouvelle va vient offre recoit livre appartient termine demarre tourne possede ouvrent "
    "ferment debute comprend prend met tient "
    "parle boit mange fume dort fonctionne vaut suit sait doit veut circule heberge lit ecrit stocke envoie renvoie "
    "execute exige requiert necessite permet supporte maintient pilote anime enseigne etudie apprend pratique conduit "
    "loue appelle nomme situe trouve abandonne sauvegarde deploie publie occupe debute repart decolle atterrit "
    "rembourse verse preleve reside loge bosse aime deteste prefere adore refuse autorise interdit",
    it="parte arriva apre chiude finisce esse sono era ha hanno usa costa dura inizia conserva vengono viene esce "
    "vive lavora ascolta pagano paga misura contiene accetta puo possono scade scadono pesa guadagna consuma dirige "
    "gestisce vende compra comincia aspetta rinnova va offre riceve consegna appartiene gira supporta possiede aprono "
    "chiudono durano costano prende tiene svolge viaggia usano abita abitano vivono lavorano parla parlano girano sta "
    "stanno vanno fa fanno prendono mangia mangiano beve bevono dorme dormono gioca giocano studia studiano suona "
    "insegna segue seguono cura tengono escono partono arrivano iniziano inizia cominciano finiscono termina terminano "
    "restituisce restituiscono scrive scrivono legge leggono invia inviano manda mandano spedisce spediscono risponde "
    "rispondono richiede richiedono serve servono consente consentono permette permettono contengono accettano "
    "supportano gestiscono fornisce forniscono passa passano resta restano rimane rimangono diventa ammette copre "
    "coprono funziona funzionano salva salvano elimina eliminano cancella cancellano aggiorna aggiornano crea creano "
    "genera esegue eseguono chiama chiamano trova trovano mette mettono porta portano compila compilano carica "
    "scarica espone valida controlla rifiuta prevede prevedono dispone ospita ospitano conservano piace piacciono "
    "preferisce vuole ama odia detesta conosce sa guida guadagnano consumano pesano misurano "
    "usiamo paghiamo abbiamo facciamo andiamo teniamo prendiamo mangiamo viviamo abitiamo lavoriamo compriamo",
    pt="parte chega abre fecha termina esse sao era esta estao foi tem usa custa dura comeca guarda sai saiu mora "
    "vive trabalha escuta pagam paga contem aceita pode podem nasceu expira vence pesa mede ganha consome dirige gere "
    "gerencia vende compra acaba espera renova vai vem oferece recebe entrega pertence suporta possui abrem fecham "
    "passa comecam duram custam leva fazem faz fica ficam roda rodam moram trabalham vivem ganham gasta gastam chama "
    "chamam leciona ensina estuda joga jogam dorme acorda janta almoca cabe cabem devolve devolvem gera geram grava "
    "gravam escreve escrevem volta voltam partem chegam saem entram entra recebem entregam oferecem mantem permitem "
    "suportam aceitam usamos utiliza utilizam consomem pertencem pagamos fazemos moramos trabalhamos executa executam "
    "falha falham cai caem atende atendem exige exigem precisa precisam guardamos temos tenho sao ta vao poe traz "
    "trazem demora demoram atinge mostra aparece corre correm toma tomam tira treina treinam cobram renovam expiram "
    "vencem contem pesam medem vendem compram levam passam terminam acabam bebe bebem fala falam gosta gostam fuma "
    "toca tocam cobra manda mandam ocupa responde respondem viaja viajam conserva",
    nl="vertrekt komt opent sluit eindigt is zijn was heeft hebben wordt worden kan kunnen gebruikt kost duurt begint "
    "bewaart verschijnt verscheen woont werkt luistert betalen betaalt bevat ondersteunt stopt bedraagt verloopt weegt "
    "meet verdient verbruikt leidt beheert verkoopt koopt start wacht vernieuwt gaat biedt krijgt levert hoort draait "
    "bezit openen sluiten duren kosten eindigen vervalt loopt telt staat ligt komen gaan rijdt rijden fietst vliegt "
    "vliegen vertrekken lopen liggen staan zit zitten hangt hangen draaien werken wonen leeft leven speelt spelen "
    "zingt leert studeert volgt volgen geldt gelden zorgt brengt haalt drinkt drinken eet eten slaapt slapen kopen "
    "verkopen verdienen leveren leest schrijft schrijven stuurt sturen verstuurt ontvangt ontvangen bestaat bestaan "
    "vereist bevindt blijft blijven toont spreekt spreken kent kennen vindt zoekt helpt beginnen starten stoppen "
    "verwerkt verwerken controleert beheren verzorgt organiseert traint trainen vergadert verhuurt huurt huren draagt "
    "houdt houden kookt koken doet doen geeft geven maakt maken neemt nemen bellen belt mailt heet heten bewaren "
    "gebruiken verlopen krijgen wachten accepteert weigert slaat schaalt schakelt springt betreft verloopt",
)
NEGATORS: Final = words_by_language(
    en="not no never none nobody noone nothing neither nor nowhere non",
    de="nicht nichts nie niemals kein keine keinen keinem keiner keines niemand niemanden niemandem nirgends "
    "nirgendwo weder ausser nix keinerlei keineswegs keinesfalls",
    es="no nunca jamas nada nadie ni ningun ninguno ninguna ningunos ningunas tampoco",
    fr="ne pas jamais rien aucun aucune ni nulle non guere personne",
    it="non mai niente nulla nessun nessuno nessuna neanche nemmeno neppure mica",
    pt="nao nunca jamais nada ninguem nenhum nenhuma nenhuns nenhumas nem tampouco",
    nl="niet nooit geen niets niks niemand nergens nimmer geenszins evenmin verboden",
)
# "Without" denies a part of what is said, not the whole of it.
WITHOUT: Final = words_by_language(en="without", de="ohne", es="sin", fr="sans", it="senza", pt="sem", nl="zonder")
# They add a time, a degree or a reason, and no other claim.
FILLERS: Final = words_by_language(
    en="per please quite rather pretty fairly simply still here itself normally typically whatsoever one ones "
    "now currently today already actually really usually generally correctly properly also too just "
    "only about around exactly approximately roughly mr mrs ms dr doctor prof professor sir well same new",
    de="jetzt derzeit aktuell heute schon bereits eigentlich meist auch nur etwa rund genau herr herrn frau dr doktor "
    "zurzeit momentan gerade inzwischen mittlerweile tatsachlich wirklich normalerweise ublicherweise generell ja halt "
    "eben wohl doch raus rein rauf runter los ca circa zirka ungefahr knapp ziemlich sehr recht weiterhin "
    "insgesamt jeweils bitte erst dann wieder immerhin offiziell grundsatzlich prinzipiell komplett vollig ganz "
    "prof professor selbst immernoch",
    es="ahora actualmente hoy realmente normalmente tambien solo solamente unos aproximadamente exactamente justo casi "
    "generalmente habitualmente ademas asi incluso pues mismo misma mismos mismas concretamente oficialmente senor "
    "senora don dona sr sra doctor doctora profesor profesora",
    fr="maintenant actuellement aujourd'hui deja vraiment aussi seulement environ monsieur madame m mme "
    "docteur professeur maitre dr pr mlle tres trop assez bien plutot simplement juste exactement precisement presque "
    "quasiment desormais dorenavant via normalement habituellement uniquement exclusivement entierement "
    "totalement completement integralement principalement temps trouve trouvent situe situee situes "
    "integralite totalite besoin lieu tient",
    it="ora adesso attualmente oggi davvero anche solo circa gia ormai proprio pure infatti invece quindi comunque "
    "soltanto realmente effettivamente esattamente precisamente normalmente signor signora dott dottor "
    "dottore dottoressa professor professoressa avvocato",
    pt="agora atualmente hoje realmente tambem apenas cerca senhor senhora sr sra so doutor doutora "
    "professor professora mesmo mesma mesmos mesmas geralmente normalmente habitualmente exatamente aproximadamente "
    "praticamente quase entao enfim somente",
    nl="nu momenteel vandaag al eigenlijk ook alleen ongeveer precies meneer mevrouw dhr mevr dokter professor "
    "inmiddels tegenwoordig intussen ondertussen gewoon meestal doorgaans gewoonlijk circa bijna ruim sowieso gelukkig "
    "helaas trouwens overigens namelijk immers wel toch eens echt heel erg zeer weer pas even prima daarom "
    "per men hem elkaar iets mee hele veel slechts",
)
# What holds by default is one.
BY_DEFAULT: Final = words("default standardmassig defecto defaut predefinito predefinita omissao padrao standaard")
# Nouns of what a thing has one of: "the default branch is main".
ATTRIBUTES: Final = words_by_language(
    en="name default primary main only current preferred favorite favourite status state color colour type language "
    "size version owner license format encoding timezone currency branch mode level address title theme",
    de="name standard haupt status zustand farbe typ sprache grosse version lizenz format wahrung modus stufe adresse "
    "titel lieblingsfarbe lieblingsessen",
    es="nombre estado color tipo idioma lenguaje tamano version licencia formato moneda modo nivel direccion titulo "
    "favorito favorita principal",
    fr="nom etat statut couleur type langue langage taille version licence format devise mode niveau adresse titre "
    "prefere preferee principal principale",
    it="nome cognome soprannome stato colore tipo lingua linguaggio dimensione versione licenza formato valuta modo "
    "modalita livello indirizzo titolo preferito preferita principale taglia marca modello targa codifica fuso tema "
    "ramo branch squadra gusto",
    pt="nome estado cor tipo idioma lingua linguagem tamanho versao licenca formato moeda modo nivel morada titulo "
    "favorito favorita principal",
    nl="naam status kleur soort type taal grootte versie licentie formaat valuta modus niveau adres titel "
    "lievelingskleur standaard",
)
# What is so always is so.
ALWAYS: Final = words("always immer stets siempre toujours sempre altijd")
