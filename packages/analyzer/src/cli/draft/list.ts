import { AnalyzerError } from '@analyzer/contracts';
import { Drafter } from '@analyzer/core/generalize/draft-group.ts';
import { scanSource } from '@analyzer/core/generalize/draft-source.ts';
import { compareEase, easeOf } from '@analyzer/core/generalize/ease.ts';
import type { Draft, Obstacle } from '@analyzer/core/generalize/model.ts';
import { GroupClasses } from '@analyzer/core/lists/group-classes.ts';
import { CODE_CLASSES } from '@analyzer/core/lists/list-classes.ts';
import { renderDraftJson } from '@analyzer/core/render/draft/json.ts';
import { type DraftList, renderDraftList } from '@analyzer/core/render/draft/list.ts';
import { renderDraftMarkdown } from '@analyzer/core/render/draft/markdown.ts';
import type { Group, Scan } from '@analyzer/core/scan/model.ts';
import { openTreeEngine } from '../engine/open.ts';
import { terminalStyle } from '../options/style.ts';
import type { DraftFlags } from './flags.ts';

/** Drafts the groups of functions and of runs of statements in product code, also small ones. @param path of the scanned folder */
export async function listDrafts(
  scanned: Scan,
  path: string,
  flags: DraftFlags,
  signal: AbortSignal,
): Promise<DraftList> {
  const engine = openTreeEngine(flags, signal);
  const { ease, include = [] } = flags;
  const classes = new GroupClasses(scanned, [...include, ...CODE_CLASSES]);
  const groups = scanned.groups.filter((group) => isDrafted(group) && classes.of(group) === undefined);
  const drafts: Draft[] = [];
  const obstacles = new Map<Obstacle['id'], number>();
  try {
    const drafter = new Drafter(scanSource(scanned), path, engine, signal);
    for await (const draft of drafter.drafts(groups)) {
      const { written, obstacle } = draft;
      if (written === undefined) {
        if (obstacle !== undefined) obstacles.set(obstacle.id, (obstacles.get(obstacle.id) ?? 0) + 1);
      } else if (ease === undefined || ease.includes(easeOf(draft))) drafts.push(draft);
    }
  } finally {
    await engine.close();
  }
  return { drafts: drafts.sort(compareEase), obstacles };
}

/** Groups that are not in another one, without those of callbacks. */
function isDrafted({ folded_into, same_as, blocks, kind }: Group): boolean {
  return folded_into === undefined && same_as === undefined && (blocks === undefined || kind.startsWith('block'));
}

/** @throws AnalyzerError `usage` for patches, which change the same lines */
export function* listTexts(list: DraftList, flags: DraftFlags): Generator<string> {
  if (flags.format === 'json') {
    for (const draft of list.drafts) yield renderDraftJson(draft);
  } else if (flags.format === 'markdown') {
    for (const [at, draft] of list.drafts.entries()) {
      if (at > 0) yield '\n';
      yield* renderDraftMarkdown(draft);
    }
  } else yield* renderDraftList(list, terminalStyle(flags));
}

/** @throws AnalyzerError `usage` */
export function requireListFlags({ format, into }: DraftFlags, hasGroup: boolean): void {
  const problem = hasGroup
    ? '--list drafts all groups and takes no id'
    : format === 'patch'
      ? '--list and --format patch exclude each other'
      : into === undefined
        ? undefined
        : '--list and --into exclude each other';
  if (problem === undefined) return;
  const hint = 'List the drafts, then ask for one with `analyzer draft g_…`.';
  throw new AnalyzerError('usage', { problem }, { hint });
}
