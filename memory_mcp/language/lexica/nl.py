"""Cues of Dutch notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica.nl_opposites import OPPOSITES
from memory_mcp.language.lexica.nl_words import MANNERS, NARROWING, STATES, VALUES

__all__ = ["MANNERS", "NARROWING", "OPPOSITES", "STATES", "VALUES"]

ASKS: Final = r"""
    ^(?:uitzoeken|checken|nagaan|nakijken|navragen|nazoeken|nabellen)|vragen aan [^.]*:|wat als|ook alweer|hoe zat het
    (?:checken|vragen|nagaan|uitzoeken|bellen|kijken|polsen) (?:\w+ ){0,3}of (?:er|ze|hij|het|de|we|zij|dat|je)
    navragen|nog uitzoeken|uit te zoeken|nog nagaan|na te gaan|nog (?:even )?(?:checken|nakijken|vragen|bellen|polsen)
    (?:vragen|kijken|checken|nagaan|uitzoeken|nakijken|bellen|afwachten|opzoeken) (?:of|wie|wat|hoe|waar|wanneer|welke?)
    weet (?:iemand|jij|je|u|er iemand)|wie weet|iemand (?:een idee|enig idee)|enig idee|ik weet niet|weet ik niet
    (?:geen|niet) (?:idee|zeker|duidelijk|bekend|helder|besloten|beslist) (?:of|wie|wat|hoe|waar|waarom|wanneer|welke?)
    onduidelijk|onzeker (?:of|wie|wat|hoe)|onbekend (?:of|wie|wat|hoe|waar|wanneer|welke?)|nog niet (?:zeker|duidelijk)
    nog (?:te|niet) (?:bepalen|bepaald|beslissen|besloten|beslist|bespreken|overleggen)|n\.?t\.?b\.?|tbd|tbc
    open (?:vraag|punt)|openstaande? (?:vraag|punt|kwestie)|open eindje|vraag (?:is|blijft)|de vraag (?:is|of)|vraag:
    vraag(?:t)? (?:me|mij|zich|je) af|vragen (?:we )?(?:ons|zich) af|benieuwd|twijfel\w*|klopt het|zou het kunnen
    heeft iemand|kan iemand|zullen we|hoezo
"""
PLANS: Final = r"""
    lijkt (?:me|mij|ons) (?:handig|goed|leuk|slim|beter|verstandig|zinvol|een goed)
    op (?:de )?(?:lange|langere|middellange|korte) termijn|mijn droom|onze droom
    als het aan (?:mij|ons|hem|haar|\w+) ligt
    (?:met ingang van|ingaande|per) (?:\d{1,2} )?(?:jan|feb|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec)\w*
    (?:we|ik|ze) ga(?:an)? (?!elk|altijd)(?:[\w-]+ ){1,6}(?<!e )(?<!naar )(?<!met )(?<!van )(?!open)\w{2,}en(?=[.,;]|$)
    idee:|idee (?:voor|om|is)|voorstel\w*|stel (?:ik )?voor|stelt voor|stellen voor|opperde?n?|oppert|to-?do|tbd|wens
    wensenlijst\w*|verlanglijst\w*|wenst|wensen|droom(?:t)? (?:van|ervan)|dromen (?:van|ervan)|sparen? voor|spaart voor
    roadmap|backlog|op de planning|in de planning|gepland\w*|staat op het programma|plan:|het plan|plannen (?:om|voor)
    voornemens?|beoogd\w*|beoogt|de bedoeling|bedoeling is|streeft|streven|streefdatum|mikken op|mikt op|richten op
    volgend jaar|volgende (?:week|maand|sprint|lente|zomer|herfst|winter|keer|release|versie)|volgend (?:kwartaal)
    volgend (?:voorjaar|najaar|seizoen|schooljaar|weekend)|komend (?:jaar|voorjaar|najaar|seizoen|weekend|kwartaal)
    komende (?:week|maand|zomer|winter|herfst|lente|sprint|jaren)
    na de (?:zomer|vakantie|verhuizing|verbouwing) (?:gaa\w+)|binnenkort|op termijn|op den duur|in de toekomst
    toekomstig\w*|ooit|straks|uiteindelijk|te zijner tijd|t\.z\.t\.|voor het eind van|tegen het eind van
    eind (?:dit|volgend) jaar|dit najaar (?:gaa\w+)|nog dit jaar|zou|zouden|hoopt?|hopen|hopelijk|misschien|wellicht
    eventueel|wou graag|zou graag|wil graag|denk(?:t|en)? (?:erover|eraan|aan|over|na over|er over|er aan)
    nadenken over|overweeg\w*|overweg\w*|speelt met het idee|laten we|laat ons|stel dat|stel:|gesteld dat|wie weet
    moet(?:en)? (?:nog|eigenlijk|ooit|binnenkort|straks)
    gaa[nt] (?:we |ze |wij |zij |ik )?(?:over op|overstappen|verhuizen|migreren|vervangen|verbouwen|stoppen|proberen)
    stap(?:t|pen) (?:binnenkort |straks )?over op|wordt nog|worden nog|nog te doen|nog (?:doen|kopen|regelen|inplannen)
    bezig (?:om|te)|kijken naar een|aan het kijken|onderzoeken of|voorlopig plan|concept:|ambitie|experiment\w*
