import type { ParseMode } from '#parse/engine.ts';
import { checkDraft } from './check.ts';
import type { CopyRange } from './copy.ts';
import { type Generalized, generalize, patchedSources } from './draft.ts';
import type { Project } from './imports.ts';
import type { Obstacle } from './obstacle.ts';
import type { SourceFile } from './source-file.ts';

/** Parses a file that is not on disk. */
export type ParseSource = (file: { path: string } & ParseMode, bytes: Uint8Array) => Promise<SourceFile | Obstacle>;

/** Writes one function for some copies, parses the patched files, and checks them. @param into as for `generalize` */
export async function checkedDraft(
  copies: readonly { file: SourceFile; range: CopyRange }[],
  project: Project,
  parse: ParseSource,
  into?: string,
): Promise<Generalized> {
  const result = generalize(copies, project, into);
  if (result.obstacle !== undefined) return result;
  const problem = await problemOf(result, parse);
  return problem === undefined ? result : { ...result, obstacle: problem };
}

async function problemOf({ copies, written }: Generalized, parse: ParseSource): Promise<Obstacle | undefined> {
  if (written === undefined) return { id: 'one_copy' };
  const { name, place, rules } = written.plan;
  const { path } = place.host.file;
  const after = new Map<string, SourceFile>();
  for (const [file, source] of patchedSources(written)) {
    const now = await parse(file, Buffer.from(source));
    if (!('root' in now)) return { id: 'check_failed', path: file.path, text: 'the file with the draft is not parsed' };
    after.set(file.path, now);
  }
  const host = after.get(path);
  const text = host === undefined ? 'no file has the function' : checkDraft({ name, host, copies, after, rules });
  return text === undefined ? undefined : { id: 'check_failed', path, text };
}
