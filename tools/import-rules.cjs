/**
 * Who may import whom: docs/ARCHITECTURE.md as rules. Bytes become facts, facts become a scan, a scan becomes output;
 * a room knows those before it and none behind it. Cycles of files are found by biome (noImportCycles), which can
 * tell imports of types alone from those that run; it also holds the pages to contracts (noRestrictedImports), because
 * the reader of TypeScript used here knows no JSX.
 */
const core = (...rooms) => `^packages/core/src/(${rooms.join('|')})/`;
const contracts = '^packages/contracts/';

/** Tests and what only tests use may bring rooms together. */
const tests =
  '\\.test\\.ts$|/(fixture|fixture-folder|worker-fixture|built-here|test-project|scripted-worker|line-engine|slow-thread|thread-fixture|test-server|test-site|memory-port|memory-store|recorded-pairs|git-fixture)\\.ts$';

/** A room may import only itself and what is listed, of our own code. */
const only = (room, allowed, comment) => ({
  name: `${room}-knows-what-comes-before`,
  comment,
  severity: 'error',
  from: { path: core(room), pathNot: tests },
  to: { path: '^(packages|languages|bench|tools)/', pathNot: [core(room), contracts, ...allowed] },
});

const parsers = '(^|/)node_modules/(oxc-parser|web-tree-sitter)/';

