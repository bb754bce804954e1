"""Cues of English notes; lower case, without accents. Patterns are of whole words, a line or | an alternative.

Contractions are written out before a pattern looks: "can't" is "can not".
"""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica.en_classes import MANNERS, NARROWING, STATES, VALUES
from memory_mcp.language.lexica.en_domains import BY_DOMAIN
from memory_mcp.language.lexica.en_opposites import EVERYDAY

__all__ = ["MANNERS", "NARROWING", "OPPOSITES", "STATES", "VALUES"]

OPPOSITES: Final = EVERYDAY.rstrip() + BY_DOMAIN

ASKS: Final = r"""
    (?:^|(?<=\bi ))(?:need|have|got|remember|want) to (?:ask|clarify|find out|look up)
    (?:(?<=\bwe )|(?<=\bstill )|(?<=[.:!] ))(?:need|have|got|remember|want) to (?:ask|clarify|find out|look up)
    (?:^|(?<=\bi ))(?:need|have|got|remember|want) to (?:check|confirm) (?:if|whether|with)
    (?:(?<=\bwe )|(?<=\bstill )|(?<=[.:!] ))(?:need|have|got|remember|want) to (?:check|confirm) (?:if|whether|with)
    (?:ask|asked|asking) (?:\w+ ){0,4}(?:whether|if (?!you\b|in\b|needed|unsure|necessary|stuck)|what)
    (?:ask|asked|asking) (?:\w+ ){0,4}(?:when|who|why|which)
    wonder(?:s|ed|ing)? (?:if|whether|why|how|who|what|when|where|which)|curious (?:if|whether)
    find out (?:if|whether|who|when)
    (?:not|un)(?: quite| entirely| yet)? ?sure (?:if|whether|who|what|when|where|which|how|about)|unclear
    not (?:yet )?clear
    (?:does|do|did|has|can) (?:anyone|anybody|someone|somebody)|any idea (?:if|who|what|when|where|how|why)
    anyone know\w*
    no idea (?:if|whether|who|what|when|where|how|why)
    (?:do|does) not (?:know|remember) (?:if|whether|who|what|when|which)
    can not (?:remember|recall) (?:if|whether|who|what|when|which)
    (?:check|verify|clarify|confirm) (?:if|whether|with)
    to be (?:clarified|confirmed|decided|determined|checked|discussed|agreed)|tbd|tbc|open (?:question|point|issue)s?
    question:
    questions?:|q:|up in the air|undecided|unresolved|(?:have|has) not (?:yet )?(?:been )?decided|remains to be seen
    let me know
    figure out (?:if|whether|who|how|why|what)|clear up (?:if|whether|who)|do we know|do you know|who knows
    ^(?:is|are|does|did|can|could|should) (?:it|he|she|they|there|we|i|you|anyone|somebody)
    ^(?:would|has|was|were|will|do|have) (?:it|he|she|they|there|we|i|you|anyone|somebody)
    ^(?:is|are|does|did|can|could|should|would|has|was|were|will) (?:the|our|my|your|his|her|their|this|these)
    ^(?:who|whose|why) (?:is|are|has|have|does|do|did|was|owns)
    ^(?:who|whose|why) (?:looks|runs|maintains|can|could|should|will|keeps|pays|knows)
    ^(?:what|when|where|how|which|how (?:much|many|long|often)) (?:is|are|does|do|did|was)
    ^(?:what|when|where|how|which|how (?:much|many|long|often)) (?:were|should|can|could|will|would|has)
"""
PLANS: Final = r"""
    proposal|propos(?:al|ed|ing)|idea:|(?:the |an )?idea (?:is|would|for)|to-?do|to do:|fixme|action items?|backlog
    wish ?list
    bucket list|draft:|rfc:|pitch:|goals?:|goal is|the goal|milestone:|nice[ -]to[ -]have|follow-up:|suggest\w*
    roadmap|vision
    hop(?:e|es|ed|ing) (?:to|that|for)|hopefully|ideally|(?:i|we|he|she|they|it)'d(?! not)|would(?! not)
    like to (?:see|have|get)
    thinking (?:about|of)|one day|some ?day|at some point|sooner or later|one of these days|in (?:the )?future
    down the (?:road|line)
    in the long (?:run|term)|long[ -]term|(?<!as )soon|shortly|before long|later (?:this|on)|eventually(?! consisten)
    next (?:year|month|week|quarter|spring|summer|autumn|fall|winter|sprint|season|term|release|christmas|easter)
    by the end of
    by (?:q[1-4]|next|(?:early|mid|late) \w+|spring|summer|autumn|winter|christmas|easter|the time)
    (?:early|mid|late) next
    wish(?:es|ed|ing)?|dream(?:s|ed|ing|t)? (?:of|about)|long(?:s|ing) to|aim(?:s|ing)? (?:to|for)|aspir\w+|keen to
    eager to
    (?:i|we|they|one|someone|somebody|maybe|perhaps|probably) (?:really |probably )?(?:should|ought to|could(?! not))
    should (?:probably|maybe|perhaps|really|eventually|switch|move|migrate)
    should (?:upgrade|replace|rewrite|refactor|consider|get|buy|try|adopt)
    could (?:maybe|perhaps|also|try|switch|move|migrate|consider)|maybe|perhaps|possibly|potentially|tentative\w*
    provisional\w*
    want(?:s|ed|ing)? to|wanna|looking to|looking at \w+ing|look(?:s|ing)? forward to|toying with|mulling
    contemplat\w+|weighing up
    tempted to|leaning towards?|debating|intend(?:s|ed|ing)?|intention|prepar(?:es|ing) to|about to|scheduled to
    slated|earmarked
    due to (?:be|move|switch|launch|go|open|close|replace|retire|leave|join)|expected to|supposed to|planned
    plan(?:s|ning)? to
    let's|^let us|how about|what about|what if|why not|trying to|in the process of|in talks|considered
    being (?:discussed|evaluated)
    under (?:consideration|discussion|evaluation)|evaluating|exploring|shortlist\w*|pencilled in|wants? a
    saving (?:up )?for
    (?:we|i|they|he|she|that|it) (?:need|needs|have|has|must) to (?:be )?(?:migrat|mov|switch|upgrad)\w*
    (?:we|i|they|he|she|that|it) (?:need|needs|have|has|must) to (?:be )?(?:replac|rewrit|refactor|swap)\w*
"""
REPORTS: Final = r"""
    wrote (?:in )?(?:that|to)|writes that|wrote in|(?<!return )(?<!returns )(?<!\.)promises|promised|advertis\w+
    brochure|flyer
    (?:sales|marketing) (?:page|site|deck|material|copy|blurb)|press release|insist(?:s|ed|ing)?
    reckon(?:s|ed)?
    supposedly|apparently|seemingly|presumably|purportedly|ostensibly|rumou?r(?:s|ed)?|gossip|swears?|swore|hearsay
    legend has it
    complain(?:s|ed|ing)?|mention(?:s|ed|ing)?|in an interview
    (?:people|they|some|users|customers|neighbou?rs|folks|reviews|docs) say
    (?:i|we|he|she|they) heard|heard (?:that|from|about)|read (?:somewhere|online|that)|word is|word has it|so-called
    quoth|quoted
    argu(?:es|ed|ing)|assur(?:es|ed)|contend(?:s|ed)|alleg(?:es|ed)|stat(?:es|ed) that|maintains that
    admit(?:s|ted) (?:that|to|he|she)
    confess(?:es|ed)|brag(?:s|ged)|boast(?:s|ed)|jok(?:es|ed|ing)|exaggerat\w+|suspect(?:s|ed)? (?:that|it|the|a|we)
    guess(?:es|ed)?
    (?<!no )doubt(?:s|ed)?|is (?:convinced|certain|sure|adamant|under the impression)|are (?:convinced|certain|sure)
    feels (?:that|like)
    in (?:his|her|their|my) (?:opinion|view|words|experience|book)|opinion
    on (?:facebook|twitter|reddit|tripadvisor|the forum)
    in (?:the|a) (?:paper|papers|news|newspaper|press|article|blog post|tweet|review|podcast|email|mail|letter|comment)
    tweet(?:s|ed)?
    one-star|five-star review|headline|announc(?:es|ed) that|let slip|pretend(?:s|ed|ing)?|imagin(?:es|ed)
    would have us believe
"""
PAST: Final = r"""
    ^(?:until|till|up to|up until|before) (?:\w+ ){0,3}(?:19|20)\d\d|in the days when|back (?:in|when|then)
    in (?:those|the old) days
    as an? (?:student|child|kid|boy|girl|teenager|teen|toddler)
    as an? (?:baby|puppy|kitten|young \w+|apprentice|trainee|intern|junior)
    when (?:i|he|she|we|they|it|\w+) (?:was|were|first|still)|growing up|at (?:uni|university)|long ago
    a while (?:ago|back)
    before the (?:move|rewrite|switch|merger|takeover|acquisition|war)
    before the (?:pandemic|lockdown|divorce|accident|renovation|reorg\w*|wedding)
    before (?:i|he|she|we|they|it|\w+) (?:moved|migrated|switched|joined|left|retired|married)
    before (?:i|he|she|we|they|it|\w+) (?:rewrote|bought|changed|took|had|was|got)
    (?:second|minute|hour|day|week|month|year|decade|age|season|sprint|version|release)s? (?:ago|back|earlier)
    at one (?:time|point)
    in (?:his|her|my|our|their) (?:youth|childhood|teens)
    in (?:his|her|my|our|their) (?:twenties|thirties|forties|(?:student|school|younger|early|university) days)
    last (?:year|month|week|spring|summer|autumn|fall|winter|quarter|season|time|sprint|night|christmas|easter|century)
    (?<!the )last (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)
    (?<!the )last (?:january|february|march|april|june|july|august)
    (?<!the )last (?:september|october|november|december)|yesterday|the other day|earlier (?:today|this|that)
    historically|initially
    in the (?:beginning|nineties|eighties|seventies|sixties|(?:19|20)?\d0s)
    during (?:covid|lockdown|the pandemic|the war)
    to (?:begin|start) with|for(?: \w+){1,3} years? before|once (?:lived|worked|owned|ran|was|had|belonged)
    in earlier (?:years|versions)
    lived|studied|grew up|went (?!with|live|for)|drove|rode|wore|ate|drank|sang|swam|spoke|knew|ran (?!out)|smoked
    attended|liked|hated
    taught|played|stayed|travelled|traveled|worked|looked after|took care|kept \w+ing|belonged
"""
ADDS: Final = r"""
    too(?! \w)|too[,.;:!)]|also|as well|one of|some of|among|amongst|another|additionally|in addition|additional
    besides|moreover
    both|partly|partially|in part|sometimes|occasionally|at times|now and (?:then|again)|mostly|alternately|e\.g\.
    for (?:example|instance)
    such as|among others|amongst others|etc|and so on|various|several|several of|either|alternatively|co-\w+|joint
    jointly|deputy|stand-in
    together with|along with|alongside|plus|a (?:second|third|fourth|further)|an extra|other things|at least|a few
    furthermore
"""
COVERS: Final = r"""
    all|every|each|everything|everywhere|everyone|everybody|only|entirely|completely|fully|purely|totally|wholly
    altogether
    solely|exclusively|always|full-time|full time|whole|entire|any|100 ?(?:%|per ?cent)|none|sole|single|throughout
    permanently
    across the board|nothing (?:but|else)|nowhere else|no (?:one|body) else|nobody else|no other|one and only
    just the one
    main|primary|principal|chief|the default|official|officially|preferred|designated|dedicated|favou?rite|head of
    go-to
    (?:company|team|org|site|system|cluster)[ -]wide|without exception|from start to finish|end to end
    through and through
    best|nearest|closest|oldest|eldest|youngest|biggest|largest|smallest|tallest|fastest|longest|highest|lowest|latest
    newest
"""
EXCEPTS: Final = r"""
    except(?:ing)?|with (?:the|one|an?) (?:sole |single |only )?exceptions?|(?:only|one|sole) exceptions?
    exceptions? (?:is|are|being|for|apply)
    apart from|other than|but not|bar (?:the|one)|excluding|aside from|save for|not counting|not including|all but
    every\w+ but
    with exceptions|exempt|exempted|unless otherwise|leaving out|barring
"""
HARMLESS: Final = r"""
    no-?reply@\S*|no-?reply|not (?:half |so |too |that )?bad(?: at all)?|can not complain
    no (?:problem|problems|worries|wonder|doubt|sweat|biggie)
    no (?:big deal|fuss|rush|hurry|pressure|offen[cs]e|brainer)
    no (?:joke|laughing matter|pushover|slouch|mean feat|small feat|questions asked)
    no (?:stranger to|spring chicken|strings attached|end of|shortage of)
    no (?:lack of|time like the present|hard feelings|such luck|thanks)
    not (?:\w+ ){1,3}(?:longer|more|less|later|higher|lower|larger|older) than
    and (?:no|nothing|nowhere|nobody|no one) (?:other|else)
    no (?:longer|later|more|less|fewer|sooner|earlier|bigger|older|higher|lower|larger|smaller|shorter) than
    no news is good news|in no time
    not (?:more|less|fewer|later|longer|earlier|older|higher|lower|larger) than|not exceed|never mind|now or never
    never a dull moment
    never (?:fails|failed|ceases|ceased) to|never looked back|never[ -]ending|better late than never|never too late
    never better
    nothing (?:but|short of|less than|if not|beats)
    nothing (?:like|to sneeze at|to be sneezed at|to write home about|wrong with|ventured)
    for nothing
    not to (?:be sneezed at|worry|mention|be confused with|be outdone)|none (?:other than|the less|the worse|too)
    nonetheless|second to none
    (?:last but )?not least|not (?:only|just|merely|simply|solely|for nothing|without reason)|more often than not
    as often as not|like it or not
    believe it or not|whether or not|or not|if not|why not|waste not
    not un(?:usual|common|likely|happy|reasonable|kind|welcome|pleasant|friendly|important|known)|rain or shine
    nobody's (?:fool|business)
    could not (?:agree|care|be (?:better|happier|easier|prouder|more|simpler|nicer))
    can not (?:help|wait|beat|go wrong|get enough|stress)
    can not (?:recommend|thank|praise) (?:\w+ )?(?:highly )?enough
    do not (?:bother|forget|worry|panic|hesitate|get me wrong|miss|be fooled)
    do not (?:ask(?: me)?|mention it|hold your breath|be shy|sweat it|mind me)
    without (?:a |any )?(?:doubt|question|fail|exception|hitch)
    (?:goes )?without saying|without further ado|not without
    (?:went|goes|go|going|gone) off
    (?:called|named|titled|entitled|nicknamed) (?:never|no|not|nothing|nobody|none|nowhere)(?: \w+){0,2}
    could not (?:have been|be|have gone|go|have|get) (?:any |much )?(?:more|better|worse|\w+er)
    (?:nobody|no one|nothing|none)(?: \w+){0,3} (?:more \w+|better|worse|\w+er) than
    (?:nobody|no one|nothing)(?: \w+){1,3} (?:as|so) \w+ as|not (?:\w+ ){0,2}(?:until|till)
    not (?:\w+ ){0,2}before(?= \d)
    can not (?:stand|bear|stomach)
    no-(?:op|ops|code|show|shows|name|go|frills|nonsense|man|brainer|fly)|non-?(?:stop|stick|trivial|fiction|profit)
    not-for-profit|no(?= \d)
"""
LACKING: Final = (
    "lacks lack lacking lacked missing unable impossible incapable unaware unwilling refuses refuse refusing "
    "declines avoids avoid avoiding quit devoid noone nope unheard clueless zero cease ceases ceased abstains "
    "abstain abstained refrains refrain refrained forgoes forgo forgoing omits omit omitted omitting neglects "
    "neglected shuns shun bereft deprived scarcely nowt zilch nada inability impossibility unfeasible infeasible "
    "nonexistent"
)
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    owner owned owns maintainer maintained maintains lead led leads responsible charge boss manager managed manages \
head headed heads
    chair chairs chaired chairman chairwoman doctor gp paediatrician pediatrician dentist vet landlord landlady \
