import type { Draft } from '@analyzer/core/generalize/model.ts';
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

/** Formats of `draft`. */
export const DRAFT_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (draft, view) => {
      const { renderDraftTerminal } = await import('@analyzer/core/render/draft/terminal.ts');
      return renderDraftTerminal(draft, terminalStyle(view));
    },
  },
  json: {
    help: 'json (analyzer.draft.v1)',
    render: async (draft) => [(await import('@analyzer/core/render/draft/json.ts')).renderDraftJson(draft)],
  },
  markdown: {
    help: 'markdown',
    render: async (draft) => (await import('@analyzer/core/render/draft/markdown.ts')).renderDraftMarkdown(draft),
  },
  patch: {
    help: 'patch (for git apply)',
    render: async ({ written }) => (written === undefined ? [] : [written.patch]),
  },
} satisfies Formats<[Draft, StyleFlags]>;

export type DraftFormat = keyof typeof DRAFT_FORMATS;
