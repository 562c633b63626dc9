import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Check } from '@analyzer/core/check/model.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

interface View extends StyleFlags {
  /** The project. */
  path: string;
  detail: 'findings' | 'full';
  show?: true;
  signal: AbortSignal;
}

/** Formats of `check`. */
export const CHECK_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (check, view) => {
      const { renderCheckTerminal } = await import('@analyzer/core/render/check/terminal.ts');
      const { rows } = process.stdout;
      return renderCheckTerminal(await withExcerpts(check, view), {
        ...terminalStyle(view),
        detail: detailOf(view),
        ...(rows !== undefined && { rows }),
      });
    },
  },
  json: {
    help: 'json (analyzer.check.v1)',
    render: async (check) => (await import('@analyzer/core/render/check/json.ts')).renderCheckJson(check),
  },
  sarif: {
    help: 'sarif (2.1.0)',
    render: async (check, { path }) => {
      const { renderCheckSarif } = await import('@analyzer/core/render/check/sarif.ts');
      return [renderCheckSarif(check, manifest.version, prefixOf(path))];
    },
  },
  markdown: {
    help: 'markdown',
    render: async (check, view) => {
      const { renderCheckMarkdown } = await import('@analyzer/core/render/check/markdown.ts');
      return renderCheckMarkdown(await withExcerpts(check, view), detailOf(view));
    },
  },
  github: {
    help: 'github',
    render: async (check, { path }) => {
      const { renderCheckGithub } = await import('@analyzer/core/render/check/github.ts');
      return renderCheckGithub(check, prefixOf(path));
    },
  },
  gitlab: {
    help: 'gitlab (Code Quality report)',
    render: async (check, { path }) => {
      const { renderCheckGitlab } = await import('@analyzer/core/render/check/gitlab.ts');
      return [renderCheckGitlab(check, prefixOf(path))];
    },
  },
} satisfies Formats<[Check, View]>;

export type CheckFormat = keyof typeof CHECK_FORMATS;

async function withExcerpts(check: Check, { path, show, signal }: View): Promise<Check> {
  const { excerptsOf, sidesOf } = await import('./excerpts.ts');
  const sides = show === true ? { sides: await sidesOf(check, path, signal) } : {};
  return { ...check, excerpts: await excerptsOf(check, path, signal), ...sides };
}

function detailOf({ detail }: View): 'full' | 'declarations' {
  return detail === 'full' ? 'full' : 'declarations';
}

/** Path from the current folder, the repository's root in continuous integration, to the project. */
function prefixOf(path: string): string {
  const way = relative(process.cwd(), resolve(path));
  if (way === '' || way.startsWith('..') || isAbsolute(way)) return '';
  return `${way.split(sep).join('/')}/`;
}
