import type { Diff } from '@analyzer/core/diff/model.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

interface View extends StyleFlags {
  detail: 'files' | 'declarations' | 'full';
}

/** Formats of `diff`; the native engine has the same. */
export const DIFF_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (diff, view) => {
      const { renderDiffTerminal } = await import('@analyzer/core/render/diff/terminal.ts');
      return renderDiffTerminal(diff, { ...terminalStyle(view), detail: view.detail });
    },
  },
  json: {
    help: 'json (analyzer.diff.v1)',
    render: async (diff) => (await import('@analyzer/core/render/diff/json.ts')).renderDiffJson(diff),
  },
  dot: {
    help: 'dot (Graphviz)',
    render: async (diff) => (await import('@analyzer/core/render/diff/dot.ts')).renderDiffDot(diff),
  },
  sarif: {
    help: 'sarif (2.1.0)',
    render: async (diff) => {
      const { renderDiffSarif } = await import('@analyzer/core/render/diff/sarif.ts');
      return [renderDiffSarif(diff, manifest.version)];
    },
  },
  markdown: {
    help: 'markdown',
    render: async (diff, { detail }) => {
      const { renderDiffMarkdown } = await import('@analyzer/core/render/diff/markdown.ts');
      return renderDiffMarkdown(diff, detail);
    },
  },
} satisfies Formats<[Diff, View]>;

export type DiffFormat = keyof typeof DIFF_FORMATS;
