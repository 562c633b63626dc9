import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';
import type { ProjectPart } from '#index/kept/parts-of-index.ts';
import { indexParts, type PartsContext } from '#index/part/index-parts.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { readExport } from '../rows/read-export.ts';
import { readParts } from './read-parts.ts';
import { readTableList, type TableList } from './table-list.ts';

/**
 * Makes one index of the projects of several exports, as `workspace index` makes it of their folders. This program finds
 * the groups over all of them.
 *
 * @param folders of the exports, as the user wrote them
 * @param db path of the index, as the user wrote it
 * @returns the snapshot id
 * @throws AnalyzerError `usage` for exports without parts, or with the same project; those of `readTable` and `replaceIndex`
 */
export async function importExports(folders: readonly string[], db: string, context: PartsContext): Promise<string> {
  await requireDistinct(folders);
  const lists: TableList[] = [];
  for (const folder of folders) lists.push(await readTableList(folder));
  const work = WorkFolder.create('parts');
  WorkFolder.removeAbandoned('parts');
  try {
    const sources = lists.map((list, at) => {
      const folder = join(work.path, String(at));
      mkdirSync(folder);
      return readParts(list, folder, context.signal);
    });
    return await indexParts(db, joined(sources), context);
  } finally {
    work.remove();
  }
}

/** The parts of all sources by label, with one of each source on disk. */
async function* joined(sources: readonly AsyncGenerator<ProjectPart>[]): AsyncGenerator<ProjectPart> {
  let last: string | undefined;
  const heads = new Map<AsyncGenerator<ProjectPart>, ProjectPart>();
  const read = async (source: AsyncGenerator<ProjectPart>) => {
    const { value, done } = await source.next();
    if (done === true) heads.delete(source);
    else heads.set(source, value);
  };
  try {
    for (const source of sources) await read(source);
    for (;;) {
      const [first] = [...heads].sort(([, a], [, b]) => compareBytes(a.label, b.label));
      if (first === undefined) return;
      const [source, part] = first;
      if (last !== undefined && compareBytes(last, part.label) >= 0) throw twice(part.label, 'two exports');
      last = part.label;
      yield part;
      await read(source);
    }
  } finally {
    for (const source of sources) await source.return(undefined);
  }
}

async function requireDistinct(folders: readonly string[]): Promise<void> {
  const known = new Map<string, string>();
  for (const folder of folders) {
    const { projects } = await readExport(folder);
    for (const project of projects) {
      const other = known.get(project);
      if (other !== undefined) throw twice(project, `${other} and in ${folder}`);
      known.set(project, folder);
    }
  }
}

function twice(project: string, places: string): AnalyzerError {
  const hint = 'Each project must be in one export, with its own label.';
  return new AnalyzerError('usage', { problem: `the project ${project} is in ${places}` }, { hint });
}
