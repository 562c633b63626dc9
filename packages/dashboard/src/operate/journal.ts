import { visibleControls } from '@analyzer/contracts';

/** Writes events of the program as lines of JSON, for users and log collectors. */
export type Journal = (event: string, details?: Record<string, unknown>) => void;

/** @param out usually stderr: stdout is for results */
export function journalTo(out: { write(text: string): unknown }, now: () => number): Journal {
  return (event, details = {}) => {
    out.write(`${visibleControls(JSON.stringify({ time: new Date(now()).toISOString(), event, ...details }))}\n`);
  };
}