teacher taught coach
    trainer trained captain capital primary default contact assignee assigned treasurer president secretary \
director principal
    headteacher mayor ceo cto cfo supervisor supervised mentor tutor tutored adviser advisor approver editor author \
creator founder
    founded sponsor sponsored host hosts hosted keeper caretaker cleaner gardener accountant lawyer solicitor \
notary physio midwife
    hairdresser barber babysitter nanny childminder mechanic plumber electrician employer bank insurer provider \
carrier hoster
    registrar supplier school kindergarten university godfather godmother spouse fiance husband wife boyfriend \
girlfriend organiser
    organizer conductor curator steward birthplace hometown responsibility grade code pin password passcode
    address url hostname domain region plate brand gate seat currency timezone locale sender recipient nickname \
surname successor predecessor
    prefix suffix separator delimiter encoding charset model licence license shell theme motto mascot slogan logo
    venue headquarters username alias iban flavour flavor breed dose dosage pharmacy optician orthodontist
    osteopath headmaster headmistress superintendent governor vicar pastor choirmaster runner-up vendor
    manufacturer maker publisher bookkeeper advisors executor beneficiary guarantor custodian housekeeper
    petsitter dogsitter caterer catering dj officiant celebrant bestman hosting cdn isp dns nameserver runtime
    compiler linter formatter database orm bundler scheduler loadbalancer hypervisor issuer airbnb county district
    constituency parish province canton postcode religion denomination nationality citizenship favourite favorite
    preferred
    cleaning gardening bookkeeping coaching maintenance management leadership ownership sponsorship custody
    representative spokesperson spokesman spokeswoman delegate ombudsman patron warden ranger
"""
