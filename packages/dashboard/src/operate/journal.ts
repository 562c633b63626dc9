import { visibleBidi } from '@analyzer/contracts';

/** Writes what happens as lines of JSON, for people and for programs that collect logs. */
export type Journal = (event: string, details?: Record<string, unknown>) => void;

/** @param out usually stderr: stdout is for results */
export function journalTo(out: { write(text: string): unknown }, now: () => number): Journal {
  return (event, details = {}) => {
    out.write(`${visibleBidi(JSON.stringify({ time: new Date(now()).toISOString(), event, ...details }))}\n`);
  };
}
