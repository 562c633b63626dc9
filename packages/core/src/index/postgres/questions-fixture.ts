/** Parameters of each operation that is asked for no id: every filter, alone and with others. */
export const QUESTIONS: Readonly<Record<string, readonly object[]>> = {
  summary: [{}],
  projects: [{}, { limit: 3 }, { limit: 2, offset: 1 }, { language: 'python' }, { language: 'cobol' }, { name: 's*' }],
  nodes: [
    {},
    { limit: 7, offset: 50 },
    { kind: 'function', limit: 100 },
    { kind: 'file' },
    { kind: 'project' },
    { name: '*' },
    { name: 'r*' },
    { name: '*e?' },
    { name: '*etr*' },
    { name: '*a_b%*' },
    { name: '*ars?', path: '**/src/**' },
    { name: '{retry,parse}*' },
    { name: 'r*', path: 'src/**' },
    { path: '**/*.ts' },
    { path: 'src/**' },
    { path: 's*/*e*.ts', kind: 'function' },
    { language: 'php' },
    { exported: true, limit: 30 },
    { exported: false, project: 'shop' },
    { is_test: true },
    { is_test: false, kind: 'method' },
    { with_classes: ['vendored'] },
    { without_classes: ['test', 'vendored'], project: 'admin' },
    { name: 'no such name' },
  ],
  clones: [
    {},
    { limit: 2, offset: 3 },
    { limit: 100, include_tests: true, include_vendored: true, contained: true },
    ...['score', 'projects', 'weight', 'occurrences', 'nodes'].flatMap((sort) => [{ sort }, { sort, offset: 5 }]),
    ...['function-body', 'function-shape', 'near', 'block', 'block-shape'].map((kind) => ({ kind })),
    { project: 'shop' },
    { name: '*e*' },
    { name: '*etry' },
    { name: 'r*', project: 'shop', cross_project: true },
    { cross_project: false },
    { min_projects: 3, min_nodes: 20 },
    { language: 'javascript', without_classes: ['generated'] },
  ],
  exclusions: [{}, { project: 'shop' }, { reason: 'default' }, { path: '**/vendor*' }, { path: '*', limit: 2 }],
};

/** Parameters of operations for one node. */
export const OF_NODE: readonly object[] = [
  {},
  { depth: 3, limit: 40 },
  { direction: 'in', depth: 2 },
  { direction: 'out', edge_kinds: ['calls'] },
  { edge_kinds: ['contains'], depth: 2 },
  { edge_kinds: ['imports', 'member'] },
  { without_classes: ['test'], depth: 2 },
];

/** Parameters of operations for one group. */
export const OF_GROUP: Readonly<Record<string, readonly object[]>> = {
  members: [{}, { limit: 1, offset: 1 }, { project: 'shop' }, { without_classes: ['test'] }],
  evidence: [{}, { max_occurrences: 2 }, { without_classes: ['vendored'] }],
};
