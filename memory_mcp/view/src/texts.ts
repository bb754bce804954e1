// Every word the page says, in English and German.

const english = {
  title: "Memory",
  everything: "all projects",
  noProject: "no project",
  views: "Views",
  today: "Today",
  search: "Search",
  people: "People and things",
  times: "Two times",
  timeline: "Timeline",
  contradictions: "Contradictions",
  health: "Health",
  madeAt: "as of {0}",
  readOnly: "This page is a file: it changes nothing. Each button gives the command that does.",
  copy: "Copy",
  copied: "Copied",
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  undone: "Taken back.",
  done: "Done: {0}",
  failed: "That did not work: {0}",
  runThis: "Run this in a terminal:",
  toUndo: "To take that back:",
  canUndo: "You can take that back.",
  noUndo: "Nothing takes that back.",
  forgetPreview: "It leaves every answer and stays in the history.",
  overPreview: "It was true until now, and is not told to new sessions any more.",
  leftPreview: "This line is not told any more. What else the session left stays.",
  summaryPreview: "Your sentence stands in the place of what the session is summed up by.",
  erasePreview: "What the session says is erased. What was learned in it stays.",
  newerPreview: "The older one ends, and the newer one takes its place.",
  olderPreview: "The older one ends. Nothing is said to have replaced it.",
  bothPreview: "Both stay. This pair is not shown again.",
  keptPreview: "The newer wording stays, and this pair is not shown again.",
  backPreview: "The older wording takes the place of the newer.",
  newText: "What is right instead?",
  wrong: "Wrong",
  pin: "Pin",
  unpin: "Unpin",
  notAgain: "Not again",
  bringBack: "Bring back",
  over: "No longer true",
  forget: "Forget",
  life: "Its life",
  why: "Why",
  moreAround: "What else is known of it",
  loading: "Reading the memory …",
  nothingHere: "Nothing is remembered here yet.",
  todayLead: "What a new session of this project is told first.",
  todayLeadEverywhere: "What new sessions are told first, each only of its own project.",
  ruleStanding: "you said how work is to be done here",
  ruleChanged: "it was replaced or corrected lately, so an old belief may still be about",
  ruleOpen: "it was left open",
  ruleDecisions: "a decision that holds",
  ruleLessons: "a lesson that holds, chosen by use and age",
  rulePinned: "it is pinned",
  ruleContradictions: "two facts that cannot both hold, and nobody has settled it",
  rulePerson: "it is known about you",
  ruleBefore: "an earlier session here",
  ruleSince: "it came after the last session",
  ruleGoal: "the goal of the project",
  ruleLast: "where the last session stopped",
  ruleDoing: "it was going on when the conversation was compacted",
  ruleHandoffs: "an earlier session left it for this one",
  ruleAsides: "somebody said it in passing, and nobody took it back",
  headDoing: "What was being done",
  headHandoffs: "Left for this session",
  headStanding: "Standing wishes",
  headChanged: "Changed",
  headOpen: "Still open",
  headDecisions: "Decisions",
  headLessons: "Lessons",
  headPinned: "Pinned",
  headAsides: "Also said, and may still hold",
  headPerson: "About the person",
  headBefore: "Before that",
  headSince: "Since then",
  many_decision: "decisions",
  many_lesson: "lessons",
  many_fact: "facts",
  many_turn: "turns",
  many_document: "documents",
  reasonImportance: "importance {0}",
  reasonCited: "cited {0} ×",
  reasonShown: "shown {0} × before",
  reasonSince: "true since {0}",
  todayEmpty:
    "A new session would be told nothing yet. Work with your assistant for a while, or bring your history in:",
  searchLabel: "Search this memory",
  searchGo: "Search",
  searchLead: "In this file: by words, among the {0} facts and the conversations it carries. The server also ranks by meaning:",
  searchEmpty: "Nothing found for “{0}”. Try other words, or fewer.",
  searchAsk: "Ask for a name, a date, a decision.",
  verdict_answers: "This answers it",
  verdict_perhaps: "Perhaps",
  verdict_nothing: "Nothing here answers it",
  words: "words",
  meaning: "meaning",
  score: "chance that it answers",
  place: "place {0}",
  alike: "and {0} like it",
  asOf: "True on",
  knownAt: "As believed on",
  kind: "Kind",
  any: "any",
  moreFilters: "More filters ({0} set)",
  filterTags: "Tags, with commas between them",
  filterSince: "Holds since this day or later",
  filterUntil: "Holds since this day or earlier",
  filterSession: "Session",
  filterArchived: "archived rows too",
  clearFilters: "Clear these filters",
  filtersEmpty: "No row passes these filters. Leave one of them out.",
  now: "now",
  peopleLead: "People and things, with what is known of them. Choose one to see around it.",
  peopleEmpty: "No person or thing is known by name yet. Assistants add them as they learn; you can too:",
  filter: "Filter by name",
  graph: "How they relate",
  facts: "Facts",
  relations: "Relations",
  askMemory: "Ask the memory",
  noFacts: "Nothing more is known.",
  from: "from",
  until: "until",
  timesLead:
    "A fact has two times: when it is true in the world, and when this memory learned of it. Drag the point, or choose a moment, to ask what was believed then.",
  timesEmpty: "No fact has been stored yet; with the first one this picture begins. Tell your assistant something to remember, or:",
  timesExample: "Staging listens on port 6543.",
  timesPick: "Fact",
  timesOnlyChanged: "only facts that changed",
  axisValid: "When it is true in the world →",
  axisKnown: "When this memory believed it →",
  solid: "believed now",
  faded: "believed once, not any more",
  noBelief: "nothing was known of it yet",
  moments: "Moments",
  momentFirst: "first heard",
  momentNow: "today",
  trueFrom: "true",
  believedFrom: "believed",
  saidThen: "On {0} this memory believed that on {1} this was true: “{2}”",
  saidNothing: "On {0} this memory believed nothing of this about {1}.",
  pointValid: "Day in the world",
  pointKnown: "Day of belief",
  timelineLead: "Sessions, decisions, what was learned, and every change of belief, newest first.",
  dayEmpty: "Nothing on this day. Choose another in the picture above, or show all days.",
  verb_learned: "learned",
  verb_decided: "decided",
  less: "less",
  muchMore: "more",
  timelineEmpty: "Nothing has happened here yet. Connect an assistant and work with it, or bring your history in:",
  heat: "Rows on each day of the last year; the stronger, the more",
  onDay: "Only this day",
  allDays: "all days",
  turns: "{0} turns",
  more: "Show more ({0})",
  openSession: "Open",
  notCarried: "This page does not carry the conversation. In a terminal:",
  resume: "Go on with it:",
  contradictionsLead: "Pairs of facts that cannot both hold. Three ways out of each.",
  contradictionsEmpty: "Nothing in this memory contradicts anything else.",
  older: "older",
  newer: "newer",
  carriedPairs: "This page carries {0} of {1} pairs, the surest first. Settle some, and others take their place.",
  newerStands: "The newer one holds",
  olderEnded: "The older one is over",
  olderStands: "The older one holds",
  bothHold: "Both hold",
  healthGood: "All is well.",
  healthBad: "Wants attention ({0}):",
  file: "File",
  size: "Size",
  encrypted: "Encrypted",
  yes: "yes",
  no: "no",
  engine: "Model",
  embedded: "{0} of {1} rows searchable by meaning, {2} waiting",
  rows: "Rows",
  project: "Project",
  clients: "Clients",
  client: "Client",
  sessions: "Sessions",
  turnsOf: "Turns",
  lastSeen: "Last turn",
  backup: "Backup",
  noBackup: "none yet:",
  lastCaptured: "Hooks last heard",
  mend: "Mend",
  machine: "This memory and this machine",
  doctorElsewhere: "What is missing of each client's conversations, its hooks and its start, the doctor says in a terminal:",
  level_pass: "well",
  level_warn: "to look at",
  level_fail: "wrong",
  check_integrity: "Pages and indexes",
  check_place: "Place",
  check_file: "File",
  check_permissions: "Permissions",
  check_clock: "Clock",
  check_backups: "Backups",
  check_hub: "Hub",
  check_spool: "Waiting events",
  check_hooks: "Hooks",
  check_capture: "Capture",
  check_embedding: "Search by meaning",
  check_indexes: "Indexes",
  check_disk: "Disk",
  check_key: "Key",
  check_PATH: "Command",
  check_program: "Program",
  check_versions: "Versions",
  "check_other copies": "Other copies",
  "check_other memories": "Other memories",
  check_clients: "Clients",
  check_entry: "Entry",
  check_trust: "Trust",
  check_start: "Start",
  check_look: "Look",
  check_coverage: "Coverage",
  "check_last event": "Last event",
  "check_own memory": "Its own memory",
  engine_off: "off",
  engine_idle: "not loaded yet",
  engine_ready: "ready",
  engine_loading: "loading",
  engine_failed: "failed",
  growth: "Growth by month",
  carried: "This page carries {0} of {1} facts: pinned ones, those in use, the newest. Search finds the rest.",
  verb_supersede: "replaced",
  verb_end: "ended",
  verb_retract: "taken back",
  verb_correct: "corrected",
  verb_restore: "brought back",
  verb_verify: "judged",
  pinned: "pinned",
  archived: "archived",
  uses: "used {0} ×",
  kind_learning: "lesson",
  kind_decision: "decision",
  kind_observation: "fact",
  kind_document: "document",
  kind_turn: "turn",
  kind_entity: "person or thing",
  kind_relation: "relation",
  kind_digest: "digest",
  kind_statement: "statement",
  by: "by {0}",
};