"""
REPORTS: Final = r"""
    (?:staat|stond) (?:te lezen )?dat|te lezen dat|bezwoer|bezweert|drukte ons op het hart
    noemt (?:het|de|zich|hun|zijn|haar)|verwachten we|(?:verwacht|verwachten|verwachtte) dat|naar verwachting
    wordt verwacht|schreef|schreven|schrijft dat|schrijven dat|roep(?:t|en) (?:\w+ )?dat|riep|riepen|belooft|beloven
    beloofde|beloofden|belofte|claimt|claimen|claimde|beweren|beweerden|bewering|stelt dat|stellen dat|stelde dat
    (?:meldt|melden|meldde|meldden) dat|vertelt|vertellen|vertelde|vertelden|vind(?:t|en)? dat|vond dat|vonden dat
    denk(?:t|en)? dat|dacht(?:en)? (?:dat|eerst)|(?<!de )meent|menen|meende|gelooft|geloven|geloofde|zweert|zweren|zwoer
    houdt vol|houden vol|hield vol|benadrukt\w*|schijn(?:t|en) te|naar het schijnt|schijnbaar|kennelijk|blijkbaar
    vermoedelijk|zogenaamd|zogezegd|zogeheten|naar men|gerucht|geruchten|geruchtencircuit|roddel\w*|hoorde|hoorden
    gehoord|van horen zeggen|horen zeggen|er gaat een verhaal|aldus|luidt het|heet het dat|in een interview
    in het interview|citaat|citeer\w*|verklaarde dat|verklaart dat
    in de (?:folder|brochure|advertentie|offerte|reclame|krant|verkooptekst|vacature|recensie|review|aanbieding)
    (?:folder|brochure|advertentie|reclame|website|site|verkoper|makelaar) (?:zegt|belooft|noemt|spreekt|vermeldt)
    op (?:facebook|twitter|reddit|tripadvisor|hun site|hun website)|adverteert|adverteren|klaagt|klagen|klaagde
    mopper\w*|zeggen|zeiden|gezegd|suggereer\w*|verzekert (?:me|ons|dat)|voorspeld|(?:gaf|geeft|gaven|geven) aan dat
    laat weten|liet weten|lieten weten|vermoed(?:t|en|de)?|raad(?:t|de)? aan|raadde aan|adviseer\w*|volgens
    naar eigen zeggen|antwoordde|noemde|noemden
