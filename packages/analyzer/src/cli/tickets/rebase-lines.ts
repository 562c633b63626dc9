import { jsonText } from '@analyzer/contracts';
import type { Rebase } from '@analyzer/core/extract/rebase/rebase.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import type { Formats } from '../options/format.ts';

/** Formats of `tickets rebase`. */
export const REBASE_FORMATS = {
  terminal: { help: 'terminal (default): lines', render: async (rebased) => linesOf(rebased) },
  json: {
    help: 'json (analyzer.extraction-rebase.v1)',
    render: async (rebased) => {
      const { rebaseDocument } = await import('@analyzer/core/extract/rebase/rebase-document.ts');
      return [`${jsonText(rebaseDocument(rebased))}\n`];
    },
  },
} satisfies Formats<[Rebase]>;

export type RebaseFormat = keyof typeof REBASE_FORMATS;

const CHANGES = {
  code: 'code changed',
  links: 'imports or callers changed',
  moved: 'moved to another file',
  gone: 'gone',
  differs: 'no longer similar to another copy',
} as const;

const WIDTH = 7;

function packageLines({ config }: Rebase): string[] {
  const label = 'config'.padEnd(WIDTH);
  return [
    ...(config?.packages ?? []).map(({ package_id: id, change, properties }) => {
      return `${label}  ${id}  ${change === 'changed' ? `other ${properties.join(', ')}` : change}`;
    }),
    ...(config?.families ?? []).map(({ family_id: id, from, to }) => {
      const before = from === undefined ? 'new' : `from ${from ?? 'no package'}`;
      return `${label}  ${id}  ${before} to ${to ?? 'no package'}`;
    }),
  ];
}

function linesOf(rebased: Rebase): string[] {
  const { changes, dropped, tasks } = rebased;
  const counted = (['kept', 'again', 'open', 'dropped', 'new'] as const).flatMap((action) => {
    const count = tasks.filter((task) => task.action === action).length;
    return count === 0 ? [] : [`${count} ${action}`];
  });
  return [
    ...packageLines(rebased),
    ...changes.map(({ family_id: id, project, path, qualified_name: name, change }) => {
      return `${'changed'.padEnd(WIDTH)}  ${id}  ${visible(`${project}: ${path} ${name}`)}: ${CHANGES[change]}`;
    }),
    ...dropped.map((id) => `${'dropped'.padEnd(WIDTH)}  ${id}  fewer than two copies are left`),
    ...tasks.map(({ action, key, project }) => `${action.padEnd(WIDTH)}  ${key}  ${visible(project)}`),
    `${changes.length === 0 ? 'no copy changed' : `${changes.length} changed`}: ${counted.join(', ')}`,
  ].map((line) => `${line}\n`);
}
