import type { Missed } from '@analyzer/core/missed/model.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

interface View extends StyleFlags {
  /** Findings that are shown. */
  limit: number;
}

/** Formats of `missed`. */
export const MISSED_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (result, view) => {
      const { renderMissedTerminal } = await import('@analyzer/core/render/missed/terminal.ts');
      return renderMissedTerminal(result, { ...terminalStyle(view), limit: view.limit });
    },
  },
  json: {
    help: 'json (analyzer.missed.v1)',
    render: async (result) => [(await import('@analyzer/core/render/missed/json.ts')).renderMissedJson(result)],
  },
  markdown: {
    help: 'markdown',
    render: async (result, { limit }) => {
      const { renderMissedMarkdown } = await import('@analyzer/core/render/missed/markdown.ts');
      return renderMissedMarkdown(result, limit);
    },
  },
  sarif: {
    help: 'sarif (2.1.0)',
    render: async (result) => {
      const { renderMissedSarif } = await import('@analyzer/core/render/missed/sarif.ts');
      return [renderMissedSarif(result, manifest.version)];
    },
  },
} satisfies Formats<[Missed, View]>;

export type MissedFormat = keyof typeof MISSED_FORMATS;
