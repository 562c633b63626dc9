import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageModel, View } from '../data.ts';
import { addressOf, EVERYTHING, readView } from '../model/view.ts';
import { Changes } from './changes.tsx';
import type { Connection } from './header.tsx';
import { listenToKeys } from './keys.ts';
import { Login } from './login.tsx';
import { Page } from './page.tsx';
import { Settings } from './settings.tsx';
import { acknowledge, loadModel, loadRaw, Unauthorized } from './source.ts';

const PAGE = 200;
const PATIENCE_MS = 300;

/** Keeps the page current: loads what the address asks for, and again whenever the stream says that something came. */
export function App(): JSX.Element {
  const [view, setView] = useState<View>(() => readView(new URLSearchParams(location.search)));
  const [limit, setLimit] = useState(PAGE);
  const [model, setModel] = useState<PageModel>();
  const [locked, setLocked] = useState(false);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [visit, setVisit] = useState(0);
  const wanted = useRef({ view, limit });
  wanted.current = { view, limit };

  const load = (): void => {
    const asked = wanted.current;
    loadModel(asked.view, asked.limit).then(
      (loaded) => {
        // An answer to an older question must not replace a newer one.
        if (asked.view === wanted.current.view) setModel(loaded);
      },
      (error: unknown) => (error instanceof Unauthorized ? setLocked(true) : setConnection('lost')),
    );
  };
  const go = (next: View): void => {
    history.pushState(null, '', addressOf(next));
    setView(next);
  };

  useEffect(load, [view, limit, visit]);
  useEffect(() => {
    const back = (): void => setView(readView(new URLSearchParams(location.search)));
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(() => {
    if (locked) return;
    const source = new EventSource('/events/stream');
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Many events at once are one look.
    const news = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        load();
      }, PATIENCE_MS);
    };
    source.onopen = () => {
      setConnection('live');
      news();
    };
    source.onmessage = news;
    source.addEventListener('reset', news);
    source.onerror = () => setConnection('lost');
    // Ages grow without events too.
    const clock = setInterval(news, 15_000);
    return () => {
      source.close();
      clearTimeout(timer);
      clearInterval(clock);
    };
  }, [locked, visit]);
  useEffect(
    () =>
      listenToKeys(
        (type) => go({ ...wanted.current.view, type, open: null }),
        () => go(EVERYTHING),
      ),
    [],
  );
  useEffect(() => {
    if (view.open !== null) document.getElementById(`event-${view.open}`)?.scrollIntoView({ block: 'nearest' });
  }, [view.open, model === undefined]);

  if (locked) {
    const entered = (): void => {
      setLocked(false);
      setVisit(visit + 1);
    };
    return <Login entered={entered} />;
  }
  if (model === undefined) return <p class="opening">Loading …</p>;
  return (
    <Page
      model={model}
      connection={connection}
      go={go}
      loadRaw={loadRaw}
      acknowledge={(service, given) => void acknowledge(service, given).then(load, load)}
      more={() => setLimit(Math.min(1_000, limit + PAGE))}
    >
      <Settings state={model.state} />
      <Changes state={model.state} />
    </Page>
  );
}