"""
PAST: Final = r"""
    tot (?:\w+ ){0,3}(?:19|20)\d\d
    tot (?:voor kort|vorig|vorige|afgelopen|de verhuizing|de migratie|aan de|en met 20\d\d)
    vorig (?:jaar|seizoen|schooljaar|kwartaal|weekend)
    vorige (?:week|maand|zomer|winter|sprint|keer|eeuw|eigenaar|baan)
    afgelopen (?:week|maand|jaar|zomer|winter|weekend|seizoen|nacht|kwartaal)
    \w+ (?:jaar|jaren|maanden|weken|dagen) geleden|geleden|indertijd|in de tijd (?:dat|van)
    in (?:haar|zijn|mijn|onze|hun) (?:tijd|jeugd|studententijd|jonge jaren)
    als (?:student|studente|kind|jongen|meisje|tiener|puber|kleuter|baby|puppy|kitten|scholier|peuter|stagiair)
    in de jaren|begin jaren|eind jaren|sinds jaar en dag|gisteren|eergisteren|vanochtend|vannacht|zojuist|daarnet
    toenmalig\w*|voormalig\w*|gewezen|ex-\w+|oud-\w+|van oorsprong|aanvankelijk|in het begin|in eerste instantie|ooit
    bij de start|bij aanvang|voor de (?:verhuizing|migratie|verbouwing|overstap|herbouw|fusie|reorganisatie|scheiding)
    vanouds|ooit eens|een tijdlang|hiervoor|daarvoor|in het verleden|vroegere?|woonde|woonden|werkte|werkten|rookte
    rookten|speelde|speelden|gebruikte|gebruikten|draaide|draaiden|heette|heetten|kostte|kostten|reed|reden|stond
    stonden|lag|lagen|zat|zaten|hing|hingen|hield|hielden|liep|liepen|sliep|sliepen|ging|gingen|kwam|kwamen|kon|konden
    moest|moesten|mocht|mochten|wilde|wilden|wou|deed|deden|dronk|zong|zongen|leefde|leefden|leidde|leidden|beheerde
    beheerden|volgde|volgden|duurde|duurden|bestond|bestonden|leek|leken|fietste|fietsten|haalde|haalden|bleef|bleven
    ondersteunde|ondersteunden|luisterde|luisterden|betaalde|betaalden|verdiende|verdienden|trainde|trainden|gold
    golden
"""
ADDS: Final = r"""
    ook|eveneens|tevens|daarnaast|bovendien|verder|een van|een der|een deel|onder (?:andere|meer)|o\.?a\.?
    onder anderen|bijvoorbeeld|bijv\.?|bv\.?|b\.v\.|zowel|beide|allebei|deels|gedeeltelijk|soms|af en toe|nu en dan
    een enkele keer|vooral|meestal|hoofdzakelijk|voornamelijk|nog een|een ander|een andere|een tweede|een derde|tweede
    extra|naast|plus|samen met|mede|waaronder|zoals|sommige|enkele|een paar|enige tijd|afwisselend|om en om|inclusief
    evenals|alsook|alsmede|aanvullend|bijkomend|daarbij|erbij|net als|idem|hetzelfde geldt|bij gelegenheid|geregeld
    weleens|wel eens
"""
COVERS: Final = r"""
    alle|alles|allemaal|allen|iedereen|elk|elke|ieder|iedere|alleen|enkel|slechts|uitsluitend|enkel en alleen|volledig
    volledige|geheel|helemaal|hele|gehele|totaal|totale|compleet|complete|altijd|steeds|telkens|overal|fulltime
    full-time|voltijd|voltijds|100 ?%|honderd procent|enige|louter|puur|dag en nacht|24/7|non-stop|geen enkele?
    zonder uitzondering|stuk voor stuk|van a tot z|van begin tot eind|door en door|in zijn geheel|exclusief voor
    overige|niets anders|niemand anders|nergens anders|permanent|voltallige?|unieke?
"""
EXCEPTS: Final = r"""
    ^op (?:\w+ ){1,3}na(?= [a-z])|behalve|uitgezonderd|uitzondering(?:en)?|afgezien van|los van|tenzij
    op (?:\w+ ){1,3}na(?=[.,;:]|$)|buiten beschouwing|in tegenstelling tot|anders dan|maar niet|alleen niet
    niet meegerekend|niet meegeteld|met als enige|op een na
