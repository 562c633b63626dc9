import { EDGE_KINDS, GROUP_KINDS, NODE_KINDS } from '@analyzer/core/index/codes.ts';
import type { Random } from '../unbreakable/random.ts';
import type { Pools } from './pools.ts';

export interface Question {
  operation: string;
  params: Readonly<Record<string, unknown>>;
}

/** Pages of 50 groups, with any filter except names. */
export const CLONES_PAGE = 'clones, a page of 50';

/** Generates realistic queries: each parameter is sometimes present, with a value from the index. */
export const QUESTIONS: Readonly<Record<string, (random: Random, pools: Pools) => Question>> = {
  summary: () => ({ operation: 'summary', params: {} }),
  projects: (random, { projects, languages }) =>
    ask('projects', {
      name: sometimes(random, 30, () => glob(random, random.pick(projects))),
      language: sometimes(random, 30, () => random.pick(languages)),
    }),
  clones: (random, pools) =>
    ask('clones', {
      ...groupFilters(random, pools),
      name: sometimes(random, 40, () => glob(random, random.pick(pools.names))),
      limit: sometimes(random, 20, () => 200),
    }),
  [CLONES_PAGE]: (random, pools) => ask('clones', groupFilters(random, pools)),
  members: (random, pools) =>
    ask('members', {
      group_id: group(random, pools),
      limit: sometimes(random, 20, () => 200),
      offset: sometimes(random, 20, () => random.below(100)),
    }),
  nodes: (random, { projects, languages, names, paths }) =>
    ask('nodes', {
      name: sometimes(random, 40, () => glob(random, random.pick(names))),
      path: sometimes(random, 25, () => pathGlob(random, random.pick(paths))),
      project: sometimes(random, 30, () => random.pick(projects)),
      kind: sometimes(random, 40, () => random.pick(NODE_KINDS)),
      language: sometimes(random, 20, () => random.pick(languages)),
      exported: sometimes(random, 15, () => random.below(2) === 0),
      is_test: sometimes(random, 15, () => random.below(2) === 0),
      offset: sometimes(random, 30, () => random.below(100_000)),
      limit: sometimes(random, 20, () => 200),
    }),
  neighbors: (random, { nodes, hubs }) =>
    ask('neighbors', {
      node_id: random.pick(random.below(4) === 0 ? hubs : nodes),
      direction: sometimes(random, 50, () => random.pick(['in', 'out', 'both'])),
      edge_kinds: sometimes(random, 50, () => [random.pick(EDGE_KINDS)]),
      depth: 1 + random.below(3),
      limit: sometimes(random, 20, () => 200),
    }),
  exclusions: (random, { projects, excluded }) =>
    ask('exclusions', {
      project: sometimes(random, 40, () => random.pick(projects)),
      reason: sometimes(random, 30, () => random.pick(['default', 'profile', 'gitignore', 'analyzerignore'])),
      path: sometimes(random, 30, () => (excluded.length === 0 ? '**/x' : pathGlob(random, random.pick(excluded)))),
    }),
  evidence: (random, pools) =>
    ask('evidence', { group_id: group(random, pools), max_occurrences: sometimes(random, 30, () => 40) }),
  context: (random, pools) => ask('context', { group_id: group(random, pools) }),
  explore: (random, { names, paths }) =>
    ask('explore', {
      at: random.pick(random.below(2) === 0 ? names : paths),
      limit: sometimes(random, 20, () => 50),
    }),
  impact: (random, { names, paths }) =>
    ask('impact', {
      at: random.pick(random.below(4) === 0 ? paths : names),
      change: sometimes(random, 40, () => random.pick(['move', 'rename', 'delete'])),
      depth: sometimes(random, 20, () => 1),
    }),
};

function groupFilters(random: Random, { projects, languages }: Pools): Question['params'] {
  return {
    kind: sometimes(random, 30, () => random.pick(GROUP_KINDS)),
    language: sometimes(random, 25, () => random.pick(languages)),
    project: sometimes(random, 25, () => random.pick(projects)),
    cross_project: sometimes(random, 25, () => random.below(2) === 0),
    min_nodes: sometimes(random, 20, () => 12 + random.below(200)),
    include_tests: sometimes(random, 20, () => false),
    include_vendored: sometimes(random, 20, () => false),
    contained: sometimes(random, 10, () => true),
    sort: sometimes(random, 40, () => random.pick(['score', 'projects', 'occurrences', 'nodes'])),
    offset: sometimes(random, 30, () => 50 * random.below(200)),
  };
}

function group(random: Random, { groups, foremostGroups }: Pools): string {
  return random.pick(random.below(2) === 0 ? foremostGroups : groups);
}

/** A name, a prefix of it, or a part of it. */
function glob(random: Random, name: string): string {
  const plain = name.replace(/[*?[\]{}\\!/]/g, '?');
  const middle = Math.ceil(plain.length / 2);
  return random.pick([
    plain,
    `${plain.slice(0, middle)}*`,
    `*${plain.slice(-middle)}`,
    `*${plain.slice(1, middle + 1)}*`,
  ]);
}

/** A path, its folder, its name anywhere, or all of its extension. */
function pathGlob(random: Random, path: string): string {
  const plain = path.replace(/[*?[\]{}\\!]/g, '?');
  const folder = plain.slice(0, plain.lastIndexOf('/') + 1);
  const name = plain.slice(folder.length);
  return random.pick([plain, `${folder}**`, `**/${name}`, `**/*${name.slice(name.lastIndexOf('.'))}`]);
}

/** @param chance in percent */
function sometimes<T>(random: Random, chance: number, make: () => T): T | undefined {
  return random.below(100) < chance ? make() : undefined;
}

function ask(operation: string, params: Question['params']): Question {
  return { operation, params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) };
}
