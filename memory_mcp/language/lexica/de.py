"""Cues of German notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica import de_opposites, de_people, de_things, de_words

ASKS: Final = r"""
    (?:unklar|ungewiss|fraglich|ungeklart|unsicher),? (?:ob|wer|we[mn]|wie|wann|wo\w*|was|warum|welche\w*)
    (?:keine|kein|null) (?:ahnung|plan),? (?:ob|wer|we[mn]|wie|wann|wo\w*|was|warum|welche\w*)
    weiss (?:jemand|wer|einer|man)
    \w*(?:fragen|klaren|prufen|checken|herausfinden|nachsehen|nachschauen|testen|finden),? (?:ob|wer|wie|wann|wo|was)
    \w*(?:fragen|klaren|prufen|checken|herausfinden|nachsehen|nachschauen),? (?:warum|wieso|welche\w*)
    (?:nicht|un) ?(?:ganz |mehr )?sicher,? (?:ob|wer|wie|wann|wo|was|welche\w*)|frag\w* (?:mich|sich|uns)
    zu klaren|noch klaren|klaren wir|zu prufen|zu uberprufen|zu verifizieren|klarungsbedarf|rucksprache
    (?:muss|mussen|soll|sollte) (?:\w+ )?(?:geklart|gepruft|erfragt|nachgefragt|verifiziert) werden
    steht (?:noch )?(?:nicht fest|in den sternen|zur debatte|zur diskussion)|noch nicht (?:entschieden|geklart)
    (?:klarung|entscheidung|antwort|ruckmeldung) steht (?:noch )?aus|offene frage|offener punkt|offen ist,?
    noch offen,|frage an \w+|tbd|tbc|stimmt (?:es|das),|offen:|frage:|wer weiss|offene punkte
    weiss (?:ich )?(?:gerade |leider |noch )?nicht,? (?:ob|wer|wie|wann|wo|was|welche\w*)
"""
PLANS: Final = r"""
    wunsch\w*|idee|ideen|ziel ist|ziel:|traum\w*|hoff\w*|angedacht|angestrebt|anvisiert|vorgesehen|vorhaben
    to-?do\w*:?|to do:|roadmap|backlog|meilenstein|perspektivisch|langfristig|mittelfristig
    (?:hat|habe|haben) (?:\w+ ){0,5}vor|vorschlagen|schlag\w* (?:\w+ ){0,6}vor|vorgeschlagen|anregung|empfehl\w*
    liebaugel\w*|diskutier\w*|evaluier\w*|im gesprach|denk\w* (?:\w+ )?(?:uber|daruber|daran|darauf)|nachdenk\w*
    gedanken?|uberlegung\w*|am liebsten|lieber ware|ware (?:\w+ ){0,2}(?:schon|gut|toll|besser|sinnvoll|praktisch)
    sollten?|wollten?|(?:wurde|hatte) (?:\w+ ){0,5}gern\w*|lasst? uns|irgendwann|eines tages|spater (?:einmal|mal)
    kunftig\w*|zukunftig\w*|in zukunft|bald|in kurze|demnachst|vielleicht|eventuell|evtl|moglicherweise|womoglich
    nachste[snmr]? (?:jahr|monat|woche|sommer|winter|herbst|fruhjahr|fruhling|quartal|saison|semester|sprint)
    nachste[snmr]? schuljahr
    kommende[snmr]? (?:jahr|monat|woche|sommer|winter|herbst|fruhjahr|fruhling|quartal|saison|semester|schuljahr)
    ubernachste[snmr]? \w+|bis (?:spatestens|ende|mitte|anfang) (?:des )?(?:jahres|monats|q[1-4]|quartals)
    ab (?:kommende\w+|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)
    ab (?:dem )?\d{1,2}\. ?(?:\d{1,2}\.|januar|februar|marz|april|mai|juni|juli|august|september)
    ab (?:dem )?\d{1,2}\. ?(?:oktober|november|dezember)
    unter umstanden|schwebt (?:\w+ )?vor|antrag auf|beantragt|ausschau|auf der suche nach|eingeplant|anstehend\w*
    ^in (?:\w+ )?(?:wochen|monaten|jahren|tagen)|ab (?:dem jahr )?20\d\d(?! (?:euro|stuck|zeichen|eur|mal))
    plan ist, |plan:
    wahrscheinlich|vermutlich|mutmasslich|schatzungsweise|voraussichtlich|entwurf:|ticket:|konzept:|vision:|antrag:
    feature-?request\w*|wenn (?:ich|er|sie|wir) (?:mal|einmal|gross|erwachsen|endlich)|steht (?:noch )?zur wahl
    steht an
    empfiehlt|empfahl|rat,|rat (?:mir|uns|ihm|ihr|dazu|davon|zu|von|dringend)|riet\w*|legt (?:\w+ )nahe|pladier\w*
    (?:mal|noch) (?:besorgen|anschaffen|kaufen|umstellen|einfuhren|ausprobieren|bestellen|organisieren|einplanen)
