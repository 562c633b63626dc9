import { useEffect, useState } from 'preact/hooks';
import type { Connection } from './header.tsx';

/** Many events at once are loaded once, in milliseconds. */
const PATIENCE_MS = 300;
/** Ages grow without events too. */
const CLOCK_MS = 15_000;
/** A browser gives up on a stream that was refused: it is opened anew after so long. */
const AGAIN_MS = 5_000;

/**
 * Listens to the stream of events.
 *
 * @param look called soon after something came or the connection was lost, and every 15 seconds
 * @param visit another number opens the stream anew; undefined leaves it closed
 */
export function useLive(look: () => void, visit: number | undefined): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    if (visit === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    const news = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, PATIENCE_MS);
    };
    const open = (): void => {
      source = new EventSource('/events/stream');
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