export type TextName = keyof typeof english;

const german: Record<TextName, string> = {
  title: "Gedächtnis",
  everything: "alle Projekte",
  noProject: "kein Projekt",
  views: "Ansichten",
  today: "Heute",
  search: "Suche",
  people: "Menschen und Dinge",
  times: "Zwei Zeiten",
  timeline: "Verlauf",
  contradictions: "Widersprüche",
  health: "Zustand",
  madeAt: "Stand {0}",
  readOnly: "Diese Seite ist eine Datei: sie ändert nichts. Jeder Knopf nennt den Befehl, der es tut.",
  copy: "Kopieren",
  copied: "Kopiert",
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  undone: "Zurückgenommen.",
  done: "Erledigt: {0}",
  failed: "Das ging nicht: {0}",
  runThis: "In einem Terminal:",
  toUndo: "Um es zurückzunehmen:",
  canUndo: "Sie können das zurücknehmen.",
  noUndo: "Das lässt sich nicht zurücknehmen.",
  forgetPreview: "Der Eintrag kommt in keiner Antwort mehr vor, bleibt aber in der Geschichte.",
  overPreview: "Das galt bis jetzt; neue Sitzungen erfahren es nicht mehr.",
  leftPreview: "Diese Zeile wird nicht mehr gesagt. Was die Sitzung sonst hinterließ, bleibt.",
  summaryPreview: "Ihr Satz tritt an die Stelle dessen, was die Sitzung zusammenfasst.",
  erasePreview: "Was die Sitzung sagt, wird gelöscht. Was in ihr gelernt wurde, bleibt.",
  newerPreview: "Der ältere Eintrag endet, der neuere tritt an seine Stelle.",
  olderPreview: "Der ältere Eintrag endet, ohne dass etwas an seine Stelle tritt.",
  bothPreview: "Beide bleiben. Das Paar wird nicht mehr gezeigt.",
  keptPreview: "Der neuere Wortlaut bleibt. Das Paar wird nicht mehr gezeigt.",
  backPreview: "Der ältere Wortlaut tritt an die Stelle des neueren.",
  newText: "Was ist stattdessen richtig?",
  wrong: "Falsch",
  pin: "Anheften",
  unpin: "Lösen",
  notAgain: "Nicht mehr zeigen",
  bringBack: "Zurückholen",
  over: "Gilt nicht mehr",
  forget: "Vergessen",
  life: "Werdegang",
  why: "Warum",
  moreAround: "Was sonst davon bekannt ist",
  loading: "Das Gedächtnis wird gelesen …",
  nothingHere: "Hier hat sich noch niemand etwas gemerkt.",
  todayLead: "Was eine neue Sitzung dieses Projekts als Erstes erfährt.",
  todayLeadEverywhere: "Was neue Sitzungen als Erstes erfahren, jede nur von ihrem Projekt.",
  ruleStanding: "Sie haben gesagt, wie hier gearbeitet werden soll",
  ruleChanged: "wurde kürzlich ersetzt oder berichtigt; der alte Stand ist vielleicht noch im Umlauf",
  ruleOpen: "ist offen geblieben",
  ruleDecisions: "eine Entscheidung, die gilt",
  ruleLessons: "eine Lehre, die gilt, gewählt nach Nutzung und Alter",
  rulePinned: "ist angeheftet",
  ruleContradictions: "zwei Tatsachen, die nicht beide gelten können, und niemand hat es entschieden",
  rulePerson: "ist über Sie bekannt",
  ruleBefore: "eine frühere Sitzung hier",
  ruleSince: "kam nach der letzten Sitzung dazu",
  ruleGoal: "das Ziel des Projekts",
  ruleLast: "hier hörte die letzte Sitzung auf",
  ruleDoing: "war im Gange, als das Gespräch verdichtet wurde",
  ruleHandoffs: "eine frühere Sitzung hat es dieser hinterlassen",
  ruleAsides: "wurde nebenbei gesagt und nicht zurückgenommen",
  headDoing: "Was gerade getan wurde",
  headHandoffs: "Dieser Sitzung hinterlassen",
  headStanding: "Stehende Wünsche",
  headChanged: "Geändert",
  headOpen: "Noch offen",
  headDecisions: "Entscheidungen",
  headLessons: "Lehren",
  headPinned: "Angeheftet",
  headAsides: "Auch gesagt, und gilt vielleicht noch",
  headPerson: "Über die Person",
  headBefore: "Davor",
  headSince: "Seitdem",
  many_decision: "Entscheidungen",
  many_lesson: "Lehren",
  many_fact: "Tatsachen",
  many_turn: "Beiträge",
  many_document: "Dokumente",
  reasonImportance: "Gewicht {0}",
  reasonCited: "{0}-mal angeführt",
  reasonShown: "schon {0}-mal gezeigt",
  reasonSince: "gilt seit {0}",
  todayEmpty:
    "Eine neue Sitzung erführe noch nichts. Arbeiten Sie eine Weile mit Ihrem Assistenten, oder holen Sie Ihre Geschichte herein:",
  searchLabel: "In diesem Gedächtnis suchen",
  searchGo: "Suchen",
  searchLead: "In dieser Datei: nach Wörtern, in den {0} Tatsachen und den Gesprächen, die sie enthält. Der Server ordnet auch nach Sinn:",
  searchEmpty: "Nichts gefunden zu „{0}“. Versuchen Sie andere Wörter, oder weniger.",
  searchAsk: "Fragen Sie nach einem Namen, einem Tag, einer Entscheidung.",
  verdict_answers: "Das beantwortet es",
  verdict_perhaps: "Vielleicht",
  verdict_nothing: "Nichts hier beantwortet es",
  words: "Wörter",
  meaning: "Sinn",
  score: "Treffsicherheit",
  place: "Platz {0}",
  alike: "und {0} ähnliche",
  asOf: "Gültig am",
  knownAt: "Wissensstand vom",
  kind: "Art",
  any: "alle",
  moreFilters: "Weitere Filter ({0} gesetzt)",
  filterTags: "Schlagwörter, durch Kommas getrennt",
  filterSince: "Gilt seit diesem Tag oder später",
  filterUntil: "Gilt seit diesem Tag oder früher",
  filterSession: "Sitzung",
  filterArchived: "auch archivierte Einträge",
  clearFilters: "Diese Filter leeren",
  filtersEmpty: "Kein Eintrag passt zu diesen Filtern. Lassen Sie einen davon weg.",
  now: "jetzt",
  peopleLead: "Menschen und Dinge und was von ihnen bekannt ist. Wählen Sie eines, um seine Umgebung zu sehen.",
  peopleEmpty: "Noch ist niemand und nichts mit Namen bekannt. Assistenten ergänzen sie; Sie können es auch:",
  filter: "Nach Namen filtern",
  graph: "Wie sie zusammenhängen",
  facts: "Tatsachen",
  relations: "Beziehungen",
  askMemory: "Das Gedächtnis fragen",
  noFacts: "Mehr ist nicht bekannt.",
  from: "ab",
  until: "bis",
  timesLead:
    "Eine Tatsache hat zwei Zeiten: wann sie in der Welt gilt, und wann dieses Gedächtnis davon erfuhr. Ziehen Sie den Punkt, oder wählen Sie einen Augenblick, um zu fragen, was damals galt.",
  timesEmpty: "Noch ist keine Tatsache gespeichert; mit der ersten beginnt dieses Bild. Lassen Sie Ihren Assistenten sich etwas merken, oder:",
  timesExample: "Der Testserver hört auf Port 6543.",
  timesPick: "Tatsache",
  timesOnlyChanged: "nur was sich geändert hat",
  axisValid: "Wann es in der Welt gilt →",
  axisKnown: "Wann dieses Gedächtnis es glaubte →",
  solid: "jetzt geglaubt",
  faded: "einmal geglaubt, jetzt nicht mehr",
  noBelief: "davon war noch nichts bekannt",
  moments: "Augenblicke",
  momentFirst: "zuerst gehört",
  momentNow: "heute",
  trueFrom: "gilt",
  believedFrom: "geglaubt",
  saidThen: "Am {0} glaubte dieses Gedächtnis, dass am {1} galt: „{2}“",
  saidNothing: "Am {0} glaubte dieses Gedächtnis davon nichts über den {1}.",
  pointValid: "Tag in der Welt",
  pointKnown: "Wissensstand vom",
  timelineLead: "Sitzungen, Entscheidungen, Gelerntes und jede Änderung, das Neueste zuerst.",
  dayEmpty: "Nichts an diesem Tag. Wählen Sie oben einen anderen, oder zeigen Sie alle Tage.",
  verb_learned: "gelernt",
  verb_decided: "entschieden",
  less: "weniger",
  muchMore: "mehr",
  timelineEmpty: "Hier ist noch nichts geschehen. Verbinden Sie einen Assistenten und arbeiten Sie mit ihm, oder holen Sie Ihre Geschichte herein:",
  heat: "Einträge an jedem Tag des letzten Jahres; je kräftiger, desto mehr",
  onDay: "Nur dieser Tag",
  allDays: "alle Tage",
  turns: "{0} Beiträge",
  more: "Mehr zeigen ({0})",
  openSession: "Öffnen",
  notCarried: "Diese Seite enthält das Gespräch nicht. In einem Terminal:",
  resume: "Weiterführen:",
  contradictionsLead: "Paare von Tatsachen, die nicht beide gelten können. Aus jedem führen drei Wege.",
  contradictionsEmpty: "Nichts in diesem Gedächtnis widerspricht etwas anderem.",
  older: "älter",
  newer: "neuer",
  carriedPairs: "Diese Seite enthält {0} von {1} Paaren, die sichersten zuerst. Klären Sie einige, so rücken andere nach.",
  newerStands: "Das Neuere gilt",
  olderEnded: "Das Ältere ist vorbei",
  olderStands: "Das Ältere gilt",
  bothHold: "Beide gelten",
  healthGood: "Alles in Ordnung.",
  healthBad: "Braucht Aufmerksamkeit ({0}):",
  file: "Datei",
  size: "Größe",
  encrypted: "Verschlüsselt",
  yes: "ja",
  no: "nein",
  engine: "Modell",
  embedded: "{0} von {1} Einträgen nach Sinn zu finden, {2} warten",
  rows: "Einträge",
  project: "Projekt",
  clients: "Programme",
  client: "Programm",
  sessions: "Sitzungen",
  turnsOf: "Beiträge",
  lastSeen: "Letzter Beitrag",
  backup: "Sicherung",
  noBackup: "noch keine:",
  lastCaptured: "Hooks zuletzt gehört",
  mend: "Abhilfe",
  machine: "Dieses Gedächtnis und dieser Rechner",
  doctorElsewhere: "Was von den Gesprächen jedes Programms fehlt, seine Hooks und seinen Start nennt der Doktor in einem Terminal:",
  level_pass: "gut",
  level_warn: "anzusehen",
  level_fail: "falsch",
  check_integrity: "Seiten und Indizes",
  check_place: "Ort",
  check_file: "Datei",
  check_permissions: "Zugriffsrechte",
  check_clock: "Uhr",
  check_backups: "Sicherungen",
  check_hub: "Sammelstelle",
  check_spool: "Wartende Ereignisse",
  check_hooks: "Hooks",
  check_capture: "Mitschrift",
  check_embedding: "Suche nach Sinn",
  check_indexes: "Indizes",
  check_disk: "Platz",
  check_key: "Schlüssel",
  check_PATH: "Befehl",
  check_program: "Programm",
  check_versions: "Fassungen",
  "check_other copies": "Andere Kopien",
  "check_other memories": "Andere Gedächtnisse",
  check_clients: "Programme",
  check_entry: "Eintrag",
  check_trust: "Vertrauen",
  check_start: "Start",
  check_look: "Blick",
  check_coverage: "Erfasst",
  "check_last event": "Letztes Ereignis",
  "check_own memory": "Eigenes Gedächtnis",
  engine_off: "aus",
  engine_idle: "noch nicht geladen",
  engine_ready: "bereit",
  engine_loading: "lädt",
  engine_failed: "gescheitert",
  growth: "Wachstum nach Monaten",
  carried: "Diese Seite enthält {0} von {1} Tatsachen: angeheftete, benutzte, die neuesten. Die Suche findet den Rest.",
  verb_supersede: "ersetzt",
  verb_end: "beendet",
  verb_retract: "zurückgenommen",
  verb_correct: "berichtigt",
  verb_restore: "zurückgeholt",
  verb_verify: "beurteilt",
  pinned: "angeheftet",
  archived: "archiviert",
  uses: "{0}-mal benutzt",
  kind_learning: "Lehre",
  kind_decision: "Entscheidung",
  kind_observation: "Tatsache",
  kind_document: "Dokument",
  kind_turn: "Beitrag",
  kind_entity: "Mensch oder Ding",
  kind_relation: "Beziehung",
  kind_digest: "Zusammenfassung",
  kind_statement: "Aussage",
  by: "durch {0}",
};

