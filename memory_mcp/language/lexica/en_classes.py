"""Classes of English words: of some a thing has one member at a time, others narrow what is said."""

from __future__ import annotations

from typing import Final

VALUES: Final = """
    red|crimson|scarlet|burgundy|maroon|ruby blue|navy|azure|cobalt|indigo green|olive|emerald|lime|sage|mint|khaki \
yellow|mustard|lemon black|ebony white grey|gray|anthracite|charcoal brown|chestnut|tan orange|terracotta|apricot \
purple|violet|lilac|lavender|mauve pink|magenta|fuchsia|salmon|rose beige|cream|ivory|taupe|sand \
turquoise|teal|cyan gold|golden silver
    small|tiny|little|compact medium|mid large|big|huge|giant
    xs xl xxl xxxl
    wood|wooden steel|stainless aluminium|aluminum iron copper brass bronze titanium zinc plastic glass \
stone|granite|marble paper cardboard concrete brick rubber ceramic|porcelain leather cotton wool|woollen silk linen \
polyester nylon denim velvet wicker|rattan bamboo
    metal|metallic wood|wooden plastic glass stone|granite|marble paper cardboard concrete brick rubber \
ceramic|porcelain leather cotton wool|woollen silk linen polyester nylon denim velvet wicker|rattan bamboo
    oak pine beech walnut teak maple birch mahogany spruce cherrywood metal steel|stainless aluminium|aluminum iron \
copper brass bronze titanium zinc plastic glass stone|granite|marble paper cardboard concrete brick rubber \
ceramic|porcelain leather cotton wool|woollen silk linen polyester nylon denim velvet wicker|rattan bamboo
    carpet|carpeted tile|tiles|tiled laminate parquet lino|linoleum vinyl floorboards
    petrol|gasoline diesel electric|electricity hybrid lpg hydrogen oil gas pellet|pellets coal solar
    single|unmarried married divorced widowed|widow|widower engaged separated
    employed unemployed retired freelance|freelancer
    hourly daily|nightly weekly fortnightly|biweekly monthly quarterly yearly|annually|annual
    euro|euros|eur dollar|dollars|usd pound|pounds|gbp|sterling franc|francs|chf yen krona|kronor zloty rupee|rupees
    christian catholic protestant muslim jewish hindu buddhist atheist orthodox agnostic
    vegetarian vegan pescatarian omnivore
    car|driving|drives bike|bicycle|cycling|cycles train|rail bus|coach tram|streetcar tube|underground|subway \
foot|walking ferry|boat plane|flight|flies|flying motorbike|scooter
    cash card|cards invoice cheque|check transfer paypal
    blond|blonde brunette redhead bald
    utf-8|utf8 latin-1|latin1|iso-8859-1 utf-16|utf16 ascii windows-1252|cp1252
    asc desc
    rest graphql grpc soap
    http https
    tcp udp
    mit apache gpl|gplv3|gplv2|agpl bsd proprietary mpl
    single double triple
    fifo lifo
    lf crlf
    utc|gmt cet cest est edt pst pdt ist jst aest
    ext4 xfs btrfs zfs ntfs
    linear exponential constant
    optimistic pessimistic
    round|circular square rectangular oval triangular hexagonal
    plain striped checked|chequered dotted|spotted floral
    curly wavy straight
    soprano alto tenor baritone bass
    goalkeeper|goalie defender midfielder striker
    window aisle
    bachelor|bachelors master|masters phd|doctorate
    dorm|dormitory ensuite
    monthly|month-to-month annual|yearly lifetime
    globally regionally
    tenant|tenants|renter|lodger landlord|landlady|landlords
    buyer|buyers seller|sellers|vendor
    bride groom
    employer employee
    kitchen bathroom|toilet|loo|bath bedroom living|lounge dining hall|hallway|corridor cellar|basement attic|loft \
garage study balcony|terrace|patio garden|yard shed nursery utility conservatory porch office roof
    first|1st second|2nd third|3rd fourth|4th fifth|5th sixth|6th
    sales marketing accounting|accounts|finance payroll hr|personnel engineering support|helpdesk legal \
purchasing|procurement design|designers logistics facilities research catering warehouse operations|ops reception
    bcrypt argon2|argon2id|argon2i scrypt pbkdf2 md5 sha1|sha-1 sha256|sha-256 sha512|sha-512
    debug info warn|warning error fatal|critical trace
    squash|squashed rebase|rebased|rebases
    amd64|x86|x86_64|x64 arm64|arm|aarch64
    sunni shia
    bungalow flat|apartment cottage terraced|terrace detached semi|duplex
    boiled fried grilled|barbecued baked|roasted|roast steamed raw
    beginner|beginners intermediate advanced expert
    beta alpha stable
    red-eye bus
    camelcase snake_case|snakecase kebab-case|kebabcase pascalcase
    critical|blocker major minor trivial
    won lost|lose|loses drew|drawn
    gold silver bronze
    sandy clay loam|loamy chalky peaty|peat
    skimmed|skim semi whole|full
    wholemeal|wholegrain|wholewheat sourdough rye
    bottled tap
    bottled canned|tinned draught
    sprained|sprain broken|fractured|fracture|breaks bruised|bruise torn
    oral|orally|tablet|tablets|pill|pills|capsule|capsules injection|injections|injected|jab \
cream|ointment|gel drops syrup spray|inhaler patch|patches powder
    grass|turf|lawn clay astroturf|artificial hardcourt gravel
    saloon|sedan estate hatchback convertible|cabriolet suv|jeep van pickup coupe minivan camper
    disc rim drum
    hardback|hardcover paperback|softback ebook|kindle audiobook
    alphabetical|alphabetically chronological|chronologically random|randomly
    top middle bottom
    centred|centered left-aligned right-aligned justified
    employee|employed|salaried freelance|freelancer|freelancers contractor
    online|virtual|virtually|zoom|remotely person|onsite|face
    selfhosted|self saas|cloud premises|premise|onprem|prem
    ethernet|cable|cabled|wired wifi|wi|wlan|wireless|wirelessly bluetooth
    mobile stationary
    mono stereo
    solo duet group|band|ensemble
    sole joint
    hybrid remote|remotely onsite|office|site
    cabin hold
    twin double single
    zip|zips|zipper|zipped button|buttons|buttoned velcro laces|lace
    mare stallion gelding
    gas induction
    slate|slates tiled|tiles|tile thatch|thatched felt shingle|shingles
    labrador poodle beagle terrier spaniel collie dachshund retriever shepherd pug bulldog boxer rottweiler \
husky greyhound whippet corgi chihuahua dalmatian setter schnauzer mastiff doberman cockapoo
    siamese persian tabby bengal ragdoll tortoiseshell
    radiator|radiators|radiated underfloor stove|woodburner fireplace heatpump
    serializable snapshot uncommitted
    ecdsa rsa ed25519
    a3 a4 a5 a6 letter
    inkjet laser
    raid0 raid1 raid5 raid6 raid10
    semver calver
    scrum kanban waterfall
    bios uefi
    x11|xorg wayland
    gnome kde xfce cinnamon
    qwerty azerty qwertz dvorak colemak
    metric imperial
    celsius fahrenheit kelvin
    km|kilometres|kilometers miles
    alkaline lithium
    led halogen incandescent|filament fluorescent
    bayonet screw
    cremated|cremation buried|burial
    oiled varnished lacquered painted waxed stained
    cork|corked screwcap|screw
    bunk double single
    vinyl cassette
    civil church
    caesarean|cesarean natural
    goalkeeper|goalie|goal defence|defender midfield|midfielder wing|winger striker|forward
    bachelors|ba|bsc masters|ma|msc|mba phd|doctorate diploma|certificate
    gold|golden silver platinum titanium pearl
    matte satin gloss|glossy
    rare medium
    ascending|asc|upward descending|desc|downward
"""
# Two notes with two of these speak of two things.
NARROWING: Final = """
    spring|springtime summer|summers|summertime autumn|fall winter|winters|wintertime
    macos|mac|macs|osx linux windows ios|iphone|iphones|ipad android ubuntu|debian
    production|prod|live staging|stage|preprod test|testing|qa|uat development|dev local|locally|laptop ci \
demo|sandbox canary
    morning|mornings|breakfast noon|midday|lunchtime|lunch afternoon|afternoons evening|evenings|dinner|supper \
night|nights|midnight|bedtime
    weekend|weekends weekday|weekdays
    dad|father|papa|daddy|dads mum|mom|mother|mummy|mums|mama grandma|gran|granny|nan|nana|grandmother \
grandpa|granddad|grandad|grandfather brother|brothers sister|sisters uncle aunt|auntie cousin|cousins nephew niece \
son|sons daughter|daughters husband wife baby twins|twin
    cat|cats|kitten dog|dogs|puppy hamster rabbit|rabbits parrot|budgie tortoise|turtle horse|pony guinea \
goldfish|fish hens|chickens|hen
    frontend|ui|web backend database|db client|clients server|servers mobile desktop worker|workers cli scheduler \
gateway|proxy queue cache api
    front|forward rear|back|hind
    upper lower
    inner outer
    brake|brakes tyre|tyres|tire|tires engine|motor gearbox|clutch battery chain saddle|seat windscreen|windshield \
headlight|headlights exhaust bumper boot|trunk bonnet handlebar|handlebars wiper|wipers
    length|long width|wide height|high|tall weight|weighs|heavy depth|deep diameter area volume|capacity \
thickness|thick
    ram|memory disk|storage|ssd|hdd|drive cpu|cpus|cores gpu|vram bandwidth|network swap
    connect|connection|connecting read|reads|reading write|writes|writing idle request|requests response|responses \
session handshake keepalive
    input|inputs output|outputs
    source|sources target|destination
    import|imports|importer|importing export|exports|exporter|exporting
    upload|uploads|uploading|uploader download|downloads|downloading
    inbound|incoming|ingress outbound|outgoing|egress
    login|signin logout|signout signup|registration
    free|basic|starter|community pro|professional|plus business|team enterprise
    rain|rainy|wet|raining dry|sunny|sun|sunshine snow|snowy|ice|icy|frost|freezing wind|windy|storm|stormy \
heat|hot fog|foggy
    holiday|holidays|vacation|vacations term|termtime|semester
    training|workout rest|recovery match|race|tournament
    rent deposit utilities|electricity heating parking water insurance internet|broadband phone cleaning gas council
    outward|outbound|outgoing|there return|returning|inbound
    departure|departures|departs|leaves|leaving arrival|arrivals|arrives|arriving|coming|lands
    half quarter
    elder|older|eldest|oldest|big younger|youngest|little middle
    paternal maternal
    adult|adults|grown child|children|kids|kid|junior|juniors|youth|teenagers senior|seniors|pensioners|oap \
student|students concession
    male|males|men|man|boys|boy|ladies|women|woman|females|female|girls|girl
    employee|employees|staff manager|managers contractor|contractors|freelancers guest|guests|visitor|visitors \
member|members admin|admins|administrator
    email|mail|e-mail sms|text phone|telephone|call post|letter push|notification
    home|private work|business
    landline mobile|cell
    unit|units integration e2e|smoke load|performance lint|linting
    min|minimum|least max|maximum|most
    net gross
    cold warm
    peak offpeak
    debit credit
    primary replica|secondary|standby|follower
    blood|pressure sugar|glucose cholesterol pulse
    systolic diastolic
    timeout|timeouts limit|limits|quota latency throughput uptime|availability
    debug release
    rest|resting load|exertion|exercise
    left-hand right-hand
    passport visa licence|license
    access refresh
    header|headers body|payload footer cookie|cookies query
    warm-up cool-down
    lead|leader|captain deputy|assistant treasurer secretary|clerk chair|chairman|chairwoman|president coach|trainer
    homepage|landing checkout|payment|payments search profile settings|preferences admin dashboard
    daily|nightly weekly monthly yearly|annual
    small|short large|big|tall|long
    knee|knees hip|hips shoulder|shoulders back elbow ankle wrist neck foot|feet hand|hands eye|eyes ear|ears \
tooth|teeth head stomach heart lung|lungs skin
    door|doors window|windows|pane wall|walls ceiling floor roof gate fence shutters|blinds
    table|desk chair|chairs sofa|couch bed|cot lamp shelf|shelves wardrobe|cupboard
    washing|washer dishwasher dryer|drier fridge|refrigerator freezer oven|cooker microwave boiler kettle toaster \
vacuum|hoover
    shirt|tshirt trousers|jeans|pants shoe|shoes|boots|trainers jacket|coat dress|skirt hat|cap|helmet glove|gloves \
sock|socks ring
    prefix suffix
    leading trailing
    row|rows column|columns
    checkin checkout
    lock|locks hinge|hinges handle|handles
    tap|taps sink|basin drain|drains shower|showers
    keyboard mouse monitor|screen webcam|camera headset|headphones printer scanner
    sprint retro|retrospective standup planning demo
    create|creates|creating|insert update|updates|updating delete|deletes|deleting
    encode|encodes|encoding|encoder decode|decodes|decoding|decoder
    encrypt|encrypts|encryption decrypt|decrypts|decryption
    publisher|publishers|producer|producers subscriber|subscribers|consumer|consumers
    parent|parents child|children grandparent|grandparents
    sender|sending recipient|recipients|receiver|receiving
    hardware software firmware
    docs|documentation code tests
    maths|mathematics english biology chemistry physics history geography music art pe|sport
    guitar piano violin cello flute trumpet drums clarinet saxophone|sax trombone viola harp oboe bassoon tuba \
accordion ukulele recorder organ
    swimming football|soccer tennis gymnastics judo ballet rugby hockey
    roses|rose tomatoes|tomato lavender hedge lawn apples|apple strawberries|strawberry basil
    carrots|carrot potatoes|potato beans|bean peas|pea onions|onion courgettes|courgette
    bus|buses train|trains plane|flight|flights ferry tram|trams taxi
    car|cars bike|bikes|bicycle van|vans motorbike|scooter caravan|camper
    inspection service|servicing mot tax|taxes insurance
    salary|wage|wages pension bonus overtime
    savings current|checking loan|mortgage
    gas electricity water broadband
    soprano|sopranos alto|altos tenor|tenors bass|basses
    gp surgeon dermatologist cardiologist neurologist orthopaedist gynaecologist urologist physio dentist optician
    mountain folding racing|racer cargo tandem
    freestyle|crawl breaststroke backstroke butterfly
    csv json xml yaml toml parquet avro pdf docx xlsx|excel html markdown
    png jpeg|jpg webp gif svg tiff
    imap smtp
    ssh ftp|sftp
    ipv4 ipv6
    judo karate ballet yoga pilates zumba salsa tango
    ssd hdd
    vitamin|vitamins iron zinc magnesium calcium potassium folic omega
    hallway stairs|staircase landing porch
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    red blue green yellow black white grey|gray brown orange purple pink beige turquoise
    small medium large huge
    empty half-full full
    open pending closed done resolved blocked
    vegan vegetarian omnivore
    left right
    wooden metal plastic glass
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    hourly daily|nightly weekly fortnightly|biweekly monthly quarterly yearly|annually
    spring summer autumn|fall winter
    morning|mornings noon evening|evenings night|nights midnight
    north south east west
"""
