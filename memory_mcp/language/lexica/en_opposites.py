"""Words of English that exclude each other; lower case. Only what cannot be so at one time of one thing."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
EVERYDAY: Final = """
    enabled enable on active activated / disabled disable off inactive deactivated
    always / never rarely seldom
    often frequently regularly / rarely seldom never
    synchronously synchronous sync / asynchronously asynchronous async
    public publicly / private privately internal confidential secret
    on / off
    mandatory required compulsory obligatory must / optional optionally voluntary
    before / after
    loves love likes like enjoys adores / hates hate dislikes detests loathes despises
    sensitive / insensitive
    allowed permitted allow allows permits allowing legal fine ok okay welcome tolerated / forbidden prohibited \
banned disallowed forbid forbids prohibits bans illegal
    allowed allows permits granted grants / denied denies deny blocked blocks revoked
    open opens opened / closed closes shut shuts sealed
    up online / down offline
    reachable available accessible / unreachable unavailable inaccessible
    valid / invalid void
    safe safely secure harmless / unsafe dangerous insecure vulnerable risky hazardous
    stable / unstable flaky
    reliable reliably / unreliable flaky
    real natural genuine authentic / artificial fake synthetic imitation
    cloud / locally local onpremise onprem
    headless / headed visible
    normal / abnormal high low elevated
    mutable / immutable append appendonly readonly
    hurts painful sore aching / fine painless
    vegan / cheese egg eggs dairy milk butter honey
    offline / internet
    single unmarried / husband wife spouse
    automatically automatic automated auto motorised motorized electric / manually manual hand
    increases increased increase rises rising grows / decreases decreased decrease drops falls shrinks sinks falling
    gains / loses
    true / false
    local locally / remote remotely
    local / global
    blocking / nonblocking
    first / last
    minimum / maximum
    cheap cheaper inexpensive affordable / expensive dear pricey costly
    dark darker dim / light lighter bright brighter pale
    morning / evening afternoon night
    signed / unsigned
    kept keeps keep retained retains preserved preserves / stripped strips dropped discarded discards deleted \
