import { AnalyzerError } from '@analyzer/contracts';
import type { ChangesData } from '@analyzer/contracts/query/changes.data';
import dataSchema from '@analyzer/contracts/query/changes.data/schema' with { type: 'json' };
import type { CompleteChangesParams } from '@analyzer/contracts/query/changes.params';
import paramsSchema from '@analyzer/contracts/query/changes.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/changes.params/validate';
import { pageOf } from '../answer/page.ts';
import { cycleChanges } from '../changes/cycles.ts';
import { declarationChanges } from '../changes/declarations.ts';
import { groupChanges } from '../changes/groups.ts';
import { importChanges } from '../changes/imports.ts';
import type { Found, Item, States } from '../changes/model.ts';
import { changedProjects } from '../changes/projects.ts';
import { describeNodes } from '../describe/nodes.ts';
import { operation } from '../operation.ts';

/** What changed since an earlier index? */
export const changes = operation<CompleteChangesParams>(
  {
    name: 'changes',
    description:
      'What changed since an earlier index that the person who started this program named: declarations, imports, import cycles and clone groups that were added or removed, changed or moved. Use it to review work. Not for two commits (the command diff), and not for two parts of one index (drift).',
    params: paramsSchema,
    data: dataSchema,
    validate,
    needsEarlier: true,
  },
  (params) =>
    (now, limits, caller): ChangesData => {
      if (caller?.readEarlier === undefined) {
        throw new AnalyzerError(
          'not_found',
          { what: 'earlier index', name: '--since' },
          { hint: 'Start the program with --since FILE: the earlier index to compare with.' },
        );
      }
      return caller.readEarlier((before): ChangesData => {
        const states = { before, now };
        const found = allChanges(states, params);
        const chosen = found.filter(
          ({ kind, change }) => kind === (params.kind ?? kind) && change === (params.change ?? change),
        );
        const { offset, limit } = params;
        const items = described(states, chosen.slice(offset, offset + limit));
        const counts = (kind: Item['kind']) => countsOf(found.filter((one) => one.kind === kind));
        return {
          since: before.id,
          declarations: counts('declaration'),
          imports: counts('import'),
          cycles: counts('cycle'),
          groups: counts('group'),
          ...pageOf({ items, total: chosen.length }, params, limits),
        };
      });
    },
);

/** Of a chosen kind, or of all kinds. */
function allChanges(states: States, { project, kind }: CompleteChangesParams): Found[] {
  const projects = changedProjects(states, project);
  const wants = (one: Item['kind']) => kind === undefined || kind === one;
  const hasGroups = wants('group') && (project === undefined || projects.length > 0);
  return [
    ...(wants('declaration') ? projects.flatMap((one) => declarationChanges(states, one)) : []),
    ...(wants('import') ? importChanges(states, projects) : []),
    ...(wants('cycle') ? cycleChanges(states, projects) : []),
    ...(hasGroups ? groupChanges(states, project === undefined ? undefined : projects[0]) : []),
  ];
}

function countsOf(found: readonly Found[]): ChangesData['groups'] {
  const count = (wanted: Item['change']) => found.filter(({ change }) => change === wanted).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed'), moved: count('moved') };
}

function described(states: States, shown: readonly Found[]): Item[] {
  const removed = shown.filter(({ change }) => change === 'removed');
  const others = shown.filter(({ change }) => change !== 'removed');
  const ends = (list: readonly Found[]) => list.flatMap(({ node, target }) => [node ?? [], target ?? []].flat());
  const now = describeNodes(states.now, ends(others));
  const then = describeNodes(states.before, [...ends(removed), ...others.flatMap(({ before }) => before ?? [])]);
  return shown.map(({ node, before, target, ...one }) => {
    const nodes = one.change === 'removed' ? then : now;
    const [its, imported, earlier] = [nodes.get(node ?? 0), nodes.get(target ?? 0), then.get(before ?? 0)];
    return {
      ...one,
      ...(its && { node: its }),
      ...(imported && { target: imported }),
      ...(earlier && { before: earlier }),
    };
  });
}
