import type { Shown } from '@analyzer/core/show/model.ts';
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

/** Formats of `show`. */
export const SHOW_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (shown, view) => {
      const { renderShown } = await import('@analyzer/core/render/show/terminal.ts');
      const { rows } = process.stdout;
      return renderShown(shown, { ...terminalStyle(view), ...(rows !== undefined && { rows }) });
    },
  },
  json: {
    help: 'json (analyzer.show.v1)',
    render: async (shown) => [(await import('@analyzer/core/render/show/json.ts')).renderShownJson(shown)],
  },
} satisfies Formats<[Shown, StyleFlags]>;

export type ShowFormat = keyof typeof SHOW_FORMATS;
