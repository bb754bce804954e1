// The page: what it shows comes with the file, or from the client around it.

import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { connect, type Host, type HostContext } from "./host";
import type { Call, Explorer, Fact } from "./model";
import { keepFocus, SharedContext, type Shared, type ViewName } from "./parts";
import { count, moment, said, speak, t } from "./texts";
import { Contradictions } from "./views/contradictions";
import { HealthView } from "./views/health";
import { People } from "./views/people";
import { Search } from "./views/search";
import { Timeline } from "./views/timeline";
import { TwoTimes } from "./views/times";
import { Today } from "./views/today";

const VIEWS: Record<ViewName, (props: { focus?: string }) => preact.JSX.Element> = {
  today: Today,
  search: Search,
  people: People,
  times: TwoTimes,
  timeline: Timeline,
  contradictions: Contradictions,
  health: HealthView,
};
const NAMES = Object.keys(VIEWS) as ViewName[];

interface Place {
  view: ViewName;
  focus?: string;
  /** How far down it was left. */
  top?: number;
}

/** Where the browser says it was. */
function placeOf(state: Place | null): Place | undefined {
  return state && NAMES.includes(state.view) ? state : undefined;
}

function App({ data, host, refresh, first, said }: {
  data: Explorer;
  host: Host | null;
  refresh(): Promise<void>;
  first: Place;
  /** The language and the zone: a view is drawn again where they change. */
  said: string;
}) {
  const [place, setPlace] = useState<Place>(first);
  const [notice, setNotice] = useState<{ text: string; undo?: Call } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const go = (view: ViewName, focus?: string) => {
    if (!host) {
      history.replaceState({ ...(placeOf(history.state) ?? first), top: scrollY }, "");
      history.pushState({ view, focus }, "");
    }
    setPlace({ view, focus });
  };
  const shared = useMemo<Shared>(() => {
    const facts = new Map(data.facts.map((fact) => [fact.id, fact]));
    const before = new Map<string, Fact[]>();
    for (const fact of data.facts) {
      for (const version of fact.versions) {
        const next = version.closed?.next;
        if (next) before.set(next, [...(before.get(next) ?? []), fact]);
      }
    }
    return {
      data, host, facts, before, refresh,
      go,
      tell: (text, undo) => setNotice({ text, undo }),
    };
  }, [data, host, said]);
  useEffect(() => {
    // A new view begins at its heading, for eyes and for screen readers; the first one leaves the focus where it is.
    if (!isFirst.current) heading.current?.focus({ preventScroll: true });
    isFirst.current = false;
    scrollTo(0, place.top ?? 0);
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [place]);
  useEffect(() => {
    // In a file the browser's own ways back and forth lead from view to view.
    const back = (event: PopStateEvent) => setPlace(placeOf(event.state) ?? first);
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const View = VIEWS[place.view];
  const undo = async () => {
    const call = notice?.undo;
    setNotice(null);
    if (!call || !host) return;
    try {
      await host.call(call.tool, call.arguments);
      await refresh();
      setNotice({ text: t("undone") });
      keepFocus();
    } catch (problem) {
      setNotice({ text: t("failed", problem instanceof Error ? problem.message : String(problem)) });
    }
  };
  const where = data.project === "*" ? t("everything") : data.project || t("noProject");
  return (
    <SharedContext.Provider value={shared}>
      <header>
        <p class="where"><strong>{where}</strong> <span>{t("madeAt", moment(data.madeAt))}</span></p>
        <nav aria-label={t("views")}>
          {NAMES.map((name) => (
            <button
              type="button"
              key={name}
              aria-current={name === place.view ? "page" : undefined}
              onClick={() => go(name)}
            >
              {t(name)}
              {name === "contradictions" && data.contradictions.length > 0 && (
                <span class="badge">{count(data.totals.contradictions)}</span>
              )}
            </button>
          ))}
        </nav>
      </header>
      <main>
        <h1 ref={heading} tabIndex={-1}>{t(place.view)}</h1>
        <View key={`${place.view} ${said}`} focus={place.focus} />
        {!host && <p class="foot">{t("readOnly")}</p>}
      </main>
      <div class="notice" role="status">
        {notice && (
          <>
            <span>{notice.text}</span>
            {notice.undo && <button type="button" onClick={undo}>{t("undo")}</button>}
            <button type="button" onClick={() => setNotice(null)}>{t("close")}</button>
          </>
        )}
      </div>
    </SharedContext.Provider>
  );
}

function dress(context: HostContext): void {
  const root = document.documentElement;
  if (context.theme) root.dataset.theme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (/^--[\w-]+$/.test(name) && typeof value === "string" && !/url\s*\(/i.test(value)) {
      root.style.setProperty(name, value);
    }
  }
  speak(context.locale, context.timeZone);
}

async function start(): Promise<void> {
  const root = document.getElementById("app")!;
  const carried = document.getElementById("memory-data")?.textContent?.trim();
  speak();
  if (carried) {
    const data = JSON.parse(carried) as Explorer;
    render(<App data={data} host={null} refresh={async () => {}} first={placeOf(history.state) ?? { view: "today" }} said={said()} />, root);
    return;
  }
  render(<p class="empty">{t("loading")}</p>, root);
  let project = "current";
  let first: Place = { view: "today" };
  let shown: { data: Explorer; host: Host } | null = null;
  const told = new Promise<void>((resolve) => {
    setTimeout(resolve, 1_500);
    void connect({
      context: (context) => {
        dress(context);
        // Another language or zone is spoken at once.
        if (shown) show(shown);
      },
      result: (result) => {
        const told = (result.structuredContent ?? {}) as { project?: string | null; focus?: string | null };
        if (told.project) project = told.project;
        if (told.focus) first = { view: "people", focus: told.focus };
        resolve();
      },
    }).then((host) => {
      if (!host) {
        render(<p class="empty">{t("nothingHere")}</p>, root);
        return;
      }
      dress(host.context);
      void told.then(() => load(host));
    });
  });
  const load = async (host: Host): Promise<void> => {
    try {
      const data = JSON.parse(await host.read(`memory://explorer/${encodeURIComponent(project)}`)) as Explorer;
      shown = { data, host };
      show(shown);
    } catch (problem) {
      render(<p class="empty">{t("failed", problem instanceof Error ? problem.message : String(problem))}</p>, root);
    }
  };
  const show = ({ data, host }: { data: Explorer; host: Host }) =>
    render(<App data={data} host={host} refresh={() => load(host)} first={first} said={said()} />, root);
}

void start();