"""
REPORTS: Final = r"""
    gesagt|gemeint|meint|behaupte\w*|erzahl\w*|bericht\w*,? (?:dass|von|uber)|aussage|aussagen|war der meinung
    schr(?:eibt|ieb)(?: \w+){0,5},? dass|schrieb|schreibt (?:mir|uns|im forum|im chat)
    geschrieben,? (?:dass|er|sie|es)
    schreibt,|verspr(?:ach|achen|icht|echen|ochen)|zugesagt, dass|zugesichert|angekundigt|kundigte?n? (?:\w+ )*an
    wirbt|werben|bewirbt|beworben|werbung|prospekt|broschure|flyer|werbeseite|werbetext|verkaufsseite|produktseite
    herstellerangaben?|nach angaben?|angaben zufolge|eigenen angaben|nach aussage|meinung nach|ansicht nach
    versichert\w*(?: \w+){0,2},? (?:dass|mir|uns)|beteuer\w*|schwor\w*|geschworen|beharrt|besteht darauf,? dass
    ich (?:glaube|denke|meine|schatze|vermute|nehme an)|glaube ich|soweit ich weiss|meines wissens|glaub
    glaubt|glaubte|geglaubt|denkt|denkt,|dachte|gedacht|vermutet\w*|munkel\w*|gemunkelt|findet,
    gerucht\w*|horensagen|(?:hab|habe|haben|hat) (?:\w+ ){0,3}gehort|gehort, (?:dass|er|sie|es|die|der|das)|hort man
    heisst es|es heisst|es hiess|soll ja|sollen? (?:\w+ ){0,4}(?:sein|haben|geben|gewesen|stehen|kosten)
    sei|seien|konne|musse|solle|wolle|durfe
    (?:er|sie|es|man) (?:habe|werde|gehe|komme|bleibe|arbeite|gebe|laufe|liege)
    zitat|zitiert\w*|interview\w*|beschwer\w*|beklag\w*|klagte|warnt|warnte|rezension\w*|vermeintlich\w*|sogenannt\w*
    so (?:der|die) (?:hersteller\w*|vertrieb\w*|verkaufer\w*|makler\w*|chef\w*|anbieter\w*|presse|zeitung)
    nannten?|bezeichnet\w*|beschrieb\w*|gab\w* an|hersteller (?:\w+ ){0,2}(?:gibt|nennt|spricht|rechnet|wirbt)
    (?:im|in de[rm]|auf de[rm]|in einem|in einer) \w*(?:prospekt|flyer|zeitung|website|webseite|homepage|plakat)
    (?:im|in de[rm]|auf de[rm]|in einem|in einer) \w*(?:inserat|artikel|blog|werbung|internet|podcast) (?:steht|stand)
    (?:steht|stand) (?:im|in der|auf der|auf dem) \w*(?:inserat|artikel|blog|netz|internet|podcast|verpackung|schild)
    anscheinend|scheinbar|offenbar|offensichtlich|scheint|wohl laut|soll angeblich|soll laut
    schwarmt\w*|prahlt\w*|witzelt\w*|scherzt\w*|zeitungsartikel|schlagzeile|argumentiert\w*|spekuliert\w*
