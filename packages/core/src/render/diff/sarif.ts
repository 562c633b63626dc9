import type { DeclarationChange, DeclarationChangeKind, Diff, GroupChangeKind } from '#diff/model.ts';
import { missedText } from '../missed/edits.ts';
import { sarifLog, uriOf } from '../sarif.ts';
import { declarationText } from './declaration-rows.ts';

/** The changes that are findings: those a reviewer should check. */
const RULES = {
  'diff/signature-changed': ['note', 'The parameters or the return type of a function changed.'],
  'diff/removed': ['note', 'An exported declaration was removed.'],
  'diff/unexported': ['note', 'A declaration is no longer exported.'],
  'diff/cycle': ['warning', 'An import cycle is new or has more files.'],
  'diff/new-copies': ['warning', 'A group of copied functions is new or has more copies.'],
  'diff/diverged-copies': ['warning', 'Some copies of a function were edited and now differ from the others.'],
  'diff/missed': ['note', 'A change of copied code merges into a copy that does not have it.'],
} as const satisfies Record<string, readonly [level: 'note' | 'warning', text: string]>;

type RuleId = keyof typeof RULES;

interface Result {
  rule: RuleId;
  text: string;
  locations: Location[];
  fingerprint: string;
}

interface Location {
  path: string;
  lines?: { start: number; end: number };
  side: 'AFTER' | 'BEFORE';
}

/** The findings of a diff as a SARIF 2.1.0 log (OASIS). Locations are on the side named AFTER. */
export function renderDiffSarif(diff: Diff, version: string): string {
  const ids = Object.keys(RULES);
  const results = [...declarationResults(diff), ...cycleResults(diff), ...groupResults(diff), ...missedResults(diff)];
  // The native engine writes the same rules, and does not know the last one.
  const known = Object.entries(RULES).filter(([id]) => id !== 'diff/missed' || diff.missed !== undefined);
  const rules = known.map(([id, [level, text]]) => ({
    id,
    shortDescription: { text },
    defaultConfiguration: { level },
  }));
  return sarifLog(version, rules, {
    originalUriBaseIds: {
      AFTER: { description: { text: nameOf(diff.after) } },
      BEFORE: { description: { text: nameOf(diff.before) } },
    },
    results: results.map(({ rule, text, locations, fingerprint }) => ({
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level: RULES[rule][0],
      message: { text },
      locations: locations.slice(0, 1).map(locationOf),
      ...(locations.length > 1 && { relatedLocations: locations.slice(1).map(locationOf) }),
      partialFingerprints: { 'analyzerDiff/v1': fingerprint },
    })),
  });
}

function nameOf({ root, revision }: Diff['after']): string {
  return revision === undefined ? `the folder ${root}` : `the revision ${revision.written}`;
}

const DECLARATION_RULES: readonly [DeclarationChangeKind, RuleId][] = [
  ['signature-changed', 'diff/signature-changed'],
  ['removed', 'diff/removed'],
  ['unexported', 'diff/unexported'],
];

function* declarationResults({ declarations }: Diff): Generator<Result> {
  for (const change of declarations) {
    const { before, changes, is_test } = change;
    const [kind, rule] = DECLARATION_RULES.find(([it]) => changes.includes(it)) ?? [];
    // Changes of private declarations and of tests do not affect other code.
    if (kind === undefined || rule === undefined || before?.exported !== true || is_test) continue;
    const text = `${kind.replace('-', ' ')}: ${declarationText(change, kind, '→')}`;
    yield {
      rule,
      text,
      locations: locationsOf(change),
      fingerprint: `${kind} ${before.path}#${before.qualified_name}`,
    };
  }
}

function locationsOf({ before, after }: DeclarationChange): Location[] {
  const locations: Location[] = [];
  if (after !== undefined) locations.push({ path: after.path, lines: linesOf(after), side: 'AFTER' });
  if (before !== undefined) locations.push({ path: before.path, lines: linesOf(before), side: 'BEFORE' });
  return locations;
}

function linesOf({ start_line, end_line }: { start_line: number; end_line: number }): { start: number; end: number } {
  return { start: start_line, end: end_line };
}

function* cycleResults({ cycles }: Diff): Generator<Result> {
  for (const { change, after } of cycles) {
    if (change !== 'appeared' && change !== 'grew' && change !== 'changed') continue;
    yield {
      rule: 'diff/cycle',
      text: `an import cycle of ${after.length} ${after.length === 1 ? 'file' : 'files'} ${change}: ${after.join(', ')}`,
      locations: after.map((path) => ({ path, side: 'AFTER' })),
      fingerprint: `cycle ${after.join(' ')}`,
    };
  }
}

function* groupResults({ groups }: Diff): Generator<Result> {
  for (const group of groups) {
    const rule = RULE_OF_GROUPS[group.change];
    const ids = group.change === 'diverged' ? group.edited : group.added;
    const blocks = group.added_blocks ?? [];
    const names = [...ids, ...blocks.map(({ path, start_line, end_line }) => `${path}:${start_line}-${end_line}`)];
    if (rule === undefined || group.contained || names.length === 0) continue;
    yield {
      rule,
      text: `${group.change}: ${group.before} copies before, ${group.after} now, of ${group.nodes} nodes; ${names.join(', ')}`,
      locations: [
        ...ids.map(locationOfId),
        ...blocks.map((block) => ({ path: block.path, lines: linesOf(block), side: 'AFTER' as const })),
      ],
      fingerprint: `${group.change} ${group.id}`,
    };
  }
}

function missedResults({ missed = [] }: Diff): Result[] {
  return missed.map((edit) => ({
    rule: 'diff/missed',
    text: missedText(edit),
    locations: [edit.edited, ...edit.copies].map((it) => ({ path: it.path, lines: linesOf(it), side: 'AFTER' })),
    fingerprint: `missed ${edit.id}`,
  }));
}

const RULE_OF_GROUPS: Readonly<Partial<Record<GroupChangeKind, RuleId>>> = {
  diverged: 'diff/diverged-copies',
  appeared: 'diff/new-copies',
  grew: 'diff/new-copies',
};

/** @param id `<path>#<qualified_name>@<start_line>` */
function locationOfId(id: string): Location {
  const line = Number(/@(\d+)(?::\d+)?$/.exec(id)?.[1] ?? 1);
  return { path: id.slice(0, id.indexOf('#')), lines: { start: line, end: line }, side: 'AFTER' };
}

function locationOf({ path, lines, side }: Location): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(path), uriBaseId: side },
      ...(lines && { region: { startLine: lines.start, endLine: lines.end } }),
    },
  };
}
