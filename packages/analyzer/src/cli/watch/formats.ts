import { jsonText } from '@analyzer/contracts';
import type { WatchV1 } from '@analyzer/contracts/analyzer.watch.v1';
import type { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import type { Formats } from '../options/format.ts';

/** Formats of `watch`. */
export const WATCH_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (event, style) => (await import('./lines.ts')).linesOf(event, style),
  },
  json: {
    help: 'json (analyzer.watch.v1, one object per line)',
    render: (event) => [`${jsonText(event)}\n`],
  },
} satisfies Formats<[WatchV1, TerminalStyle]>;

export type WatchFormat = keyof typeof WATCH_FORMATS;