"""
PAST: Final = r"""
    als (?:kind|kleinkind|baby|teenager|teenie|jugendliche\w*|schuler(?:in)?|junge|madchen)
    (?:hat|habe|haben|hatten?) .*als (?:student(?:in)?|azubi|lehrling)
    (?:hat|habe|haben|hatten?) .*(?:geraucht|gespielt|studiert|geleitet|genutzt|verwendet|benutzt|getragen|gehalten)
    (?:hat|habe|haben|hatten?) .*(?:gedauert|gekostet|gelegen|gestanden|gehangen|gehostet|gegolten|gemocht|getrunken)
    (?:ist|sind|bin) .*gewesen|gewohnt hat|gelebt hat|gearbeitet hat|damalig\w*|ehemalig\w*|einstig\w*|vormalig\w*
    bisherig\w*|vorherig\w*|seinerzeit|dazumal|anfangs|zunachst|(?:ganz )?am anfang (?:war|lief|stand|noch)|einstmals
    in den (?:19|20)?\d0er\w*|in den \w+(?:ziger|ssiger)\w*|zu (?:\w+ )?(?:\w*zeiten|dm-zeiten)|fruhere[snmr]?
    zur (?:schulzeit|studienzeit|ddr-zeit)
    in (?:seiner|ihrer|meiner|unserer) (?:jugend|kindheit|schulzeit|studienzeit)
    (?<!seit )(?:letzte|vergangene|vorige|vorletzte)[snmr]? (?:jahr\w*|saison|woche|monat|sommer|winter|herbst)
    (?<!seit )(?:letzte|vergangene|vorige|vorletzte)[snmr]? fruhjahr
    (?<!seit )(?:letzte|vergangene|vorige|vorletzte)[snmr]? (?:semester|quartal|schuljahr|wochenende)|im vorjahr
    bis vor \w+|bis (?:letzte\w+|gestern)|vor (?:\w+ )?(?:langer|kurzer|einiger) zeit|vor kurzem|noch vor \w+
    vor (?:\w+ ){0,2}(?:jahren|jahrzehnten|monaten)
    vor (?:dem|der) (?:umzug|umbau|umstellung|migration|relaunch|wende)
    vor (?:dem|der) (?:refactoring|fusion|trennung|scheidung|pandemie)|vor corona|bis (?:zum|zur) (?:umzug|umbau)
    bis (?:zum|zur) (?:umstellung|migration|relaunch|wende|trennung|scheidung|ruhestand|rente|abitur|hochzeit|geburt)
    liefen?|nutzten?|verwendeten?|benutzten?|wohnten?|lebten?|arbeiteten?|kosteten?|dauerten?|hiess(?:en)?|galt(?:en)?
    besass(?:en)?|leiteten?|rauchten?|trank(?:en)?|mochten?|brauchten?|gehorten?(?! zu)|spielten?|enthielt(?:en)?
    gab es
    ex-(?:mann|frau|freund\w*|chef\w*|kolleg\w*|trainer\w*)
    bevor (?:\w+ ){0,4}(?:waren?|hatten?|kamen?|zogen?|umgezogen|gezogen)
    konnten?|mussten?|durften?|exfreund\w*|exmann|exfrau|historisch|stand (?:fruher|damals|lange|vorher)
"""
ADDS: Final = r"""
    auch|ausserdem|zusatzlich|zudem|daneben|unter anderem|u\. ?a\.|ebenfalls|ebenso|gleichfalls|desgleichen|obendrein
    noch (?:eine?|einen|einem|einer|mehr)|eine?[rnm]? (?:zweite|dritte|weitere|andere)[rsnm]?|weitere[rsnm]?
    eine[rsnm]? (?:der|von|unserer|meiner|seiner|ihrer)|sowohl|teils|teilweise|zum teil|einerseits|andererseits
    manchmal|gelegentlich|ab und zu|hin und wieder|mitunter|zuweilen|bisweilen|oft|ofter|haufig|meist|meistens
    uberwiegend|vor allem|hauptsachlich|vorwiegend|z\. ?b\.|zum beispiel|beispielsweise|bzw|beziehungsweise|oder
    wahlweise|nebenbei|nebenher|erganzend|plus|mehrere[rnm]?|viele|manche|einige|darunter|abwechselnd|zu den|unter den