let locale = navigator.language || "en";
let zone: string | undefined;

/** Speak the language and the time zone of a client, where it says them. */
export function speak(language?: string, timeZone?: string): void {
  if (language) locale = language;
  if (timeZone && isZone(timeZone)) {
    zone = timeZone;
    reader = undefined;
    shifts.clear();
  }
  document.documentElement.lang = locale.startsWith("de") ? "de" : "en";
  document.title = t("title");
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The language and the zone that are spoken now. */
export function said(): string {
  return `${locale} ${zone ?? ""}`;
}

/** A text by its name, with its gaps filled in order. */
export function t(name: TextName, ...gaps: (string | number)[]): string {
  const text = (locale.startsWith("de") ? german : english)[name];
  return gaps.reduce<string>((filled, gap, place) => filled.replace(`{${place}}`, () => String(gap)), text);
}

/** The name of a kind or a verb; what is not in the lists is said as it is. */
export function named(family: "kind" | "verb" | "verdict" | "check" | "engine", value: string): string {
  const name = `${family}_${value}`;
  return name in english ? t(name as TextName) : value;
}

/** A day as the reader writes it, in the reader's zone. */
export function day(instant: string | number): string {
  return format(instant, { year: "numeric", month: "short", day: "numeric" });
}

/** The name of a day in the reader's zone: 2026-03-01. */
export function dayName(instant: string | number): string {
  return inZone(instant).toISOString().slice(0, 10);
}

/** The clock of the reader's zone at an instant, as if it were UTC. */
export function inZone(instant: string | number): Date {
  const date = new Date(instant);
  // No zone changes its time but at half hours of UTC.
  const half = Math.floor(date.valueOf() / HALF_HOUR);
  let shift = shifts.get(half);
  if (shift === undefined) {
    const parts = clock().formatToParts(half * HALF_HOUR);
    const [year, month, day, hours, minutes] = ["year", "month", "day", "hour", "minute"].map((name) =>
      Number(parts.find((part) => part.type === name)?.value),
    );
    shift = Date.UTC(year!, month! - 1, day!, hours, minutes) - half * HALF_HOUR;
    shifts.set(half, shift);
  }
  return new Date(date.valueOf() + shift);
}

/** When a day, by its name, begins in the reader's zone, in milliseconds. */
export function startOf(name: string): number {
  const asUtc = Date.parse(`${name}T00:00:00Z`);
  const near = asUtc - (inZone(asUtc).valueOf() - asUtc);
  // Where clocks change on that day, the shift is the one of its beginning.
  return asUtc - (inZone(near).valueOf() - near);
}

const HALF_HOUR = 1_800_000;
const shifts = new Map<number, number>();
let reader: Intl.DateTimeFormat | undefined;

function clock(): Intl.DateTimeFormat {
  reader ??= new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
  });
  return reader;
}

/** A day by its name, as the reader writes it. */
export function namedDay(name: string): string {
  return format(`${name}T00:00:00Z`, { year: "numeric", month: "short", day: "numeric" }, "UTC");
}

/** A day without what a reader of an axis knows: the year only where it begins. */
export function shortDay(instant: number): string {
  const begins = dayName(instant).slice(5) === "01-01";
  return format(instant, begins ? { year: "numeric", month: "short" } : { month: "short", day: "numeric" });
}

/** A day and a time as the reader writes them. */
export function moment(instant: string | number): string {
  return format(instant, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

export function month(instant: string, hasYear = false): string {
  return format(instant, hasYear ? { month: "short", year: "numeric" } : { month: "short" });
}

export function count(value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

function format(instant: string | number, options: Intl.DateTimeFormatOptions, timeZone = zone): string {
  const date = new Date(instant);
  if (Number.isNaN(date.valueOf())) return String(instant);
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date);
  } catch {
    return date.toISOString().slice(0, 16).replace("T", " ");
  }
}
