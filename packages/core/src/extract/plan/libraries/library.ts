import { compareBytes } from '@analyzer/contracts/order';
import { easeOfGroup } from '#generalize/ease.ts';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import type { PlanLibrary, PlanPackage, PlanRelation } from '../model.ts';
import type { LibraryFacts, Placed } from './model.ts';
import { folderOf } from './words.ts';

const LIMITS = LIBRARY_RULES.limits;
const MAX_TEXT_LENGTH = 500;

/** What a plan says about a library. */
export function libraryOf(
  { package_id: id }: PlanPackage,
  families: readonly Placed[],
  facts: LibraryFacts,
): PlanLibrary {
  const lines = families.reduce((sum, family) => sum + family.lines, 0);
  const ease = families.reduce((sum, family) => sum + family.lines * family.ease, 0) / Math.max(1, lines);
  const home = families[0]?.home;
  const relations = relationsOf(families);
  return {
    package_id: id,
    families: families.length,
    copies: families.reduce((sum, { copies }) => sum + copies.length, 0),
    lines,
    ease: Math.round(ease),
    drafts: draftsOf(families, facts),
    home: home?.kind ?? 'new',
    reason: clippedText(home?.reason ?? ''),
    sources: sourcesOf(families),
    ...(relations.length > 0 && { relations }),
    obstacles: obstaclesOf(families),
  };
}

/** As far as the kinds of groups tell. */
function draftsOf(families: readonly Placed[], facts: LibraryFacts): NonNullable<PlanLibrary['drafts']> {
  const drafts = { identical: 0, values: 0, unknown: 0, parameters: 0 };
  for (const { family, copies, isType } of families) {
    const ease = isType ? undefined : easeOfGroup(family.kind, family.language, false);
    drafts[ease ?? 'unknown']++;
    if (ease === 'values') drafts.parameters = Math.max(drafts.parameters, facts.differencesOf(copies));
  }
  return drafts;
}

function sourcesOf(families: readonly Placed[]): PlanLibrary['sources'] {
  const sources = new Map<string, PlanLibrary['sources'][number]>();
  for (const { project, path, start_line: start, end_line: end } of families.flatMap(({ copies }) => copies)) {
    const folder = folderOf(path) === '' ? '.' : folderOf(path);
    const key = `${project}\0${folder}`;
    const source = sources.get(key) ?? { project, folder, copies: 0, lines: 0 };
    sources.set(key, { ...source, copies: source.copies + 1, lines: source.lines + end - start + 1 });
  }
  return [...sources]
    .sort(([a, one], [b, other]) => other.lines - one.lines || compareBytes(a, b))
    .slice(0, LIMITS.sources)
    .map(([, source]) => source);
}

const MAX_RELATIONS = 3;

/** Those that explain most families. */
function relationsOf(families: readonly Placed[]): NonNullable<PlanLibrary['relations']> {
  const relations = new Map<string, NonNullable<PlanLibrary['relations']>[number]>();
  for (const { family } of families) {
    if (family.relation === undefined) continue;
    const key = relationKey(family.relation);
    const known = relations.get(key)?.families ?? 0;
    relations.set(key, { relation: family.relation, families: known + 1 });
  }
  return [...relations]
    .sort(([a, one], [b, other]) => other.families - one.families || compareBytes(a, b))
    .slice(0, MAX_RELATIONS)
    .map(([, relation]) => relation);
}

/** Equal for the same relation. */
export function relationKey({ kind, sides, more_sides: more }: PlanRelation): string {
  return JSON.stringify([kind, sides.map(({ project = '', path }) => [project, path]), more]);
}

/** Those of the families with most lines first, each once. */
function obstaclesOf(families: readonly Placed[]): string[] {
  const weights = new Map<string, number>();
  for (const { lines, obstacles } of families) {
    for (const { percent, text } of obstacles) weights.set(text, (weights.get(text) ?? 0) + lines * (100 - percent));
  }
  const ordered = [...weights].sort(([a, n], [b, m]) => m - n || compareBytes(a, b));
  return ordered.slice(0, LIMITS.obstacles).map(([text]) => clippedText(text));
}

/** In one line, without characters that change how a text is shown. */
function clippedText(text: string): string {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
  return visible.length <= MAX_TEXT_LENGTH ? visible : `${visible.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
