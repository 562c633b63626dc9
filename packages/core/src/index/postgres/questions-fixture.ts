/** Parameters of each operation that is asked for no id: every filter, alone and with others. */
export const QUESTIONS: Readonly<Record<string, readonly object[]>> = {
  summary: [{}],
  projects: [{}, { limit: 3 }, { limit: 2, offset: 1 }, { language: 'python' }, { language: 'cobol' }, { name: 's*' }],
  nodes: [
    {},
    { limit: 7, offset: 50 },
    { limit: 5, offset: 10_000 },
    { limit: 3, offset: 2, kind: 'file' },
    { limit: 200, kind: 'class' },
    { limit: 2, offset: 1, language: 'python', kind: 'function' },
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
    // Names that most nodes have, and few.
    { name: '*', limit: 2 },
    { name: '*', limit: 3, offset: 40 },
    { name: '*', offset: 10_000 },
    { name: '*', project: 'shop', limit: 5, offset: 3 },
    { name: '*e*', exported: true, language: 'typescript' },
    { name: 'retry', offset: 1 },
    // Paths by folder, name and ending, and other globs.
    ...[
      '**',
      '**/*.js',
      'src/**',
      'retry.ts',
      '**/retry.ts',
      'src/retry.ts',
      '/src/retry.ts',
      '*y',
      '[rs]*/**',
    ].flatMap((path) => [
      { path },
      { path, limit: 2, offset: 1 },
      { path, kind: 'file' },
      { path, project: 'shop', limit: 3 },
      { path, language: 'typescript', exported: true, limit: 4, offset: 2 },
      { path, name: '*e*' },
      { path, name: 'r*', limit: 1, offset: 1 },
      { path, name: 'many*', limit: 2, offset: 3 },
      { path, offset: 10_000 },
    ]),
    // Pages over several projects.
    ...[0, 1, 5, 30, 60].flatMap((offset) => [
      { offset, limit: 40 },
      { offset, limit: 40, kind: 'file' },
      { offset, limit: 40, exported: true },
      { offset, limit: 40, without_classes: ['test'] },
      { offset, limit: 3, kind: 'project' },
    ]),
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
    // Few of the groups, and late pages of most of them, in each order.
    ...['score', 'weight', 'occurrences', 'nodes'].flatMap((sort) => [
      { sort, language: 'python', limit: 2 },
      { sort, cross_project: true, limit: 3, offset: 1 },
      { sort, cross_project: false, min_nodes: 15 },
      { sort, contained: true, limit: 2, offset: 6 },
      { sort, project: 'shop', limit: 2, offset: 1 },
      { sort, name: '*e*', limit: 2, offset: 1 },
    ]),
    { min_projects: 2, cross_project: false },
    { min_projects: 3 },
    { offset: 1000 },
    { project: 'shop', offset: 1000 },
    { name: '*e*', offset: 1000 },
    { name: 'no such name' },
    { language: 'cobol' },
    { without_classes: ['test', 'vendored', 'example'] },
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

/** Parameters of questions about one file or declaration. */
export const OF_SUBJECT: readonly object[] = [
  {},
  { limit: 1 },
  { limit: 2, offset: 1 },
  { lists: ['callers', 'copies'] },
];

/** Parameters of operations for one group. */
export const OF_GROUP: Readonly<Record<string, readonly object[]>> = {
  members: [{}, { limit: 1, offset: 1 }, { project: 'shop' }, { without_classes: ['test'] }],
  evidence: [{}, { max_occurrences: 2 }, { without_classes: ['vendored'] }],
};