"""
HARMLESS: Final = r"""
    gaat (?:er )?niets boven|(?:en )?(?:nergens|niets|niks|niemand) anders(?: heen| dan)?|geen kwaad
    niet ver (?:van|vandaan)|nog lang niet|zonder (?:de )?hulp van|niet nader|geen enkel probleem|niet al te
    no-?reply@?\S*|niet voor niets|niet zonder reden|zonder meer|zonder twijfel|zonder problemen?|zonder moeite
    niet op (?:haar|zijn|hun|mijn|je) (?:mond|mondje|achterhoofd) gevallen|niet van gisteren|niet gek|niet mis
    niet (?:slecht|verkeerd|onaardig|onbelangrijk|onverdeeld|onopgemerkt|ongevaarlijk|ongebruikelijk|zelden)
    niet (?:onverdienstelijk|ongewoon|onvermeld|ongezellig|onverstandig|ondenkbaar)
    niet (?:alleen|enkel|slechts|zozeer|zomaar|in de laatste plaats|in het minst|zonder gevaar|bepaald)
    niet te versmaden
    niet (?:meer|minder|later|langer|hoger|lager|vroeger|eerder|groter|zwaarder|duurder|vaker|verder) dan
    niet (?:te vergeten|te missen|te geloven|te onderschatten|te stuiten|te evenaren|van de lucht|aan te slepen)
    niet (?:stuk|kapot|klein) te krijgen|niet weg te denken|niet uit te vlakken|niet te stoppen|kan niet beter
    niet normaal|(?:kan|kon|kunnen|konden|hoef\w*|niets|niks) (?:er )?niet (?:omheen|buiten|zonder|wachten)
    niet kunnen wachten
    geen (?:wonder|probleem|punt|zorgen|paniek|haast|twijfel|kattenpis|kleinigheid|sinecure|pretje|stress|moeite)
    geen (?:flauw idee|doekjes om|blad voor de mond|haan die|seconde te vroeg|minuut te vroeg|kwaad woord|grap|geintje)
    geen (?:minder|meer) dan|niet minder|niets dan|niets liever|niks dan|niets te klagen|niks te klagen|niets nieuws
    niets meer dan|niets minder dan|niets aan de hand|niks aan de hand|niets mis mee|niks mis mee|maakt niet uit
    nooit te oud|vergeet (?:\w+ ){0,2}(?:niet|nooit)|niet vergeten|let wel|of niet|al dan niet|zo niet|niet eens zo
    waarom niet|nog nooit zo|geen onbekende|geen groentje|geen katje om|nooit weg|nooit genoeg|nooit verkeerd
    als geen ander|voor niemand onder|(?<=, )(?:en )?(?:ook|zelfs) (?:niet|geen)|links en rechts|open en bloot
    dag en nacht|vroeg of laat|jong en oud|groot en klein|op en neer|heen en weer|heen en terug|in en uit|af en aan
    af en toe|over en weer|voor en na|aan en uit|in en om|aan de hand|aan de slag|uit de hand|aan de gang|warm en koud
    koud noch warm|zoete inval|open deur|open einde|bij voorbaat|op de lange duur|vast en zeker|lang en breed
    los van elkaar|vrij snel|vrij goed|zo goed als|niet eerder zo
"""
LACKING: Final = """
    ontbreekt ontbreken ontbrekende ontbrak mist missen gemist onmogelijk gebrek tevergeefs geenszins ontbrekend
    ontberen ontbeert ontzegd vergeefs glutenvrij lactosevrij suikervrij alcoholvrij rookvrij autovrij loodvrij
    vetvrij cafeinevrij notenvrij melkvrij werkloos dakloos kinderloos kansloos wolkenloos foutloos pijnloos noch
    vrijgesteld vrijgestelde vrijstelling vermijdt vermijden vermeden mijdt verzuimt verzuimd nagelaten glutenvrije
    lactosevrije suikervrije alcoholvrije rookvrije autovrije notenvrije vetvrije cafeinevrije zoutvrij zoutvrije
    kalkvrij kalkvrije geurloos geurloze kleurloos smaakloos btw-vrij belastingvrij kostenvrij tolvrij visumvrij
    vorstvrij pijnvrij klachtenvrij koortsvrij symptoomvrij schuldenvrij reclamevrij reclamevrije advertentievrij
    royaltyvrij parfumvrij sojavrij chloorvrij onderhoudsvrij storingsvrij drempelvrij drempelloos werkloze dakloze
    kinderloze kansloze foutloze pijnloze ouderloos wachtwoordloos papierloos risicoloos vruchteloos gevoelloos
    geluidloos onmogelijke onvindbaar ontbeerde ontbeerden ontberend ontbraken missende ontzegt ontnomen
