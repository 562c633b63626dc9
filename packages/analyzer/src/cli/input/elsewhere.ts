import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { ReadFiles } from '@analyzer/core/check/compare-states.ts';
import type { Check, ElsewhereFinding } from '@analyzer/core/check/model.ts';
import { declarationKey, newDeclarations } from '@analyzer/core/check/new-declarations.ts';
import type { IndexReader, Snapshot } from '@analyzer/core/index/port.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { IgnoredCode } from '@analyzer/core/lists/ignored-code.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { findElsewhere, type NewCode } from '@analyzer/core/similar/elsewhere.ts';
import { ownProjects } from '@analyzer/core/similar/own-projects.ts';

export interface States {
  path: string;
  now: Scan;
  before: Scan;
  read: ReadFiles['now'];
  signal: AbortSignal;
}

/** Adds the new declarations that another project of the index has; entries of the project itself do not count. */
export async function withElsewhere(result: Check, db: string, states: States): Promise<Check> {
  return { ...result, elsewhere: await elsewhereOf(db, states) };
}

/** The same without those that a comment in the source silences. */
export async function hintsOf(db: string, states: States): Promise<ElsewhereFinding[]> {
  const found = await elsewhereOf(db, states);
  if (found.length === 0) return [];
  const code = new IgnoredCode(states.now);
  return found.filter((finding) => code.commentOf(finding) === undefined);
}

async function elsewhereOf(db: string, states: States): Promise<ElsewhereFinding[]> {
  const reader = await openIndex(db, { signal: states.signal });
  try {
    const files = await newCode(states);
    if (files.length === 0) return [];
    return reader.read((snapshot) => findElsewhere(snapshot, files, ownLabels(reader, snapshot, states)));
  } finally {
    reader.close();
  }
}

async function newCode({ now, before, read }: States): Promise<NewCode[]> {
  const wanted = newDeclarations(now, before);
  if (wanted.size === 0) return [];
  const facts = await read(new Set(wanted.keys()));
  return [...wanted].flatMap(([path, its]): NewCode[] => {
    const found = facts.get(path);
    const isNew = (name: string, line: number) => its.has(declarationKey(name, line));
    return found === undefined ? [] : [{ path, facts: found, isNew }];
  });
}

/** By their folder on this machine, or by their files. */
function ownLabels(reader: IndexReader, snapshot: Snapshot, { path, now, before }: States): Set<string> {
  const own = ownProjects(snapshot, [now, before].map(digestsOf));
  const folder = realPath(path);
  for (const [label, root] of reader.roots(snapshot)) {
    const its = realPath(root);
    if (its === folder || its.startsWith(folder + sep) || folder.startsWith(its + sep)) own.add(label);
  }
  return own;
}

function digestsOf({ entries }: Scan): Map<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === 'file' && entry.sha256 !== undefined ? [[entry.path, entry.sha256]] : [],
    ),
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
