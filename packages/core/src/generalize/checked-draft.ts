import type { ParseMode } from '#parse/engine.ts';
import { checkDraft } from './check.ts';
import type { CopyRange } from './copy.ts';
import { type Generalized, generalize, patchedSources, type WrittenDraft } from './draft.ts';
import { completeNames, excerptOf } from './excerpt.ts';
import type { Project } from './imports.ts';
import type { SyntaxNode } from './nodes.ts';
import type { Obstacle } from './obstacle.ts';
import type { SourceFile } from './source-file.ts';

/** Parses a file that is not on disk. */
export type ParseSource = (file: { path: string } & ParseMode, source: string) => Promise<SourceFile | Obstacle>;

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

/** Parses what the patch touches; if that does not show that the draft is right, the complete files. */
async function problemOf({ copies, written }: Generalized, parse: ParseSource): Promise<Obstacle | undefined> {
  if (written === undefined) return { id: 'one_copy' };
  const { path } = written.plan.place.host.file;
  const short = await parsedExcerpts(written, parse);
  if (short !== undefined && checked(written, copies, short.after, short.omitted) === undefined) return undefined;
  const after = new Map<string, SourceFile>();
  for (const [file, source] of patchedSources(written)) {
    const now = await parse(file, source);
    if (!('root' in now)) return { id: 'check_failed', path: file.path, text: 'the file with the draft is not parsed' };
    after.set(file.path, now);
  }
  const text = checked(written, copies, after, new Set());
  return text === undefined ? undefined : { id: 'check_failed', path, text };
}

function checked(
  { plan }: WrittenDraft,
  copies: Generalized['copies'],
  after: ReadonlyMap<string, SourceFile>,
  omitted: ReadonlySet<SyntaxNode>,
): string | undefined {
  const { name, place, rules } = plan;
  const host = after.get(place.host.file.path);
  return host === undefined ? 'no file has the function' : checkDraft({ name, host, copies, after, omitted, rules });
}

async function parsedExcerpts(
  { edits }: WrittenDraft,
  parse: ParseSource,
): Promise<{ after: Map<string, SourceFile>; omitted: Set<SyntaxNode> } | undefined> {
  const after = new Map<string, SourceFile>();
  const omitted = new Set<SyntaxNode>();
  for (const [file, its] of edits) {
    const excerpt = excerptOf(file, its);
    if (excerpt === undefined) return undefined;
    const now = await parse(file, excerpt.source);
    if (!('root' in now)) return undefined;
    after.set(file.path, completeNames(now, file, excerpt));
    for (const statement of excerpt.omitted) omitted.add(statement);
  }
  return { after, omitted };
}
