import type { DeclarationChange, DeclarationChangeKind, Diff, GroupChange } from '#diff/model.ts';
import { SARIF_SCHEMA, uriOf } from '../findings/sarif.ts';
import { declarationText } from './declaration-rows.ts';

/** What is worth a reviewer's look; all else is no finding. */
const RULES = {
  'diff/signature-changed': ['note', 'A function takes or returns something else than before.'],
  'diff/removed': ['note', 'A declaration that others could use is gone.'],
  'diff/unexported': ['note', 'A declaration is no longer seen from outside.'],
  'diff/cycle': ['warning', 'Files import each other in a circle that was not there, or was smaller.'],
  'diff/new-copies': ['warning', 'Functions are copies of each other that were not, or there are more copies.'],
  'diff/diverged-copies': ['warning', 'Copies of a function were edited and no longer agree with the others.'],
} as const satisfies Record<string, readonly [level: 'note' | 'warning', text: string]>;

type RuleId = keyof typeof RULES;

interface Result {
  rule: RuleId;
  text: string;
  places: Place[];
  fingerprint: string;
}

interface Place {
  path: string;
  lines?: { start: number; end: number };
  side: 'AFTER' | 'BEFORE';
}

/** What of a diff a reviewer should look at, as a SARIF 2.1.0 log (OASIS). Places are those of the side named AFTER. */
export function renderDiffSarif(diff: Diff, version: string): string {
  const ids = Object.keys(RULES);
  const results = [...declarationResults(diff), ...cycleResults(diff), ...groupResults(diff)];
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'analyzer',
            semanticVersion: version,
            rules: Object.entries(RULES).map(([id, [level, text]]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: {
          AFTER: { description: { text: nameOf(diff.after) } },
          BEFORE: { description: { text: nameOf(diff.before) } },
        },
        results: results.map(({ rule, text, places, fingerprint }) => ({
          ruleId: rule,
          ruleIndex: ids.indexOf(rule),
          level: RULES[rule][0],
          message: { text },
          locations: places.slice(0, 1).map(locationOf),
          ...(places.length > 1 && { relatedLocations: places.slice(1).map(locationOf) }),
          partialFingerprints: { 'analyzerDiff/v1': fingerprint },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
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
    // What was not seen from outside, and tests, concern nobody else.
    if (kind === undefined || rule === undefined || before?.exported !== true || is_test) continue;
    const text = `${kind.replace('-', ' ')}: ${declarationText(change, kind, '→')}`;
    yield { rule, text, places: placesOf(change), fingerprint: `${kind} ${before.path}#${before.qualified_name}` };
  }
}

function placesOf({ before, after }: DeclarationChange): Place[] {
  const places: Place[] = [];
  if (after !== undefined) places.push({ path: after.path, lines: linesOf(after), side: 'AFTER' });
  if (before !== undefined) places.push({ path: before.path, lines: linesOf(before), side: 'BEFORE' });
  return places;
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
      places: after.map((path) => ({ path, side: 'AFTER' })),
      fingerprint: `cycle ${after.join(' ')}`,
    };
  }
}

function* groupResults({ groups }: Diff): Generator<Result> {
  for (const group of groups) {
    const rule = ruleOf(group);
    if (rule === undefined || group.contained) continue;
    const ids = group.change === 'diverged' ? group.edited : group.added;
    yield {
      rule,
      text: `${group.change}: ${group.before} copies before, ${group.after} now, of ${group.nodes} nodes; ${ids.join(', ')}`,
      places: ids.map(placeOfId),
      fingerprint: `${group.change} ${group.id}`,
    };
  }
}

function ruleOf({ change, added }: GroupChange): RuleId | undefined {
  if (change === 'diverged') return 'diff/diverged-copies';
  return (change === 'appeared' || change === 'grew') && added.length > 0 ? 'diff/new-copies' : undefined;
}

/** @param id `<path>#<qualified_name>@<start_line>` */
function placeOfId(id: string): Place {
  const line = Number(/@(\d+)(?::\d+)?$/.exec(id)?.[1] ?? 1);
  return { path: id.slice(0, id.indexOf('#')), lines: { start: line, end: line }, side: 'AFTER' };
}

function locationOf({ path, lines, side }: Place): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(path), uriBaseId: side },
      ...(lines && { region: { startLine: lines.start, endLine: lines.end } }),
    },
  };
}