"""
COVERS: Final = r"""
    alle|alles|aller|allen|allem|nur|ausschliesslich|einzig\w*|allein|alleine|alleinige[rsnm]?|komplett\w*
    gesamt\w*|ganze[rsnm]?|samtliche[rsnm]?|immer|stets|jede[rsnm]?|100 ?%|100 prozent|hundert prozent|lediglich
    vollzeit|hauptberuflich|bloss|rein|durchweg|durchgehend|durchgangig|restlos|uberall|nie|niemals|grundsatzlich
    vollstandig\w*|prinzipiell|generell|allesamt|insgesamt|rund um die uhr|ausnahmslos|exklusiv
"""
EXCEPTS: Final = r"""
    ausser(?! (?:betrieb|haus|dienst|kraft|gefecht|atem|gefahr|sicht|reichweite|landes|kontrolle|konkurrenz|plan))
    ausgenommen|(?<!ohne )(?<!keine )ausnahmen?|bis auf (?!weiteres|die minute|den cent|den letzten)|abgesehen von
    aber nicht|jedoch nicht|nur nicht|es sei denn|mit ausschluss|gilt nicht fur|nicht aber
"""
HARMLESS: Final = r"""
    kein (?:ding|problem|thema|wunder|stress|akt|hexenwerk|geringerer als|scherz|witz)|null problemo|no-?reply@\S*
    keine (?:ahnung|sorge|frage|panik|ursache|eile|angst|geringere als)|gar keine frage|keine? (?=\d)
    nicht (?:schlecht|ubel|verkehrt|vergessen|nur|zuletzt|wahr|umsonst|schlimm|wundern|selten|ungewohnlich|unublich)
    nicht (?:unwichtig|unerheblich|zu vergessen|zu fassen|zu verachten|der rede wert|von schlechten eltern)
    nicht (?:mehr als|weniger als|langer als|kurzer als|spater als|fruher als|ohne grund|unter(?= \d)|uber(?= \d))
    nicht (?:von der hand zu weisen|lange fackeln|kleckern)|nichts (?:als|anderes als|fur ungut|zu danken|zu meckern)
    nicht (?:auf den (?:kopf|mund) gefallen|von gestern|von ungefahr|ganz ohne|die welt|missen|umhin|so wild|tragisch)
    nicht (?:lange bitten|lumpen|unterkriegen|aus der ruhe bringen|auf die leichte schulter|auf die lange bank)
    nicht (?:wegzudenken|zu bremsen|kleinzukriegen|zu toppen|zu schlagen|zu ubertreffen|zu unterschatzen|zu uberhoren)
    nicht mehr wegzudenken
    nichts (?:anbrennen|dagegen|auszusetzen|zu wunschen ubrig|geringeres|zu verlieren|zu befurchten)
    kein (?:kind von traurigkeit|blatt vor den mund|hehl|beinbruch|drama|weltuntergang)
    kein grund zur (?:sorge|panik|klage)
    keine (?:wunsche offen|halben sachen|zwei meinungen|kunst|weltreise|rolle|hexerei|zumutung|umstande|einwande)
    keinen (?:hehl|wunsch offen|zweifel|anlass zur sorge|grund zur sorge)|halb so wild|nicht so schlimm
    macht nichts|mir nichts,? dir nichts|nichts zur sache|(?:kann|konnen) (?:\w+ )?nicht (?:klagen|meckern)
    vergiss nicht|oder nicht|nie verkehrt|nichtsdestotrotz|nichtsdestoweniger|besser spat als nie|nicht zu knapp
    tag der offenen tur|offen gesagt|offen gestanden|auf der sicheren seite|grunes licht|rote zahlen|schwarze zahlen
    mehr oder weniger|fruher oder spater|so oder so|uber kurz oder lang|auf und ab|hin und her|im grossen und ganzen
    links liegen \w*|blau machen|schwarz ?fahren|kalter kaffee|heisser draht|schwarzes brett|roter faden|blaues auge
