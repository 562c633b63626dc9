/**
 * The import rules of docs/ARCHITECTURE.md. Bytes become facts, facts become a scan, a scan becomes output; a module
 * imports only modules before it. Biome finds file cycles (noImportCycles), also of type imports; it also restricts the
 * imports of the pages (noRestrictedImports), because the parser used here does not read JSX.
 */
const { TEST_FILES: tests } = require('./test-files.cjs');

const core = (...modules) => `^packages/core/src/(${modules.join('|')})/`;
const contracts = '^packages/contracts/';

/** Of this repository, a module may import only itself and the listed paths. */
const only = (module, allowed, comment) => ({
  name: `${module}-imports-earlier-modules`,
  comment,
  severity: 'error',
  from: { path: core(module), pathNot: tests },
  to: { path: '^(packages|languages|bench|tools)/', pathNot: [core(module), contracts, ...allowed] },
});

const parsers = '(^|/)node_modules/(oxc-parser|web-tree-sitter)/';

module.exports = {
  forbidden: [
    {
      name: 'imports-resolve',
      comment: 'An unresolved import fails only at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contracts-import-no-other-package',
      comment: 'All other packages, and other programs, depend on contracts.',
      severity: 'error',
      from: { path: contracts, pathNot: tests },
      to: { path: '^(packages|languages|bench|tools)/', pathNot: contracts },
    },
    {
      name: 'contracts-run-in-a-browser',
      comment: 'Pages use the same types, errors and validators, without Node.js and npm packages.',
      severity: 'error',
      from: { path: contracts, pathNot: tests },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    only('postgres', [], 'A connection works the same for all tables.'),
    only('languages', ['^languages/'], 'The compiled language data depends only on the data.'),
    only('tree', [core('languages')], 'Walking and reading files does not depend on their content.'),
    only(
      'parse',
      ['^(languages/|packages/core/package\\.json$)', core('languages', 'tree')],
      'Facts depend on bytes and language data, not on their use.',
    ),
    only(
      'relate',
      [
        '^packages/core/src/(parse/(facts\\.ts$|elements/)|languages/(parsed|builtin-modules|declaration-file)\\.ts$|lists/first-from\\.ts$)',
        '^languages/',
      ],
      'Algorithms over facts are pure, so that both engines can be tested with data.',
    ),
    only('scan', [core('languages', 'tree', 'parse', 'relate')], 'A scan combines the modules before it.'),
    only(
      'lists',
      [core('languages', 'scan'), '^packages/core/src/parse/(facts\\.ts$|elements/)'],
      'The order and the classes of groups are functions of a scan; the index knows the same of its rows.',
    ),
    only(
      'relations',
      [core('languages', 'tree', 'scan', 'lists'), '^packages/core/src/parse/facts\\.ts$'],
      'Relations of folders are functions of a scan and of the lines of some of its files.',
    ),
    only(
      'diff',
      [
        '^packages/core/src/(parse/(facts|engine|cache/report)|missed/model|lists/intended-mirror)\\.ts$',
        core('tree', 'relate', 'scan'),
      ],
      'A diff compares two scans; it reads files again only for n-grams, through given sources and engine.',
    ),
    only(
      'check',
      [
        '^packages/core/src/parse/(versions|facts)\\.ts$',
        '^packages/core/src/relate/(cycles/find-cycles|with-folding|copies/(range-grams|hash-table|limits))\\.ts$',
        '^packages/core/src/scan/(model|file-classes|imports-of|same-content)\\.ts$',
        '^packages/core/src/diff/(model|links/compare-cycles)\\.ts$',
        '^packages/core/src/(missed/model|relations/members)\\.ts$',
        '^packages/core/src/tree/git/file-versions\\.ts$',
        core('languages', 'lists'),
      ],
      'A check compares a scan with a baseline; it reads no file.',
    ),
    only(
      'show',
      [
        '^packages/core/src/scan/(model|quote)\\.ts$',
        '^packages/core/src/relations/model\\.ts$',
        '^packages/core/src/check/compare-lines\\.ts$',
        core('lists'),
      ],
      'The copies of a target are a function of a scan, its relations and quoted lines.',
    ),
    only(
      'missed',
      [
        core('languages', 'tree', 'scan'),
        '^packages/core/src/parse/(engine|facts|versions|elements/[^/]+)\\.ts$',
        '^packages/core/src/relate/(align/align|copies/hash-table)\\.ts$',
        '^packages/core/src/check/renamed-files\\.ts$',
      ],
      'Missed changes are found in the objects of git, or between two scans; statements are those of element blocks.',
    ),
    only(
      'history',
      [
        core('languages', 'tree', 'scan', 'lists'),
        '^packages/core/src/parse/(engine|facts)\\.ts$',
        '^packages/core/src/relate/(choose-groups|align/align|copies/decoded-units)\\.ts$',
        '^packages/core/src/check/share\\.ts$',
      ],
      'A history counts the copies of scans of commits as lists do.',
    ),
    only(
      'generalize',
      [core('languages', 'tree', 'scan'), '^packages/core/src/parse/(engine|facts|syntax-tree|portable/decode)\\.ts$'],
      'A draft is written from the trees of a few files of a scan, which are read and parsed again.',
    ),
    only(
      'drafts',
      [
        core('query', 'generalize'),
        '^packages/core/src/index/(port|codes|keys)\\.ts$',
        '^packages/core/src/languages/draft-rules\\.ts$',
        '^packages/core/src/parse/(engine|facts)\\.ts$',
        '^packages/core/src/relate/align/',
        '^packages/core/src/scan/model\\.ts$',
      ],
      'A draft of indexed copies is written by generalize from what the index knows of their project.',
    ),
    only(
      'session',
      [
        core('languages', 'tree', 'parse', 'relate', 'scan', 'lists'),
        '^packages/core/src/diff/(model|links/compare-cycles)\\.ts$',
      ],
      'A session is a scan that follows changes; it renders nothing.',
    ),
    only(
      'review',
      [
        core('languages', 'tree', 'scan', 'manifest', 'conformance', 'missed'),
        '^packages/core/src/parse/(engine|facts)\\.ts$',
        '^packages/core/src/check/model\\.ts$',
      ],
      'A review checks saved files as check does, while a project is edited.',
    ),
    only(
      'render',
      [
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/languages/(hosts|draft-rules)\\.ts$',
        '^packages/core/src/generalize/(model|ease)\\.ts$',
        '^packages/core/src/scan/(model|coverage|file-classes).ts$',
        '^packages/core/src/((diff|check|missed|history|history/ages|relations|show)/model|check/(share|original|same-place|pastes)).ts$',
        core('lists'),
        '^packages/core/src/manifest/(findings|rules|text/positions)\\.ts$',
      ],
      'A view is a function of the result.',
    ),
    only(
      'discovery',
      [
        core('tree'),
        '^packages/core/src/relate/(settings/|paths\\.ts$)',
        '^packages/core/src/scan/(model|options)\\.ts$',
      ],
      'Discovery finds projects and their options; it scans none of them.',
    ),
    only(
      'index',
      [
        core('tree', 'relate', 'scan', 'discovery', 'lists', 'relations', 'manifest', 'postgres'),
        '^packages/core/src/parse/(facts|engine|collect-garbage|versions|cache/(report|failure|abandoned|last-use|make-folders)|pool/wire|tokens/(token-block|varints))\\.ts$',
        '^packages/core/src/render/(snapshot-id|visible)\\.ts$',
        '^packages/core/src/(history/ages/(model|read-ages)|missed/(model|find-in-projects))\\.ts$',
        '^packages/core/src/languages/search-rules\\.ts$',
      ],
      'An index is created from scans, histories and contract manifests; of render it uses the snapshot id and escaping, of languages the words that search ignores.',
    ),
    only(
      'queue',
      [core('postgres', 'tree', 'scan', 'discovery', 'index'), '^packages/core/src/parse/engine\\.ts$'],
      'Workers fetch projects, and store what the index needs of them.',
    ),
    only(
      'query',
      [
        '^packages/core/src/index/(port|reader|codes|keys|by-id|root/stored-root|leaves/[^/]+|words/[^/]+)\\.ts$',
        '^packages/core/src/languages/(draft|search)-rules\\.ts$',
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/relate/align/',
        '^packages/core/src/tree/globs/',
      ],
      'A query reads the index through its port: no project files, no scans, no writes.',
    ),
    only(
      'similar',
      [
        core('languages', 'query', 'parse', 'relate'),
        '^packages/core/src/index/(port|codes|keys|postings/(posting-block|posting-lists|posted-sets)|element-files)\\.ts$',
        '^packages/core/src/scan/(model|options)\\.ts$',
        '^packages/core/src/check/model\\.ts$',
        '^packages/core/src/(tree/(kind\\.ts$|globs/)|lists/first-from\\.ts$)',
      ],
      'Given source text is parsed by an engine and compared with an index, which is read through its port.',
    ),
    only(
      'packet',
      [
        core('query'),
        '^packages/core/src/drafts/(group-input|input)\\.ts$',
        '^packages/core/src/index/(port|codes|keys|leaves/[^/]+)\\.ts$',
        '^packages/core/src/conformance/(check|coverage|indexed-project)\\.ts$',
        '^packages/core/src/manifest/contract\\.ts$',
        '^packages/core/src/relate/align/',
        '^packages/core/src/parse/facts\\.ts$',
      ],
      'A packet is composed from an index, with verdicts of contracts; the caller quotes sources and writes drafts.',
    ),
    only(
      'service',
      [core('query')],
      'What all interfaces share: queries and published documents. It knows no transport and no command.',
    ),
    only(
      'export',
      [
        core('index', 'lists', 'render'),
        '^packages/core/src/drafts/(group-input|input)\\.ts$',
        '^packages/core/src/generalize/ease\\.ts$',
        '^packages/core/src/parse/facts\\.ts$',
        '^packages/core/src/scan/(file-classes|model|quote)\\.ts$',
        '^packages/core/src/history/model\\.ts$',
      ],
      'An export reads the index through its port and passes plain data to render or to the page; the caller quotes sources and writes drafts.',
    ),
    only(
      'parquet',
      [core('index'), '^packages/core/src/tree/(failure|pause|read-fully|work-folder)\\.ts$'],
      'Tables are those of an index, read through its port, or written as a new one.',
    ),
    only(
      'manifest',
      ['^languages/effect-names\\.json$'],
      'Manifests are validated without a project and an index: in editors and on pages.',
    ),
    only(
      'conformance',
      [
        core('manifest'),
        '^languages/(effects|effect-names|estree|python)\\.json$',
        '^packages/core/src/languages/builtin-modules\\.ts$',
        '^packages/core/src/index/(port|codes|cross-project)\\.ts$',
        '^packages/core/src/parse/(facts|pool/queue)\\.ts$',
        '^packages/core/src/relate/cycles/(cycle-edges|find-cycles)\\.ts$',
        '^packages/core/src/scan/model\\.ts$',
        '^packages/core/src/tree/globs/',
      ],
      'Contracts are checked against plain facts, from a scan or an index.',
    ),
    only(
      'extract',
      [
        core('query', 'packet'),
        '^packages/core/src/generalize/ease.ts$',
        '^packages/core/src/index/(port|codes|keys|file-lock)\\.ts$',
        '^packages/core/src/tree/((failure|input-file|read|read-fully|read-start|root|sync-folder|checked-file|checked-folder|kind|too-many-open-files)\\.ts$|git/(run-git|work-tree)\\.ts$|globs/)',
        '^packages/core/src/parse/(engine|facts|embedded/parse-mode|elements/element-block)\\.ts$',
        '^packages/core/src/relate/copies/(file-grams|gram-windows|similar-classes)\\.ts$',
        '^packages/core/src/languages/(declaration-file|library-rules|parsed|policy)\\.ts$',
      ],
      'An extraction is planned from an index through queries; files in projects are read, parsed and written one by one.',
    ),
    {
      name: 'manifest-runs-in-a-browser',
      comment: 'The validator runs in a browser, without Node.js.',
      severity: 'error',
      from: { path: core('manifest'), pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-the-command-line-uses-pages',
      comment: 'Pages show data of contracts. What the core writes into a page is passed in by the command line.',
      severity: 'error',
      from: { path: '^packages/(?!web/|analyzer/src/cli/)', pathNot: tests },
      to: { path: '^packages/web/' },
    },
    {
      name: 'core-imports-no-interface',
      comment: 'The same core serves the command line, servers and pages.',
      severity: 'error',
      from: { path: '^packages/(core|contracts)/' },
      to: { path: '^packages/analyzer/' },
    },
    {
      name: 'interfaces-are-independent',
      comment: 'Interfaces only translate; shared code belongs to the core.',
      severity: 'error',
      from: { path: '^packages/analyzer/src/([^/]+)/', pathNot: tests },
      to: { path: '^packages/analyzer/src/[^/]+/', pathNot: '^packages/analyzer/src/$1/' },
    },
    {
      name: 'servers-need-only-the-service',
      comment:
        'Servers read the named index only: they import no scan, no file reader, no engine and no command; texts for people show names as views do.',
      severity: 'error',
      from: { path: '^packages/analyzer/src/(rest|mcp|grpc)/', pathNot: tests },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/analyzer/src/$1/',
          core('service', 'query'),
          '^packages/core/src/render/visible\\.ts$',
          contracts,
        ],
      },
    },
    {
      name: 'server-packages-only-in-their-server',
      comment: 'Each protocol has one server; the command line starts without loading any of their packages.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: ['^packages/analyzer/src/(rest|mcp|grpc|lsp)/', '^packages/dashboard/src/http/', tests],
      },
      to: { path: '(^|/)node_modules/(fastify|@modelcontextprotocol|@grpc|grpc-health-check|vscode-languageserver)' },
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
      name: 'dashboard-is-independent',
      comment: 'The event backend is a separate program: it imports only contracts, and the connection to PostgreSQL.',
      severity: 'error',
      from: { path: '^packages/dashboard/', pathNot: tests },
      to: {
        path: '^(packages|languages|bench|tools)/',
        pathNot: ['^packages/dashboard/', contracts, core('postgres')],
      },
    },
    {
      name: 'events-import-no-server',
      comment: 'Events, log, history and store work without HTTP, so that they can be tested alone.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(event|history|log|store)/', pathNot: tests },
      to: { path: '^packages/dashboard/src/(?!event/|history/|log/|store/)' },
    },
    {
      name: 'drivers-import-no-server',
      comment: 'Driver processes, egress rules and the comparison of captures work without the server.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(drivers/process|egress|captures)/', pathNot: tests },
      to: { path: '^packages/dashboard/src/(cli|http|live|operate|store|view|serve)' },
    },
    {
      name: 'browser-only-in-drivers',
      comment: 'Only a driver process loads the large browser package; the event backend runs without it.',
      severity: 'error',
      from: { path: '^packages/dashboard/', pathNot: ['^packages/dashboard/src/drivers/process/', tests] },
      to: { path: '^packages/dashboard/src/drivers/process/|(^|/)node_modules/playwright-core/' },
    },
    {
      name: 'pure-modules-have-no-effects',
      comment:
        'Only tree opens project files; relate, check and render read no file, start no process, use no network.',
      severity: 'error',
      from: { path: core('relate', 'check', 'render'), pathNot: tests },
      to: { dependencyTypes: ['core'], path: '^(node:)?(fs|fs/promises|child_process|net|http|https|worker_threads)$' },
    },
    {
      name: 'parsers-only-in-adapters',
      comment: 'Third-party parsers crash and change; the adapters isolate them and produce a flat tree.',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/core/src/parse/portable/adapters/', tests] },
      to: { path: parsers },
    },
    {
      name: 'database-only-in-index',
      comment: 'Only index writes the database and imports its driver; other modules use the port.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [core('index'), tests] },
      to: {
        path: '(^|/)node_modules/@photostructure/sqlite/|^(node:)?sqlite$|/core/src/index/(sqlite|schema|write)/',
      },
    },
    {
      name: 'workers-and-tables-come-last',
      comment: 'A scan, an index and a query work without a queue and Parquet.',
      severity: 'error',
      from: { path: '^packages/core/', pathNot: [core('queue', 'parquet'), tests] },
      to: { path: `${core('queue', 'parquet')}|(^|/)node_modules/hyparquet` },
    },
    {
      name: 'server-driver-only-in-postgres',
      comment: 'One module connects to PostgreSQL, so that errors and types are converted in one place.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [core('postgres'), tests] },
      to: { path: '(^|/)node_modules/(@types/)?pg(-copy-streams)?/' },
    },
    {
      name: 'extraction-imports-no-parser',
      comment: 'Extraction reads the flat tree with language data, independent of the parser.',
      severity: 'error',
      from: { path: '^packages/core/src/parse/portable/extract/', pathNot: tests },
      to: { path: '^packages/core/src/parse/portable/adapters/' },
    },
    {
      name: 'modules-are-imported-by-alias',
      comment: 'An import of another module is written #module/file.ts, so that it can be searched for.',
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
      comment: 'Shipped code must not depend on tests.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'product-imports-no-development-package',
      comment:
        'Development dependencies are not installed with the program. Type packages are needed only to build it.',
      severity: 'error',
      from: { path: '^packages/(analyzer|contracts|core|dashboard)/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'product-is-independent',
      comment: 'bench and tools use the product, not the reverse. Only tests ask how long a search of this run is.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(bench|tools)/', pathNot: '^tools/tests/searches\\.ts$' },
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
