import type { Comparison, PageModel, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, comparesTheSame, EVERYTHING, listsTheSame, readView } from '../model/view.ts';
import { Changes } from './changes.tsx';
import { useFreshness } from './freshness.ts';
import { listenToKeys } from './keys.ts';
import { useLive } from './live.ts';
import { Login } from './login.tsx';
import { Page } from './page.tsx';
import { useSeen } from './seen.ts';
import { Settings } from './settings.tsx';
import { acknowledge, approve, approveAll, loadComparison, loadModel, reject, Unauthorized } from './source.ts';

/** Rows of the list at first, and rows to add at its end. */
const ROWS = 200;
const MORE = 400;

/** Loads the view of the URL, and again after each event of the stream. */
export function App(): JSX.Element {
  const [view, setView] = useState<View>(() => readView(new URLSearchParams(location.search)));
  const [limit, setLimit] = useState(ROWS);
  const [model, setModel] = useState<PageModel>();
  const [locked, setLocked] = useState(false);
  const [visit, setVisit] = useState(0);
  const [problem, setProblem] = useState('');
  const [comparison, setComparison] = useState<Comparison>();
  const freshness = useFreshness();
  const wanted = useRef({ view, limit });
  wanted.current = { view, limit };
  /** Numbers of the last request, and of the one whose response is shown. */
  const requests = useRef({ last: 0, shown: 0 });

  const load = (): void => {
    const asked = wanted.current;
    const number = ++requests.current.last;
    loadModel(asked.view, asked.limit).then(
      (loaded) => {
        // A late response to an older request must not replace a newer one.
        if (asked.view !== wanted.current.view || number < requests.current.shown) return;
        requests.current.shown = number;
        setModel(loaded);
        freshness.loaded(loaded.state.now);
        setProblem('');
      },
      (error: unknown) => {
        if (error instanceof Unauthorized) setLocked(true);
        else {
          freshness.failed();
          report(error);
        }
      },
    );
  };
  const compare = (): void => {
    const asked = wanted.current.view;
    if (asked.capture === '') setComparison(undefined);
    else {
      loadComparison(asked).then(
        (loaded) => comparesTheSame(asked, wanted.current.view) && setComparison(loaded),
        (error: unknown) => (error instanceof Unauthorized ? setLocked(true) : report(error)),
      );
    }
  };
  const report = (error: unknown): void => setProblem(error instanceof Error ? error.message : String(error));
  const { seen, markSeen } = useSeen(model?.state);
  const connection = useLive(load, locked ? undefined : visit);
  const go = (next: View, how?: 'replace'): void => {
    if (how === 'replace') history.replaceState(null, '', addressOf(next));
    else history.pushState(null, '', addressOf(next));
    if (!listsTheSame(next, wanted.current.view)) setLimit(ROWS);
    setView(next);
  };
  const change = (part: Partial<View>): void => go({ ...wanted.current.view, ...part });

  useEffect(load, [view, limit, visit]);
  useEffect(compare, [view.capture, view.against, visit]);
  useEffect(() => {
    const back = (): void => setView(readView(new URLSearchParams(location.search)));
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(
    () =>
      listenToKeys(
        (type) => change({ type, open: null }),
        () => go(EVERYTHING),
      ),
    [],
  );

  if (locked) {
    const entered = (): void => {
      setLocked(false);
      setVisit(visit + 1);
    };
    return <Login entered={entered} />;
  }
  if (model === undefined) return <p class="opening">{problem === '' ? 'Loading …' : problem}</p>;
  const state = { ...model.state, now: freshness.now };
  // A proxy may serve this page below a path.
  const base = new URL('.', location.href).href.replace(/\/$/, '');
  return (
    <Page
      model={{ ...model, state, comparison: comparison ?? null }}
      connection={connection}
      staleSince={freshness.staleSince}
      origin={base}
      go={go}
      tools={{
        origin: base,
        needsToken: state.needsToken,
        seen: seen === undefined || seen.epoch !== state.epoch ? null : seen.newest,
      }}
      acknowledge={(service, given) => void acknowledge(service, given).then(load, report)}
      approve={(capture, note) => {
        void approve(capture, note).then(() => {
          compare();
          load();
        }, report);
      }}
      decide={{
        approve: (captures, note) => void approveAll(captures, note).then(load, report),
        reject: (capture, note) => void reject(capture, note).then(load, report),
      }}
      // The server refuses more rows than its ring has.
      more={() => setLimit(Math.min(limit + MORE, state.ring.capacity))}
      settings={<Settings state={model.state} go={change} />}
    >
      {problem === '' ? null : <p role="alert">That did not work: {problem}</p>}
      {model.view.page === 'review' ? null : <Changes {...{ state, seen, markSeen, go }} view={model.view} />}
    </Page>
  );
}