"""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    eigenaar eigenares verantwoordelijk verantwoordelijke beheerder beheert leidt leider leidinggevende baas chef
    huisarts tandarts dierenarts verhuurder huisbaas juf meester mentor trainer coach hoofdstad voorzitter secretaris
    penningmeester contactpersoon aanspreekpunt aanvoerder directeur directrice rector teamleider teamlead scrummaster
    kapper fysiotherapeut gynaecoloog verloskundige orthodontist notaris accountant boekhouder hypotheekadviseur
    makelaar aannemer huurder peetoom peettante getuige penvoerder projectleider hoofdredacteur burgemeester dirigent
    productowner onderhouder maintainer opvolger voorganger echtgenoot echtgenote schoonvader schoonmoeder
    ceremoniemeester oppas hoofdtrainer keeper leverancier provider hostingpartij internetprovider zorgverzekeraar
    energieleverancier verzekeraar werkgever woont wonen woon geboren getrouwd verloofd gevestigd heet ligt staat
    automerk automodel merknaam beheerd onderhouden verzorgt geleid runt bestuurt voorgezeten domein domeinnaam
    hostnaam hostname prefix voorvoegsel achtervoegsel suffix scheidingsteken encoding codering tekenset tijdzone
    regio hoofdbranch standaardbranch merk maat schoenmaat wachtwoordmanager bank huisbank hypotheekverstrekker
    leasemaatschappij aanbieder netbeheerder belastingadviseur adviseur licentie formaat editor shell thema
    voertaal valuta munt mailadres klassenlerares werkplek baan hoofdkantoor standplaats thuisbasis geboorteplaats
    bijnaam roepnaam achternaam voornaam motto slogan werktitel codenaam projectnaam pincode kenteken
    rekeningnummer plaatsvindt stagebegeleider ontwerper auteur regisseur componist uitvinder oprichter grondlegger
    curator conservator bewindvoerder voogd mediator therapeut dietist logopedist opticien oogarts kinderarts
    internist kraamverzorgster tuinman hovenier schoonmaker schoonmaakster vriendin vriend verloofde bruid
    bruidegom peetvader peetmoeder voogdes gastheer gastvrouw organisator coordinator coordineert afdelingshoofd
    bedrijfsleider zaakvoerder eindredacteur vertaler wijkagent huismeester rijinstructeur zwemleraar pianoleraar
    pianolerares gitaarleraar hoofdsponsor registrar certificaatautoriteit uitgever opdrachtgever assignee
    projectmanager architecte vestigingsplaats vertrekpunt bestemming eindbestemming startpunt eindpunt
    lievelingskleur lievelingseten voorzittersrol penningmeesterschap woonplaats gastouder veldnaam sleutelnaam
    gebruikersnaam accountnaam servicenaam klassenleraar lettertype scheidsrechter lijnrechter winterstalling
    zomerstalling ligplaats thuishaven vertrekhaven gedirigeerd moedermaatschappij moederbedrijf hoofdkleur
    schutspatroon cateraar catering fotograaf trouwlocatie feestlocatie vergaderlocatie trainingslocatie hoofdcoach
    bondscoach topscorer kapitein schipper ploegleider teammanager behandelaar hoofdbehandelaar podotherapeut
    bedrijfsarts casemanager wijkverpleegkundige thuiszorgorganisatie uitvaartverzekeraar rechtsbijstandverzekeraar
    autoverzekeraar pensioenfonds hoofdaannemer stukadoor architectenbureau syndicus vve-beheerder
    schoonmaakbedrijf productmanager techlead dienstdoende releasemanager codeowner identityprovider mailprovider
    dns-provider betaalprovider betaaldienst hoofdtaal programmeertaal standaardtaal bestandsformaat datumformaat
    exportformaat uitvoerformaat tekencodering collatie basisimage stageplek stagebedrijf afstudeerbedrijf promotor
    pleegmoeder pleegvader stiefvader stiefmoeder bruidsmeisje kraamzorg zwemtrainer paardrijlerares manege
    kinderdagverblijf gastgezin trimsalon hondentrainer fokker hoefsmid dierenkliniek oppasadres buurtagent
    verenigingsarts telefoonprovider tv-provider waterbedrijf waterleverancier gasleverancier stroomleverancier
    autogarage dakdekker glazenwasser rijschoolhouder belastingconsulent curatrice hoofdredactrice regisseuse
    vormgever huisstijlkleur zaalwacht materiaalman barhoofd webmaster wedstrijdsecretaris ledenadministrateur
    vertrouwenspersoon preventiemedewerker bhv-coordinator functionaris teamcoach stamkroeg stamcafe lievelingsclub
"""
