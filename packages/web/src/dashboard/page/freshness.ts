import { useEffect, useState } from 'preact/hooks';

/** After this time without a successful load the state is stale, in milliseconds: three loads of `useLive` failed. */
const STALE_MS = 45_000;
const TICK_MS = 1_000;
/** Interval at which ages are updated, in milliseconds. */
const AGES_MS = 15_000;

interface Freshness {
  /** The present time by the server's clock: the clock of this computer may be wrong. */
  now: number;
  /** When the shown state was loaded, by the server's clock; null while it is current. */
  staleSince: number | null;
  /** @param now the server's clock */
  loaded(now: number): void;
  failed(): void;
}

/** Measures the age of the shown state, on the monotonic clock. */
export function useFreshness(): Freshness {
  const [last, setLast] = useState({ server: 0, at: performance.now(), failed: false });
  const [, setTick] = useState(0);
  const age = performance.now() - last.at;
  const stale = last.failed || age > STALE_MS;
  useEffect(() => {
    const timer = setInterval(() => {
      const passed = performance.now() - last.at;
      const step = last.failed || passed > STALE_MS ? TICK_MS : AGES_MS;
      setTick(Math.floor(passed / step) * step);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [last]);
  return {
    now: last.server + age,
    staleSince: stale ? last.server : null,
    loaded: (server) => setLast({ server, at: performance.now(), failed: false }),
    failed: () => setLast((before) => ({ ...before, failed: true })),
  };
}
