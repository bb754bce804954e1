"""What makes a sentence say something else than how things are: reasons, conditions, plans, reports, the past, events.

All in lower case and without accents.
"""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.language.function_words import Language, patterns_by_language, words, words_by_language

# What they introduce says since when or why, to the end of the sentence.
REASONS: Final = patterns_by_language(
    en="since|because|due to|as of|thanks to|effective|owing to|on account of|given that|in order to|so that",
    de="seit|weil|wegen|denn|da es|aufgrund|dank",
    es="desde(?: que)?|porque|debido a|gracias a|ya que",
    fr="depuis(?: que?)?|parce(?: que?)?|(?<!le )(?<!un )(?<!en )(?<!du )(?<!par )car|grace (?:a|aux?)|a cause|"
    "puisqu?e?|etant donne|vu que|en raison|suite (?:a|aux?)|afin",
    it="dal (?=\\d)(?!\\d+ (?:\\w+ )?al )|da quando|perche|poiche|grazie a|a causa di|siccome|visto che|"
    "dato che|per via di|cosi|affinche|in modo (?:che|da)",
    pt="desde(?: que)?|porque|devido a|gracas a|por causa d[aeo]s?|ja que|visto que|dado que|pois|por conta d[aeo]s?|"
    "em virtude d[aeo]s?|uma vez que|senao",
    nl="sinds|omdat|want|vanwege|dankzij|doordat|aangezien|wegens|naar aanleiding van",
)
# What they introduce narrows the claim down.
CONDITIONS: Final = patterns_by_language(
    en="if|when|whenever|unless|except|while|only (?:on|in|for|if|when|during|with)|as long as|so long as|as soon as|"
    "provided|that(?! (?:way|much|many|one|time|day|far|long|kind|sort|big|good|bad)\\b)|which|who|whose|where|"
    "in case|in the event|every time|each time|depending on|assuming",
    de="wenn|falls|sofern|solange|ausser(?! (?:betrieb|haus|dienst|kraft|gefecht|sicht|reichweite))|sobald|ob|"
    "bis auf (?!weiteres|die minute|den cent)|ausgenommen|abgesehen von|es sei denn|"
    "bei(?= (?:frost|regen|glatteis|glatte|schnee|sturm|hitze|gewitter|nebel|eis|ebbe|flut|stromausfall|krankheit|"
    "schlechtem wetter|schonem wetter|gutem wetter|minusgraden|notfallen|bedarf)\\b)|im notfall|"
    "nur (?:in|am|im|bei|fur|mit|wahrend)",
    es=r"(?<!eso )(?<!claro que )si(?! que\b)|cuando(?! (?:quier|quer|haga falta))|mientras|salvo|excepto|"
    r"a menos que|siempre que|siempre y cuando|"
    r"en caso de|a no ser que|cada vez que",
    fr="(?<!meme )(?<!comme )si(?! (?:bien|peu|jamais))|quand|lorsqu?e?|sauf|tant (?:que?|il|elle|on)|a moins|"
    "des que?|en cas|au cas ou|a condition|pourvu|sous reserve|(?:uniquement|seulement) (?:en|le|la|les|pour|pendant)|"
    "(?:pendant|durant) (?:les?|la|ete|hiver|automne|cette?|ces|son|sa|ses|nos|notre)|"
    # What a sentence begins with, up to its comma: in prod, for members, with a card, at night.
    "^(?:pour|avec|en|sous|hors|chez|aux?|a)(?= [^,:;.]{1,50},)|"
    "^(?:dans|sur|parmi|de)(?= [^,:;.]{1,50}, (?:\\d|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vingt))|"
    "^(?=(?:(?:les?|la) )?(?:soir|matin|midi|nuit|apres-midi|week-end|jour|ete|hiver|automne|printemps|lundi|mardi|"
    "mercredi|jeudi|vendredi|samedi|dimanche)s?\\b[^,:;.]{0,40},)",
    it="se(?! (?:ne|stess[oaie]|non (?:sbaglio|erro|ricordo))\\b)|quando|finche|tranne|salvo|a meno|qualora|purche|"
    "a patto|a condizione|in caso d\\w+|nel caso|ogni volta che|eccetto",
    pt="(?<!-)se(?! (?:chama|chamam|encontra|encontram|trata|usa|usam|faz|fazem|localiza|situa|situam|reune|reunem|"
    "deita|levanta|veste|conecta|conectam|liga|muda|mudou|casa|casou|senta|sente|da|dao|dedica|refere|atualiza|"
    "renova|renovam|paga|pagam|pode|podem|deve|devem|fala|abre|abrem|fecha|fecham|aceita|aceitam|permite|vende|"
    "vendem|formou|aposentou|inscreveu)\\b)|quando|enquanto|salvo (?:se|quando|em caso|raras?|aos?|as|os)|exceto|"
    "excepto|a menos|a nao ser|sempre que|assim que|logo que|contanto que|cada vez que|em caso d[aeo]s?|"
    "(?:so|apenas|somente) (?:se|quando|em|no|na|nos|nas)|(?:com|em dias? de) (?=(?:chuva|vento|neve|sol|nevoeiro)\\b)|"
    "durante [oa]s? (?=(?:gravidez|ferias|noite|aulas|verao|inverno|epoca|obras?)\\b)|"
    "para (?=(?:alunos|estudantes|socios|criancas|idosos|seniores|residentes|menores|reformados|aposentados)\\b)",
    nl="als (?:de|het|een|je|er|ze|we|u|hij|zij|ik|die|dat|iemand|niemand|alles|onze|mijn|\\w+ (?:niet|geen))|wanneer|"
    "indien|tenzij|behalve|zolang|mits|zodra|voor het geval|alleen (?:in|op|bij|voor|met|als|tijdens|na|via)",
)
PLANS: Final = patterns_by_language(
    en=r"plans? (?:to|on|is to|are to)|plans?:|(?:we|they|i|you) plan|(?:is|are|am|we|i) planning|planning to|planned|"
    r"consider(?:s|ing)|thinking (?:of|about)|wants? to|intends?|hop(?:es|ing) to|might|"
    r"going to(?! (?:school|work|bed|the|university|uni|church)\b)|will(?! not)|would(?! not)|proposal|"
    r"proposes?|"
    r"starting (?:in|from|next)|from next",
    de=r"will|wollen|mochten?|uberleg\w+|erwag\w+|geplant|plan(?:en|t)|beabsichtig\w+|vorschlag|"
    r"soll(?! (?:\w+ ){0,3}(?:immer|nie|niemals|stets|grundsatzlich|unbedingt|nicht|kein\w*|man|taglich)\b)|"
    r"kunftig|demnachst|sollten?|wollten?|vielleicht|eventuell|evtl|moglicherweise|idee|todo|"
    r"hatten? (?:\w+ )?gern\w*|"
    r"(?:ich|wir) wurden?|wurden? (?:ich|wir|man)|"
    r"wurden? (?:\S+ ){0,8}(?!\w*ge\w{2,}en|be|ver|er|ent|zer|uber|unter|wider)\w+en(?=[.!,]|$)|"
    r"ab (?:herbst|sommer|fruhling|winter|nachst\w+|\w+ \d{4})",
    es=r"(?<!no )quier(?:e|es|en|o) (?:\w+[aei]r(?:l[aeo]s?|se|me|nos)?|que|un|una)|planea\w*|pensando|"
    r"piensa[ns]? (?:en )?\w+[aei]r|estudia(?:mos|ndo|n) (?:si|la posibilidad|la opcion|\w+[aei]r)|propuesta|"
    r"va[ns]? a (?!bar|mar|taller|hogar|lugar|alquiler|linear|docker|server)\w+[aei]r(?:l[aeo]s?|se|me|nos)?|vamos a|"
    r"a partir de(?:l)? (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|"
    r"ano|mes|curso|verano|otono|20\d\d|proxim\w+|lunes|martes|miercoles|jueves|viernes|manana)|"
    r"considera(?:mos|ndo)|consideran \w+[aei]r|(?:deber|podr|habr|tendr|querr|convendr)ia(?:s|n|mos)?|ojala|"
    r"(?:me|nos|le|les) (?:gustaria|encantaria|apetece|apeteceria)|seria (?:bueno|mejor|ideal|conveniente|interesante)|"
    r"algun dia|proxim[oa] (?:ano|mes|semana|trimestre|version|curso|temporada)|que viene|en el futuro|ideas?:|to-?do:|"
    r"tareas?:|pendientes?:|esperamos \w+[aei]r|previst[oa]s? para|tiene[ns]? (?:pensado|previsto|intencion)|"
    r"ten(?:emos|go) (?:pensado|previsto|intencion)|la idea es|el plan es",
    fr=r"veu(?:t|lent)(?! dire)|voulons|envisage\w*|prevoi\w+ (?:de|que|\w+(?:er|ir|re))\b|prevoyons|"
    r"compte(?:nt)? (?=\w+(?:er|ir|re)\b)|reflechi\w+|"
    r"sera|seront|passera|(?:devr|pourr|voudr|faudr|aimer|souhaiter|ser|aur|fer|viendr)(?:ait|aient|ais|ions)|"
    r"^(?:penser|songer) a|(?:fer|pourr|devr|faudr|deviendr)(?:a|ont)|(?:aura|auront)(?! lieu)|"
    r"(?:va|vais|vont|allons) (?!(?:chercher|courir|nager|travailler|voir|dormir|manger)\b)(?:se |le |la |les |y )?"
    r"(?=\w+(?:er|ir|re)\b)|"
    r"a partir (?:de |du )?(?:\d+(?:er)? )?(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|"
    r"novembre|decembre|20\d\d|la rentree|(?:l'|la )?(?:an|annee|semaine)|mois)",
    it=r"vuole (?:un|una|dei|delle|che|\w+r(?:e|si|l[aoie]))|(?<!ci )vogliono|vogliamo|"
    r"vorre\w+|valutando|pensando|pens(?:a|o|iamo|ano) di|"
    r"intend(?:e|iamo|ono)|prevede di|proposta|\w{2,}rebbe(?:ro)?|\w{2,}remmo|forse",
    pt=r"(?:quer|querem) (?:\w+[aei]r\b|que|uma?\b|por\b)|queremos|a pensar|pensando|tenciona\w*|pretende\w*|"
    r"va(?:i|o) (?=\w{2,}[aei]r\b|por\b|se\b)|"
    r"a partir d[eoa] (?:\d+ de )?(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|"
    r"dezembro|20\d\d|proxim\w+|amanha|ano|mes|semana|verao|outono|inverno|primavera)\b|proposta|"
    r"talvez|se calhar|gostav\w+ (?:de|que)|gostaria\w*|queria\w*|seriam?|(?:a|minha|nossa) ideia (?:esse|e)|algum dia|"
    r"em breve",
    nl=r"wil|willen|overwe\w+|van plan|zal|zullen|voorstel|denken eraan|hoopt?|hopen|zou|zouden|misschien|wellicht|"
    r"binnenkort|ooit|volgende? (?:jaar|week|maand|zomer|winter|kwartaal|voorjaar|najaar|seizoen)|"
    r"vanaf (?:nu|morgen|volgend\w*|komend\w*|20\d\d|"
    r"(?:\d+ )?(?:jan|feb|maart|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)\w*|(?:de|het|deze|dit) (?:lente|zomer|herfst|"
    r"winter|voorjaar|najaar|maand|week|jaar))|gaat (?!elke?|iedere?|altijd|nooit|vaak)(?=(?:[\w-]+ ){0,6}"
    r"(?:(?<=[wz]e )|(?<!e )(?<!naar )(?<!van )(?<!met )(?<!voor )(?<!in )(?<!op )(?<!uit ))"
    r"(?!open|binnen|buiten|boven|beneden|samen|zeven|negen|tien|achteren|geen|een)\w{2,}en(?:[.,;!]|$))",
)
# Future tenses that only their accents tell from the past.
FUTURE: Final = re.compile(
    r"\b(?!(?i:padr|ver|macarr|camar|tubar|patr|ladr|refr|quarteir|chimarr|garr|sert|esporr|cord|portr)ão\b)"
    r"[a-z]\w+r(?:á|án|à|anno|ão)\b"
)
REPORTS: Final = patterns_by_language(
    en=r"said|says|saying|claim(?:s|ed)(?! (?:are|is|go|form|team|process|department)\b)|told|tells|according to|"
    r"reportedly|(?<!is )(?<!are )(?<!be )(?<!get )(?<!gets )(?<!been )reported(?! (?:to|in|by|via)\b)|allegedly|"
    r"quote:|quoting|thinks|thought|believes|supposedly|apparently|insists?|swears|reckons?|rumou?red|hearsay",
    de=r"sagte?|sagt|behauptete?|"
    r"(?<!zu )(?<!so )(?<!sehr )laut (?!und\b|(?:\w+ )?\w*(?:vertrag|satzung|ordnung|gesetz|bescheid)s?\b)(?=\w)|"
    r"zufolge|meinte?|angeblich|steht:|erzahlte?|glaubte?|versprach|verspricht|heisst es|gerucht\w*|"
    r"vermutet\w*|munkelt",
    es=r"dijo|dijeron|dicen?|decian?|asegur[ao](?= que)|afirm[ao]n?|supuestamente|presuntamente|sostiene[n]? que|"
    r"segun (?!la (?:temporada|epoca|hora|edad|carga|talla|zona)|el (?:dia|caso|tamano|tipo|mes|numero|peso|nivel)|"
    r"temporada|convenga|sea|se |haga)|al parecer|por lo visto|presumen? de|(?:el|los|un) folletos?|la publicidad|"
    r"(?:me|nos) (?:conto|comento|aseguro|explico)|he oido|se rumorea|promet(?:e|en|io|ieron)",
    fr=r"(?<!est )(?<!autrement )dit|disait|d'apres|"
    r"selon (?!(?:la |le |les )?(?:saison|saisons|temps|jour|jours|age|besoins?|taille|nombre|cas|humeur)\b)|"
    r"affirme|pretend|assure (?:que?|il|elle|avoir|etre)|soi-disant|"
    r"(?:croi(?:t|ent)|pense(?:nt)?) (?:que?|il|elle|on|ils|elles)|parait(?= que?\b| il\b)|semblerait|promet\w*",
    it=r"detto|dice|dicono|diceva|sostiene|afferma|assicura|(?<!il )(?<!del )(?<!al )secondo (?=il|la|lo|l'|i |gli|le)",
    pt=r"disse(?:ram)?|diz|dizem|dizia|garant(?:e|iu)|afirm(?:a|ou)|alega|(?<!o )segundo (?=[oa] )|de acordo com|"
    r"parece que|consta que|ouvi dizer|supostamente|alegadamente|promet(?:e|eu|eram)|jurou|"
    r"ach(?:a|am|ava|ou) que|contou que",
    nl=r"zei|zegt|zeggen|zeiden|volgens|beweert|beweerde|beweren|naar verluidt|beloo?ft|beloven|beloofde|claimt|"
    r"schreef|vertelde|vertelt|vindt dat|denkt dat|dacht dat|schijnt te|hoorde|gehoord dat|gerucht\w*",
)
PAST: Final = patterns_by_language(
    en=r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bget )(?<!\bgets )(?<!\bgot )used to|formerly|previously|back then|"
    r"in the past|once upon|originally(?! from)|at first(?! light)|^(?:until|till|up to|before) (?:\w+ )?\d{4}|"
    r"(?:(?<!is )(?<!are )(?<!be )(?<!been )(?<!: )\b[a-z]{2,}ed|ran|taught|drove|kept|sat|went|sang|led|held) "
    r"(?:[\w.-]+ ){0,6}(?:until|till|up to|before) (?:\w+ )?\d{4}|years? ago|no longer (?=\b$)|"
    r"before the (?:move|rewrite|switch|merger|takeover|acquisition|war|pandemic|lockdown|divorce|accident|renovation)",
    de=r"(?:hat|haben|habe) .*(?:gewohnt|gelebt|gearbeitet|geraucht|studiert|gekostet|gedauert)|"
    r"als (?:kind|kleinkind|baby|teenager|jugendliche\w*|schuler(?:in)?)|"
    r"(?:hat|haben|habe) .*als (?:student(?:in)?|azubi|lehrling)|fruher|damals|ehemals|einst|vormals|zuvor|"
    r"ursprunglich|"
    r"(?<!lauft )(?<!laufen )(?<!gilt )(?<!gelten )(?<!gultig )(?<!haltbar )(?<!reicht )bis (?:\w+ )?\d{4}|"
    r"vor \w+ jahren",
    es=r"(?:ha|han|he) (?:vivido|trabajado)|vivio|(?<=\w )(?<!\byo )(?<!\bmi )(?<!\bel )(?<!\bdel )trabajo (?:en|para)|"
    r"(?<!cuanto )(?<!horas )(?<!hora )(?<!dias )(?<!dia )(?<!minutos )(?<!semanas )(?<!semana )(?<!meses )(?<!mes )"
    r"(?<!posible )(?<!lo )antes(?! de)|antiguamente|anteriormente|originalmente|inicialmente|"
    r"(?<!vigente )(?<!dura )(?<!duran )(?<!vale )(?<!valido )(?<!valida )hasta (?:\w+ (?:de )?)?(?:19|20)\d\d"
    r"(?!\d| ?[kmg]b)|hace \w+ anos|entonces|en su dia",
    fr=r"(?:a|ont|avons|ai) (?:habite|vecu|travaille)|autrefois|anciennement|auparavant|jadis|naguere|^avant(?=,)|"
    r"^avant (?:on|il|elle|nous|je|ils|elles)|avant (?:19|20)\d\d|a epoque|epoque ou|"
    r"(?<!valable )(?<!valide )jusqu'en (?:19\d\d|20[01]\d|202[0-5])|initialement",
    it=r"(?:ha|hanno|ho) (?:vissuto|abitato|lavorato)|"
    r"(?:^|[,;:] |\be |\bma )prima(?! (?:di|d[ae]\w*|che|o poi|possibile|colazione|volta|classe|rata)\b)|"
    r"un tempo|una volta(?! (?:al|alla|a|ogni|per|che|anno|mese|giorno|settimana|ora|sola|in|tanto)\b)|"
    r"in passato|precedentemente|fino al (?:\w+ )?\d{4}|"
    r"originariamente|allora",
    pt=r"(?:viveu|morou|trabalhou)|antigamente|dantes|"
    r"(?<!quanto )(?<!hora )(?<!horas )(?<!minutos )(?<!dia )(?<!dias )(?<!semana )(?<!semanas )antes(?! d| que)|"
    r"em tempos|anteriormente|originalmente|ate (?:\w+ (?:de )?)?(?:19\d\d|20[01]\d|202[0-5])|outrora",
    nl=r"(?:heeft|hebben|heb) .*(?:gewoond|geleefd|gewerkt)|vroeger|destijds|voorheen|eerder(?! dan)|oorspronkelijk|"
    r"tot (?:\w+ )?\d{4}|toen|vorige? (?:jaar|week|maand|zomer|winter|seizoen)|geleden|indertijd|als (?:kind|student)",
)
PAST_AUXILIARIES: Final = words_by_language(
    en="was were had did",
    de="war waren hatte hatten",
    es="era eran eramos estaba estaban habia habian tenia tenian teniamos fue fueron iba iban solia solian",
    fr="etait etaient avait avaient",
    it="era erano ero aveva avevano avevo avevamo",
    pt="era eram eramos estava estavam estavamos tinha tinham tinhamos foi foram havia",
    nl="was waren had hadden werd werden",
)
# Days named from where one stands: another one is another event. "Today" may be left out.
DEICTIC: Final = words(
    "yesterday tomorrow tonight gestern vorgestern ayer anteayer hier demain ieri ontem gisteren morgen"
)
# What is done with, by or in one thing only: "is hashed with bcrypt". Of the others there may be many. In German and
# Dutch the participle comes last, so there only what leads to the thing is seen here.
PASSIVE: Final[dict[Language, re.Pattern[str]]] = {
    "en": re.compile(
        r"\b(?:is|are|gets?) (?:\w+ )?(?P<verb>\w+(?:ed|en|lt|nt|ept|eld|old|un|own|ade)) "
        r"(?:with|by|on|in|to|at|from|as|through|via)(?: (?:the|a|an|our))?$"
    ),
    "de": re.compile(
        r"\b(?:wird|werden|ist|sind) (?:\w+ ){0,2}?(?:in|im|auf|von|vom|mit|bei|beim|am|an|durch|uber|mittels)"
        r"(?: (?:der|dem|den|die|das|einem|einer))?$"
    ),
    "es": re.compile(
        r"\b(?:(?:es|son|esta|estan) (?P<verb>\w+(?:[ai]d[oa]s?|[sc]?t[oa]s?|ch[oa]s?))|se (?P<other>\w+[ae]n?)) "
        r"(?:en|por|con|a|al|del?|mediante)(?: (?:el|la|los|las|un|una))?$|"
        r"(?<=\w )(?<!\ben )(?<!\bde )(?<!\ba )(?<!\by )(?<!\bcon )(?<!\bpor )(?<!\bpara )(?P<clitic>l[oa]s?) \w+[ae]$"
    ),
    "fr": re.compile(
        r"\b(?:est|sont) (?!\w+(?:ique|able|ible|aire)s? )(?P<verb>\w+(?:ee?s?|ie?s?|(?<!q)ue?s?|te?s?|is|ises?)) "
        r"(?:a|au|aux|en|dans|par|avec|sur|chez|via|sous)(?: (?:le|la|les|un|une))?$"
    ),
    "it": re.compile(
        r"\b(?:esse|sono|viene|vengono) (?P<verb>\w+(?:[aiu]t[oaie]|tt[oaie]|s[oaie]|st[oaie])) "
        r"(?:in|a|ad|da|dal|dalla|dallo|con|su|sul|sulla|presso|nel|nella|nello|tramite|al|alla)(?: (?:il|la|lo|un|"
        r"una))?$"
    ),
    "pt": re.compile(
        r"\b(?:esse|sao|esta|estao) (?P<verb>\w+(?:[ai]d[oa]s?|t[oa]s?)) "
        r"(?:em|no|na|nos|nas|por|pelo|pela|com|a|ao|num|numa|via)(?: (?:o|a|um|uma))?$"
    ),
    "nl": re.compile(
        r"\b(?:wordt|worden|is|zijn) (?:\w+ ){0,2}?(?:in|op|door|met|bij|aan|via|naar)(?: (?:de|het|een))?$"
    ),
}
# How the participle that ends a German or Dutch sentence is known.
LAST_PARTICIPLE: Final = re.compile(r"(?:\w*ge\w{2,}|(?:be|ver|er|ent|zer|uber|unter|ont|her)\w{2,})(?:t|en|d)")
OFTEN: Final = words(
    "used supported translated deployed tested known required mentioned seen visited called read written reviewed "
    "interested published included allowed needed affected liked shared offered loved eaten given documented "
    "usado usada usados utilizado utilizada visto vista visitado soportado incluido probado desplegado traducido "
    "traducida traducidas leido "
    "utilise utilisee utilises connu connue vu vue visite teste testee deploye deployee traduit inclus lu usato usata "
    "utilizzato utilizzata supportato testato incluso tradotto letto conosciuto testado testada suportado incluida "
    "lido "
    "traduzido genutzt verwendet benutzt unterstutzt getestet gelesen besucht gebraucht angeboten ubersetzt erwahnt "
    "gekauft gesehen gebruikt ondersteund getest gelezen bezocht aangeboden vertaald genoemd gezien gekocht"
)
# What happened may happen again: these tell of events, so another day or number is another event.
EVENTS: Final = words(
    "failed found took ran saw got gave made went spent lost broke hit met told wrote sent built fell rose came "
    "fixed deployed merged added removed tried tested crashed happened occurred reported asked checked debugged "
    "introduced bought sold ordered visited flew drank cooked slept won forgot caught heard learned "
    "reviewed discussed noticed upgraded migrated rolled reverted restarted cayo cayeron rompio rompieron fallaron "
    "encontraron hubo ocurrio sucedio llovio nevo llegaron comieron vinieron hicieron "
    "hizo detectaron arreglaron desplegaron migraron probaron averio"
)
# Unlike these, which happen once.
ONCE: Final = words(
    "released shipped launched founded started ended joined moved opened closed born died expired married graduated "
    "published announced scheduled erschienen geboren gegrundet veroffentlicht nacido nato nata "
    "inaugurated built incorporated died eroffnet gestorben gebaut fundado fundada fundo inaugurado inaugurada "
    "construido casado casados casada casadas casaron mudado mudada puesto fijado programado nacido nacieron "
    "murieron fundaron inauguraron "
    "construyeron publicaron compraron abrieron cerraron jubilado jubilada divorciado divorciada estrenaron "
    "construida publicado publicada casou casaram fundou inaugurou lancou estreou "
    "faleceu murio nacio fonde fondee inaugure inauguree construit construite publie publiee ne "
    "nee "
    "fondato fondata costruito costruita inaugurato pubblicato morto nasceu lancado lancada morreu opgericht geopend "
    "gebouwd overleden uitgebracht gebaut"
)
PARTICIPLES: Final[dict[Language, re.Pattern[str]]] = {
    "en": re.compile(
        r"\b(?:have|has|had) (?:(?:already|just|now|since|recently|always|also|finally|only|been|the|he|she|"
        r"we|they|i|it|you) ){0,2}(?!(?:children|garden|kitchen|oven|ten|seven|eleven|chicken|token|kitten|wooden|"
        r"golden|"
        r"green|red|open|unlimited|limited|hundred|need|speed|seed|bed|shed|mixed|fixed|shared|dedicated|hidden|"
        r"detailed|"
        r"reserved|heated|dozen|women|men|screen|linen|often|even|sudden|unused|built|broken|weed|queen|pen|hen)\b)"
        r"\w+(?:ed|en)\b"
    ),
    "de": re.compile(
        r"\b(?:hat|habe|haben|ist|sind) .*\b(?!geoffnet$|geschlossen$|gesperrt$|gestattet$|geeignet$|gemietet$)"
        r"\w*ge\w{2,}(?:t|en)$|\b(?:hat|habe|haben) (?!.*\bzu \w+$).*\b(?:be|ver|er|ent|zer)\w{3,}(?:t|en)$"
    ),
    "es": re.compile(
        r"\b(?:(?:ha|han|he|hemos) \w+(?:ado|ido|to|cho)|\w{3,}(?:aron|ieron)|cayo|rompio|ocurrio|sucedio|llovio|nevo|"
        r"fallo el|hizo|hubo|encontro|dio|desperto|detecto|averio|reinicio el|perdimos|hicimos)\b"
    ),
    # "A" is "at" as well.
    "fr": re.compile(
        r"\b(?:a|ont|avons|ai) (?:(?:deja|bien|enfin|encore|tout|pas|jamais) ){0,2}"
        r"(?:ete (?=\w+ee?s?\b)|achete|appele|apporte|attrape|attendu|bu|casse|celebre|commande|couru|coute|"
        r"crashe|croise|cueilli|cuisine|decouvert|demande|depense|deploye|depose|discute|donne|dormi|dure|echoue|"
        r"ecrit|emmene|emprunte|encaisse|envoye|essaye|eu|explose|facture|fait|fete|gagne|installe|invite|joue|"
        r"laisse|lance|livre|lu|mange|marche|merge|mis|note|obtenu|offert|oublie|parcouru|parle|paye|perdu|"
        r"plante|plu|pose|prepare|prete|pris|rate|recolte|recu|recupere|redemarre|rencontre|rendu|repare|repondu|"
        r"reussi|revu|roule|saute|servi|signale|telephone|teste|tombe|tourne|trouve|vendu|verse|vide|visite|vole|"
        r"vu)(?:e|s|es)?\b"
    ),
    "it": re.compile(
        r"\b(?:ha|hanno|ho|abbiamo) (?:(?:gia|appena|poi|anche|finalmente|solo) )?\w+(?:ato|uto|ito|tto|so|sto|rto)\b|"
        r"\b(?:esse|sono|siamo) (?:andat|arrivat|partit|venut|tornat|cadut|success|capitat|rimast|passat|sces)[oaie]\b"
    ),
    "pt": re.compile(
        r"\b(?:tem|temos) \w+(?:ado|ido)\b|\b(?:chegou|chegaram|caiu|cairam|falhou|falharam|quebrou|quebraram|"
        r"comprou|compraram|comprei|vendeu|venderam|encontrou|encontraram|encontrei|gastou|gastaram|gastei|gastamos|"
        r"perdeu|perderam|perdi|enviou|enviaram|mandou|mandaram|fizeram|fizemos|corrigiu|corrigiram|removeu|removeram|"
        r"adicionou|testou|testaram|reiniciou|migrou|migraram|bateu|bateram|aconteceu|ocorreu|ocorreram|apareceu|"
        r"cresceu|cresceram|(?<!se )mudou(?! (?:se|para|pra))|trocou|trocaram|choveu|esteve|estive|estivemos|"
        r"estiveram|visitou|visitaram|visitamos|recebeu|receberam|recebi|entregou|entregaram|pagou|paguei|pediu|"
        r"pediram)\b"
    ),
    "nl": re.compile(r"\b(?:heeft|heb|hebben|is|zijn) .*\bge\w{2,}(?:t|d|en)$"),
}
# Endings that put a verb into the past, where the same stem without them stands in the other text.
PAST_ENDINGS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("ed",), "de": ("te", "ten"), "es": ("aba", "aban", "ia", "ian"), "fr": ("ait", "aient"),
    "it": ("ava", "eva", "avano", "evano"), "pt": ("ava", "avam", "ia", "iam"), "nl": ("de", "te", "den", "ten"),
}  # fmt: skip
# They look like a negation and deny nothing.
HARMLESS: Final = re.compile(
    r"\b(?:not (?:only|just|least|to mention|until|till)|no (?:longer|more|less|fewer|later|sooner) than|"
    r"not (?:\w+ ){0,3}(?:longer|more|less|later|higher) than|no doubt|(?:whether )?or not|no matter|nicht nur|"
    r"nicht zuletzt|no solo|"
    r"non (?:esse |sono )?solo|non (?:\w+ ){0,3}(?:piu|meno) di (?=\d)|non appena|"
    r"(?:non (?:esse|sono) )?(?:per )?niente male|"
    r"non seulement|nao (?:esse )?(?:so|apenas|somente)|niet alleen|sin duda|sans doute|senza dubbio|sem duvida|"
    r"ohne zweifel|zonder (?:twijfel|meer|problemen)|niet voor niets|"
    # French "ne" with no second word that denies behind it is half of "only"; "been" is spelt as "summer".
    r"ne (?!(?:peut|peuvent|saurait)\b)(?!(?:[\w'-]+,? ){0,7}(?:pas|plus|jamais|rien|aucune?|personne|nulle?|guere|ni|"
    r"point|non)\b)|"
    r"ne (?:y a|reste) (?:pas|plus) que|(?<=\ba )ete (?=\w+(?:e|i|u|t|is)(?:e|s|es)?\b)|(?<=\bont )ete (?=\w)|"
    r"(?:par|une|la|cette|chaque|en|seule) personne|no\. (?=\d))|^(?:no|nein|non|nee|nao)[,!.;:] ",
    re.IGNORECASE,
)
