import type { CopyHistory } from '@analyzer/core/history/model.ts';
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

/** Formats of `history`. */
export const HISTORY_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (result, style) => {
      const { renderHistoryTerminal } = await import('@analyzer/core/render/history/terminal.ts');
      return renderHistoryTerminal(result, terminalStyle(style));
    },
  },
  json: {
    help: 'json (analyzer.history.v1)',
    render: async (result) => [(await import('@analyzer/core/render/history/json.ts')).renderHistoryJson(result)],
  },
  openmetrics: {
    help: 'openmetrics (text with the times of the commits)',
    render: async (result) =>
      (await import('@analyzer/core/render/history/open-metrics.ts')).renderHistoryOpenMetrics(result),
  },
} satisfies Formats<[CopyHistory, StyleFlags]>;

export type HistoryFormat = keyof typeof HISTORY_FORMATS;
