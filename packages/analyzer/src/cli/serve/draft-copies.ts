import { Drafter } from '@analyzer/core/generalize/draft-group.ts';
import { scanSource } from '@analyzer/core/generalize/draft-source.ts';
import { copyText, summaryOf } from '@analyzer/core/render/draft/wording.ts';
import type { Group, Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openEngine, openTreeEngine } from '../engine/open.ts';
import type { LspFlags } from './lsp-flags.ts';
import type { DraftedCopy } from './servers.ts';

/**
 * Scans the saved files of a project, and drafts one function for the copies of a function.
 *
 * @returns a patch after lines that describe it, or why there is none
 */
export async function draftCopies(
  folder: string,
  copy: DraftedCopy,
  { options, flags, signal }: { options: ScanOptions; flags: LspFlags; signal: AbortSignal },
): Promise<string> {
  const engine = openEngine(flags, signal);
  let scanned: Scan;
  try {
    scanned = await scan(folder, options, { engine, signal, withoutCalls: true });
  } finally {
    await engine.close();
  }
  const group = groupAt(scanned, copy);
  if (group === undefined) return `no draft: the saved files have no copy of ${copy.name}; save them and ask again\n`;
  const trees = openTreeEngine(flags, signal);
  try {
    const draft = await new Drafter(scanSource(scanned), folder, trees, signal).draft(group);
    const copies = draft.copies.map((it) => `  ${copyText(it)}\n`).join('');
    return `${summaryOf(draft)}\n${copies}${draft.written === undefined ? '' : `\n${draft.written.patch}`}`;
  } finally {
    await trees.close();
  }
}

/** The group of a kind with the copy, else the first group with it. */
function groupAt({ entries, relations, groups }: Scan, { path, start_line, name, kind }: DraftedCopy) {
  const entry = entries.find((it) => it.path === path);
  const declarations = entry?.kind === 'file' ? (entry.facts?.declarations ?? []) : [];
  const at = declarations.findIndex((it) => it.start_line === start_line && it.qualified_name === name);
  const id = relations.get(path)?.ids[at];
  const its = groups.filter(({ occurrences, blocks, same_as }: Group) => {
    return id !== undefined && blocks === undefined && same_as === undefined && occurrences.includes(id);
  });
  return its.find((group) => group.kind === kind) ?? its[0];
}
