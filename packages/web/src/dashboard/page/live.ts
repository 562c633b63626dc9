import { useEffect, useState } from 'preact/hooks';
import type { Connection } from './header.tsx';

/** Delay after an event before a load, so that many events cause one load, in milliseconds. */
const PATIENCE_MS = 300;
/** Interval of loads without events, since ages change. */
const CLOCK_MS = 15_000;
/** Delay before a refused stream is opened again: browsers do not retry it. */
const AGAIN_MS = 5_000;

/**
 * Listens to the stream of events.
 *
 * @param refresh called soon after an event or a lost connection, and every 15 seconds
 * @param visit a new number opens the stream again; undefined closes it
 */
export function useLive(refresh: () => void, visit: number | undefined): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    if (visit === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    const news = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, PATIENCE_MS);
    };
    const open = (): void => {
      source = new EventSource('events/stream');
      source.onopen = () => {
        setConnection('live');
        news();
      };
      source.onmessage = news;
      source.addEventListener('reset', news);
      source.onerror = () => {
        setConnection('lost');
        news();
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
      };
    };
    open();
    const clock = setInterval(news, CLOCK_MS);
    return () => {
      source.close();
      clearTimeout(timer);
      clearTimeout(again);
      clearInterval(clock);
    };
  }, [visit]);
  return connection;
}