module.exports = {
  forbidden: [
    {
      name: 'imports-resolve',
      comment: 'An import that leads nowhere fails only when it is reached.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contracts-import-nothing-of-ours',
      comment: 'Contracts are the ground that everything else stands on, other programs included.',
      severity: 'error',
      from: { path: contracts, pathNot: tests },
      to: { path: '^(packages|languages|bench|tools)/', pathNot: contracts },
    },
    {
      name: 'contracts-run-in-a-browser',
      comment: 'Pages use the same types, errors and validators; there is no Node and no package there.',
      severity: 'error',
      from: { path: contracts, pathNot: tests },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    only('languages', ['^languages/'], 'The compiled form of the language data depends on that data alone.'),
    only('tree', [core('languages')], 'Walking and reading files needs no idea of what is in them.'),
    only(
      'parse',
      ['^(languages/|packages/core/package\\.json$)', core('languages', 'tree')],
      'Facts depend on bytes and language data, not on what is made of them.',
    ),
    only(
      'relate',
      ['^packages/core/src/parse/facts\\.ts$', '^packages/core/src/scan/model\\.ts$', '^languages/'],
      'Algorithms over facts are pure, so that they can be tested, and written again in Rust, on data alone.',
    ),
    only('scan', [core('languages', 'tree', 'parse', 'relate')], 'The conductor brings the rooms before it together.'),
    only(
      'diff',
      ['^packages/core/src/parse/(facts|engine|cache/report)\\.ts$', core('tree', 'relate', 'scan')],
      'A diff is made of two scans; it reads files again only for their grams, by the sources and the engine it is given.',
    ),
    only(
      'gate',
      [
        '^packages/core/src/parse/portable/extract/fingerprint\\.ts$',
        '^packages/core/src/scan/model\\.ts$',
        '^packages/core/src/diff/(model|links/compare-cycles)\\.ts$',
      ],
      'A gate compares what a scan has found with what is allowed; it reads no file.',
    ),
    only(
      'render',
      [
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/scan/model\\.ts$',
        '^packages/core/src/(diff|gate)/model\\.ts$',
        '^packages/core/src/manifest/(findings|rules|text/positions)\\.ts$',
      ],
      'A view is a function of the result; what it needs stands there.',
    ),
    only(
      'index',
      [
        core('tree', 'relate', 'scan'),
        '^packages/core/src/parse/(facts|engine|versions|tokens/(token-block|varints)|portable/extract/fingerprint)\\.ts$',
        '^packages/core/src/render/(coverage|snapshot-id)\\.ts$',
      ],
      'An index is made of scans; of rendering it takes only what identifies and counts one.',
    ),
    only(
      'query',
      [
        '^packages/core/src/index/(port|reader|codes|keys)\\.ts$',
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/tree/globs/',
      ],
      'A query reads the index by its port: no project file, no scan, no table it would write.',
    ),
    only(
      'export',
      [
        core('index', 'render'),
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/scan/(model|quote)\\.ts$',
        '^packages/web/src/map/(data|embed)\\.ts$',
      ],
      'An export reads the index by its port and hands plain data to render or to the page; sources are quoted to it.',
    ),
    only('manifest', [], 'Manifests are checked where there is no project and no index: in editors and on pages.'),
    only(
      'conformance',
      [
        core('manifest'),
        '^languages/effects\\.json$',
        '^packages/core/src/index/(port|codes)\\.ts$',
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/scan/model\\.ts$',
        '^packages/core/src/tree/globs/',
      ],
      'Contracts are held against plain facts, wherever these come from: a scan or an index.',
    ),
    {
      name: 'manifests-are-checked-anywhere',
      comment: 'The validator runs in a browser: of Node.js it needs nothing.',
      severity: 'error',
      from: { path: core('manifest'), pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-face',
      comment: 'The same core serves the command line, servers and pages.',
      severity: 'error',
      from: { path: '^packages/(core|contracts)/' },
      to: { path: '^packages/analyzer/' },
    },
    {
      name: 'faces-stay-apart',
      comment: 'Each face only translates; what two of them need belongs to the core.',
      severity: 'error',
      from: { path: '^packages/analyzer/src/([^/]+)/' },
      to: { path: '^packages/analyzer/src/[^/]+/', pathNot: '^packages/analyzer/src/$1/' },
    },
    {
      name: 'commands-stay-apart',
      comment:
        'One command, one folder: it imports itself and what all commands share. Only the map is built on the workspace commands.',
      severity: 'error',
      from: { path: '^packages/analyzer/src/cli/([^/]+)/', pathNot: tests },
      to: {
        path: '^packages/analyzer/src/cli/',
        pathNot: [
          '^packages/analyzer/src/cli/($1|options|engine|input|output)/',
          '^packages/analyzer/src/cli/workspace/',
        ],
      },
    },
    {
      name: 'only-the-map-uses-workspace-commands',
      comment: 'What another command needs of them belongs to core or to the shared folders.',
      severity: 'error',
      from: { path: '^packages/analyzer/src/cli/(?!workspace/|map/)[^/]+/', pathNot: tests },
      to: { path: '^packages/analyzer/src/cli/workspace/' },
    },
    {
      name: 'options-need-no-engine',
      comment: 'Options are loaded at every start: what a command does is loaded only when it runs.',
      severity: 'error',
      from: { path: '^packages/analyzer/src/cli/options/', pathNot: tests },
      to: { path: '^packages/analyzer/src/cli/(?!options/)' },
    },
    {
      name: 'dashboard-stands-alone',
      comment:
        'The event backend is a program of its own: it needs the contracts, what its page reads, and nothing else of ours.',
      severity: 'error',
      from: { path: '^packages/dashboard/', pathNot: tests },
      to: {
        path: '^(packages|languages|bench|tools)/',
        pathNot: ['^packages/dashboard/', contracts, '^packages/web/src/dashboard/(capture-)?data\\.ts$'],
      },
    },
    {
      name: 'events-know-no-server',
      comment: 'What an event is, its log and its store work without HTTP, so that they are tested and read alone.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(event|log|store)/', pathNot: tests },
      to: { path: '^packages/dashboard/src/(?!event/|log/|store/)' },
    },
    {
      name: 'drivers-know-no-server',
      comment:
        'What runs in a driver process, decides what may be asked or compares captures, works without the server.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(drivers/process|egress|captures)/', pathNot: tests },
      to: { path: '^packages/dashboard/src/(cli|http|live|operate|store|view|serve)' },
    },
    {
      name: 'browser-behind-the-drivers',
      comment: 'The event backend runs without a browser and its large package: only a driver process loads it.',
      severity: 'error',
      from: { path: '^packages/dashboard/', pathNot: ['^packages/dashboard/src/drivers/process/', tests] },
      to: { path: '^packages/dashboard/src/drivers/process/|(^|/)node_modules/playwright-core/' },
    },
    {
      name: 'pure-rooms-touch-nothing',
      comment:
        'Only tree opens project files; relating, gating and rendering read no file, start no process, use no network.',
      severity: 'error',
      from: { path: core('relate', 'gate', 'render'), pathNot: tests },
      to: { dependencyTypes: ['core'], path: '^(node:)?(fs|fs/promises|child_process|net|http|https|worker_threads)$' },
    },
    {
      name: 'parsers-behind-adapters',
      comment: 'Foreign parsers crash and change; behind the adapters there is one flat tree and no parser.',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/core/src/parse/portable/adapters/', tests] },
      to: { path: parsers },
    },
    {
      name: 'database-behind-the-index',
      comment: 'One room writes the database and knows its driver; all others read by the port.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [core('index'), tests] },
      to: {
        path: '(^|/)node_modules/@photostructure/sqlite/|^(node:)?sqlite$|/core/src/index/(sqlite|schema|write)/',
      },
    },
    {
      name: 'extraction-knows-no-parser',
      comment: 'What syntax means is read from the flat tree by language data, the same for every parser.',
      severity: 'error',
      from: { path: '^packages/core/src/parse/portable/extract/', pathNot: tests },
      to: { path: '^packages/core/src/parse/portable/adapters/' },
    },
    {
      name: 'rooms-are-entered-by-name',
      comment: 'An import of another room is written #room/file.ts, so that every crossing can be seen and found.',
      severity: 'error',
      from: { path: '^packages/core/src/([^/]+)/' },
      to: {
        path: '^packages/core/src/[^/]+/',
        pathNot: '^packages/core/src/$1/',
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    },
    {
      name: 'product-imports-no-test',
      comment: 'What is shipped must not need what is not.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'product-needs-no-development-package',
      comment: 'A package that only development installs is missing where the program runs.',
      severity: 'error',
      from: { path: '^packages/(analyzer|contracts|core|dashboard)/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'product-stands-alone',
      comment: 'bench and tools use the product, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(bench|tools)/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.tsx$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