deletes removed removes erased purged
    hot warm / cold cool chilly
    empty unoccupied vacant deserted / full occupied inhabited crowded packed
    upstream / downstream
    push / pull
    in / out
    strict strictly / lenient leniently loose relaxed permissive lax
    verbose chatty / quiet terse silent
    fast faster quick quickly / slow slower slowly sluggish
    succeeds succeeded passes passing green / fails failing failed breaks
    works working functional operational functioning / broken fails failing defunct defective faulty dead
    accepted accepts approved approves / rejected rejects refused declined declines denied unapproved
    left lefthand / right righthand
    single / multiple several
    vegetarian vegan / carnivore carnivorous meat
    supported supports maintained recommended / unsupported deprecated discontinued abandoned unmaintained obsolete
    encrypted encrypts / unencrypted plaintext plain cleartext
    hashed / plaintext plain cleartext
    paid charged chargeable costs fee pay pays charges / free complimentary gratis
    paid settled / unpaid outstanding owed overdue
    married / single divorced unmarried widowed separated
    alive living / dead died deceased
    present / absent missing
    internal / external
    indoor indoors inside / outdoor outdoors outside
    full / part
    fulltime / parttime
    dry waterproof watertight / wet leaks leak leaking leaky damp soaked moist
    ascending asc / descending desc
    above / below beneath underneath under
    early earlier / late later
    rented rents rent leased leases tenant tenants / owned owns own bought owner owners
    healthy well fit / ill sick unwell poorly
    loud noisy / quiet silent soundless
    clean cleaned / dirty filthy unwashed
    tidy / messy untidy
    easy easily simple / hard difficult tricky complicated complex
    hard firm / soft
    long longer lengthy / short shorter brief
    tall / short
    high higher / low lower
    top topmost / bottom
    wide broad / narrow
    thick / thin
    deep / shallow
    heavy / light lightweight
    big large bigger larger huge / small smaller tiny little
    old elderly / young youthful
    rich wealthy / poor
    strong stronger / weak weaker
    good great excellent / bad terrible awful poor horrible
    better / worse
    best / worst
    happy glad / unhappy sad miserable
    friendly / unfriendly hostile rude aggressive
    polite / impolite rude
    patient / impatient
    calm relaxed / nervous anxious agitated
    tame / wild feral
    introvert introverted shy / extrovert extroverted outgoing
    near nearby / far distant
    awake / asleep sleeping
    sober / drunk
    lawful legal / unlawful illegal
    correct right accurate / incorrect wrong inaccurate mistaken
    complete completed finished done / incomplete unfinished pending ongoing
    consistent consistently / inconsistent inconsistently
    compatible / incompatible
    visible shown displayed / hidden invisible concealed
    known / unknown
    likely / unlikely
    limited capped / unlimited uncapped infinite
    readable legible / unreadable illegible
    writable writeable readwrite / readonly
    reversible / irreversible
    edible / inedible poisonous toxic
    venomous poisonous toxic / harmless nontoxic
    employed / unemployed jobless
    retired / works working employed
    insured / uninsured
    vaccinated immunised immunized / unvaccinated unimmunised
    neutered spayed castrated sterilised / unneutered intact unspayed
    allergic intolerant / tolerates tolerant
    teetotal abstinent teetotaller / drinks drinker
    smokes smoker / nonsmoker
    skips skip skipped ignores ignored / runs executes executed respects respected honours honors
    includes included includes including contains inclusive / excludes excluded excluding exclusive
    onsite office / remote remotely offsite home
    relative / absolute
    static / dynamic
    fixed constant / variable flexible floating adjustable
    shared communal / dedicated exclusive own private
    serial serially sequential sequentially / parallel concurrent concurrently
    sorted ordered / unsorted unordered random
    unique distinct / duplicate duplicated duplicates repeated
    compressed / uncompressed
    cached / uncached
    validated / unvalidated
    tested / untested
    documented / undocumented
    typed / untyped
    indexed / unindexed
    authenticated / anonymous unauthenticated anonymously
    authorised authorized / unauthorised unauthorized
    trusted / untrusted
    verified confirmed / unverified unconfirmed
    locked / unlocked
    frozen / thawed unfrozen
    installed / uninstalled
    connected / disconnected
    attached / detached
    plugged / unplugged
    subscribed / unsubscribed
    registered / unregistered
    published released / unpublished unreleased draft
    archived / active
    running runs / stopped paused halted suspended
    starts start begins / stops ends finishes
    created creates adds added / deleted deletes removed removes
    overwrites overwritten replaces / appends appended preserves
    eager eagerly / lazy lazily
    stateful / stateless
    nullable / required mandatory
    raises throws raise throw / swallows ignores suppresses returns return
    fatal / harmless
    critical urgent / minor trivial
    hardcoded / configurable
    proprietary commercial / open opensource
    monolith monolithic monorepo / microservices microservice polyrepo modular
    resolved fixed solved repaired / unresolved unfixed open unsolved broken
    merged / unmerged open
    male / female
    domestic national / international foreign abroad overseas
    urban / rural
    upstairs / downstairs
    uphill / downhill
    ahead / behind
    forward forwards / backward backwards
    clockwise / anticlockwise counterclockwise
    vertical vertically / horizontal horizontally
    portrait / landscape
    odd / even
    positive / negative
    oldest / newest latest youngest
    longest / shortest
    most / least fewest
    more / less fewer
    many / few
    wins won / lost loses
    agrees agreed / disagrees disagreed refuses
    trusts / distrusts mistrusts
    remembers / forgets forgot
    benign / malignant
    acute / chronic
    mild / severe
    fresh / stale rotten mouldy
    ripe / unripe
    raw / cooked
    sweetened sweet / unsweetened sour bitter salty savoury
    salted / unsalted
    sparkling fizzy carbonated / flat noncarbonated
    decaf decaffeinated / caffeinated
    heated / unheated
    furnished / unfurnished
    permanent permanently / temporary temporarily interim provisional
    gross / net
    smooth / rough bumpy
    sharp / blunt dull
    tight / loose
    straight / curved crooked
    steep hilly / flat level
    busy booked taken / free available
    same identical / different
    equal / unequal
    native / foreign emulated
    portable / stationary
    wired / wireless
    digital / analogue analog
    rechargeable / disposable
    sunny / shady shaded
    beginner novice / expert advanced
    amateur / professional
    senior / junior
    inclusive included includes / extra separate separately
    paved asphalt asphalted tarmac / unpaved gravel dirt
    monochrome greyscale grayscale / colour coloured color
    fenced enclosed / unfenced
    guarded protected / unguarded unprotected
    lit / unlit
    married engaged / single unattached
    monogamous / open
    polled polling / pushed push webhook webhooks
    nocturnal / diurnal
    carpeted / bare
    bearded / clean-shaven shaved
    automatic / stick
    flexitime flexible / fixed
    subsidised subsidized / unsubsidised
    anonymous anonymised / named identifiable personalised
    centralised centralized / decentralised decentralized distributed
    clustered distributed / standalone
    batched batch / streaming streamed realtime individually
    buffered / unbuffered
    weekday weekdays / weekend weekends
    plugin external / builtin native
    retroactive / prospective
    guaranteed / uncertain
    ticketed / free
    haired / hairless
    inhouse / outsourced external
    insourced / outsourced
    hosted cloud saas / selfhosted onpremise onprem onpremises
    commented / uncommented
    staffed / unstaffed unmanned
    manned / unmanned
    supervised / unsupervised
    accompanied / unaccompanied alone
    alone / together accompanied
    subtitled / dubbed
    live / recorded prerecorded
    handwritten / typed printed
    homemade / bought shopbought
    abridged / unabridged
    reserved / unreserved
    bookable / walkin
    refrigerated chilled / unrefrigerated
    washable / unwashable
    fragile / sturdy robust
    waxed / unwaxed
    dairy / dairyfree
    kosher halal / pork
    recyclable / landfill
    necessary needed essential / unnecessary needless superfluous redundant pointless
    useful / useless
    used / unused
    important / unimportant irrelevant
    relevant / irrelevant
    sufficient enough / insufficient
    successful successfully / unsuccessful unsuccessfully
    intentional deliberate deliberately / accidental accidentally unintentional
    direct directly / indirect indirectly
    formal / informal casual
    whitelisted allowlisted / blacklisted blocklisted
    bounded / unbounded
    escaped / unescaped
    inherits inherited / overrides overridden
    expires expire / permanent unlimited forever
    nullable / nonnull
    upgraded / downgraded
    accelerates / slows
    buys / sells
    lends lent / borrows borrowed
    attends attending / absent misses
    harmless / harmful damaging
    careful / careless reckless
    powerful / powerless feeble
    flawless / flawed faulty
    spotless / stained
    homeless / housed
    windless / windy
    cloudless / cloudy overcast
    passwordless / password passwords
    cashless / cash
    paperless / paper printed
    odourless odorless scented / smelly smells
    unscented odourless odorless / scented perfumed
    rare scarce / common plentiful abundant
    famous wellknown / obscure
    thorough thoroughly / superficial superficially cursory
    steady / wobbly shaky fluctuating
    blurry blurred / sharp crisp
    muted / audible
    rusty rusts / stainless rustproof
    ironed / creased crumpled
    sticky / nonstick
    slippery / nonslip
    prepends prepended / appends appended
    increments incremented / decrements decremented
    expands / collapses
    paused pauses / resumed resumes
    split splits / merged joined combined
    combined bundled / separate separately
    pointed / rounded
    waterproof / absorbent permeable
    wooded / treeless
    populated inhabited / uninhabited deserted
    sleeveless / sleeves sleeved
    sunken / raised
    backdated / postdated
    voluntarily / forcibly
    sunrise / sunset
    noon midday / midnight
    victory / defeat
    success / failure
    strength / weakness
    advantage / disadvantage
    gain / loss
    growth / decline
    reduced lowered cut shortened / raised increased extended
    extended lengthened / shortened
    tightened stricter / relaxed looser
    stricter / laxer looser
    heavier / lighter
    thicker / thinner
    wider / narrower
    deeper / shallower
    louder / quieter
    brighter / darker dimmer
    drier / wetter
    cleaner / dirtier
    safer / riskier
    easier / harder
    simpler / harder trickier
    taller / shorter
    richer / poorer
    happier / sadder
    stronger / weaker
    earliest / latest
    fastest / slowest
    cheapest / dearest
    highest / lowest
    biggest largest / smallest
    tallest / shortest
    warmest hottest / coldest coolest
    easiest / hardest
    calm smooth / rough choppy stormy
    antique ancient / modern new
    confidential secret / transparent public
    shredded destroyed binned / kept archived stored
    heated / cold
    members / everyone everybody anyone
    steep / gentle
    rear / forward
    wary suspicious shy / trusting
    permissive / restrictive copyleft
    pedestrianised pedestrianized / cars traffic
    respected / ignored flouted
"""