"""
LACKING: Final = """
    fehlt fehlen fehlende fehlender fehlendes fehlenden mangelt unmoglich unmachbar ausgeschlossen kaum nix
    entfallt entfallen verzichtet verzichten verzichte verweigert vergeblich ausserstande unfahig unterbleibt
    keinerlei keinesfalls keineswegs mitnichten nirgendwohin nirgendwoher nirgendswo nimmermehr keinmal keins keines
    vergebens verweigere verweigern weigert weigern meidet meiden vermeidet vermeiden unterlasst unterlassen ausbleibt
    ausbleiben ausgeblieben wegfallt wegfallen weggefallen entfallene entfiel entfielen mangels fehlend fehlte fehlten
    unauffindbar inexistent nichtexistent unterblieb unterblieben schwerlich boykottiert boykottieren erubrigt
    verneint scheut entbehrt nee
"""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    zustandig zustandige verantwortlich verantwortliche verantwortlicher verantwortet verantwortung leiter leiterin
    leitet leitung betreut betreuer betreuerin betreuung chef chefin boss vorgesetzter vorgesetzte hausarzt hausarztin
    zahnarzt zahnarztin tierarzt tierarztin kinderarzt kinderarztin frauenarzt frauenarztin augenarzt hautarzt
    vermieter vermieterin hausverwaltung klassenlehrer klassenlehrerin klassenleitung trainer trainerin hauptstadt
    vorsitzende vorsitzender vorsitz vorstand kassenwart kassenwartin kassierer schatzmeister schriftfuhrer
    ansprechpartner ansprechpartnerin kontaktperson owner ownerin maintainer eigentumer eigentumerin inhaber
    inhaberin besitzer besitzerin geschaftsfuhrer geschaftsfuhrerin product productowner scrum teamleiter teamleiterin
    teamlead abteilungsleiter abteilungsleiterin projektleiter projektleiterin projektleitung lead kapitan kapitanin
    burgermeister burgermeisterin prasident prasidentin rektor rektorin schulleiter schulleiterin direktor direktorin
    hausmeister hausmeisterin steuerberater steuerberaterin notar notarin anwalt anwaltin hebamme tagesmutter
    patenonkel patentante patin pate trauzeuge trauzeugin verlobte verlobter ehemann ehefrau lebensgefahrte
    autor autorin verfasser verfasserin dirigent dirigentin pfarrer pfarrerin therapeut therapeutin physiotherapeut
    gehort verwaltet pflegt wartet hoster provider stromanbieter versicherer krankenkasse hausbank standard default
    stellvertreter stellvertreterin vertretung kummert geleitet gefuhrt betreibt sponsor hauptsponsor partnerin
    muttersprache geburtsort wohnort heimatstadt heimatort arbeitgeber internetanbieter mobilfunkanbieter gasanbieter
    stammlokal lieblingsfarbe lieblingsessen lieblingsfilm lieblingsbuch lieblingstier lieblingslied lieblingsverein
    passwortmanager hauptdatenbank primardatenbank registry standardbrowser standardeditor standardbranch hauptbranch
    lizenz programmiersprache betriebssystem hostname basisimage zahlungsanbieter zahlungsdienstleister mailanbieter
    region primarregion standardregion hauptregion zeitzone wahrung formatter linter paketmanager framework orm
    testrunner buildtool broker loadbalancer hosting heimatflughafen hauptsitz firmensitz sitz zielort treffpunkt
    veranstaltungsort automarke marke hersteller modell rasse sorte titel codename arbeitstitel benutzername login
    urlaubsvertretung krankheitsvertretung elternvertreter elternvertreterin elternsprecher elternsprecherin
    klassensprecher klassensprecherin schirmherr schirmherrin platzwart jugendwart jugendwartin nachbar nachbarin
    lehrer lehrerin mathelehrer mathelehrerin erzieherin bezugserzieherin schwimmlehrer fahrlehrer
    geburtsklinik grundschule stammschule urlaubsziel reiseziel hochzeitsort bank dachverband liga stichtag
    teamleitung abteilungsleitung gruppenleiter gruppenleiterin bereichsleiter bereichsleiterin filialleiter
    filialleiterin bauleiter bauleiterin techlead scrummaster scrum-master produktmanager produktmanagerin
    projektmanager projektmanagerin systemadministrator datenschutzbeauftragte datenschutzbeauftragter
    sicherheitsbeauftragte sicherheitsbeauftragter brandschutzbeauftragter gleichstellungsbeauftragte
    rufbereitschaft schichtleiter schichtleiterin orthopade orthopadin gynakologin urologe kardiologe
    kardiologin neurologin logopadin augenarztin hautarztin internist internistin chirurg chirurgin
    stammapotheke
    kreditgeber hausverwalterin stromversorger energieversorger gasversorger wasserversorger
    netzbetreiber kabelanbieter telefonanbieter internetprovider webhoster registrar versanddienstleister
    stammwerkstatt entbindungsklinik doktorvater doktormutter betreuungslehrer klassenleiter
    klassenleiterin deutschlehrer deutschlehrerin englischlehrer englischlehrerin sportlehrer sportlehrerin
    musiklehrer musiklehrerin klavierlehrer klavierlehrerin gitarrenlehrer gitarrenlehrerin nachhilfelehrer
    nachhilfelehrerin reitlehrerin tanzlehrer chorleiter chorleiterin chorleitung kursleiter kursleiterin
    kursleitung ubungsleiter ubungsleiterin cheftrainer cheftrainerin obmann obfrau vereinsvorsitzende
    vereinsvorsitzender ehrenvorsitzender protokollant protokollantin moderator moderatorin sachbearbeiter
    sachbearbeiterin kundenbetreuer kundenbetreuerin alleinerbe alleinerbin testamentsvollstrecker
    bevollmachtigte bevollmachtigter sorgerecht notfallkontakt nachfolger nachfolgerin stellvertretung
    ministerprasident ministerprasidentin kanzler kanzlerin landrat landratin trauzeugen taufpate taufpatin
    lebenspartner lebenspartnerin zimmernachbar zimmernachbarin sitznachbar sitznachbarin erfinder erfinderin
    urheber herausgeber herausgeberin verleger illustratorin genehmiger freigeber domain subdomain
    basis-url prafix suffix trennzeichen zeichensatz zeichenkodierung kodierung gebietsschema hauptsprache
    spielsprache unterrichtssprache amtssprache landessprache schriftart hausschrift farbschema
    standardsuchmaschine ci-system
    ticketsystem container-runtime identityprovider secretstore frontend-framework template-engine testframework
    protokollformat dateiformat exportformat importformat datumsformat ausgabeformat standardformat papierformat
    kompressionsverfahren hashverfahren lizenzmodell isolationslevel loglevel standardport cloudanbieter
    serverstandort hauptstandort geschaftssitz gerichtsstand erfullungsort postadresse meldeadresse
    rechnungsadresse lieferadresse herkunftsland staatsangehorigkeit nationalitat konfession
    nachname vorname rufname spitzname kosename kunstlername username kennwort
    maskottchen wahrzeichen motto slogan leitspruch projektname teamname vereinsfarbe waffenfarbe studienfach
    studiengang hauptfach leistungskurs
    stammkneipe stammcafe stammtisch stammplatz hauptinstrument reiseveranstalter abflughafen zielflughafen
    ankunftsort abfahrtsort zielbahnhof endstation endhaltestelle heimathafen ferienort tagungsort tagungshotel
    austragungsort spielort trainingsort probenort hochzeitslocation heimstadion vereinslokal stammverein
    automodell autohersteller fahrzeugmodell kameramodell handymodell rebsorte apfelsorte hunderasse katzenrasse
    kaffeesorte biermarke blutdruckmittel farbton fabrikat auftraggeber auftraggeberin hauptkunde grosskunde
    arbeitgeberin dienstort arbeitsort einsatzort erstwohnsitz zweitwohnsitz hauptwohnsitz wohnsitz
    dachorganisation encoding
"""
VALUES: Final = de_words.VALUES
NARROWING: Final = de_words.NARROWING
STATES: Final = de_words.STATES
MANNERS: Final = de_words.MANNERS
OPPOSITES: Final = "\n".join(words.OPPOSITES.strip() for words in (de_opposites, de_things, de_people))
