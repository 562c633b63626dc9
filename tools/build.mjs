/**
 * Bundles the command line, the parse worker, the threads of queries and reviews, and the thread of connections to PostgreSQL into
 * packages/analyzer/dist, and the event backend into packages/dashboard/dist. Run by `prepare`, so that `npx analyzer`
 * works after `npm ci`. Plain JavaScript, because it must run before anything is built.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildMap } from '../packages/web/build.mjs';
import { mergeChunks } from './build/merge-chunks.mjs';
import { publishedText, readDocuments } from './contracts/documents.mjs';
import { problemsOf } from './languages/check.mjs';
import { bundledPackages } from './release/bundled-packages.mjs';
import { licenceText } from './release/licence-text.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'packages/analyzer/dist');
const grammars = join(root, 'languages/grammars');

// The bundle contains the language data, so invalid data must not be built.
const problems = problemsOf(join(root, 'languages'));
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

/** CommonJS packages in the bundle call `require`, which ES modules do not have. */
const REQUIRE = {
  js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
};

/** For the packages of `PROTO_FOLDERS`. */
const PROGRAM_FOLDER = {
  js: `${REQUIRE.js} import { fileURLToPath as pathOfUrl } from 'node:url'; const programFolder = pathOfUrl(new URL('.', import.meta.url));`,
};

/** gRPC packages read definitions from `../../proto` of their files; the build copies these to `proto` of the program. */
const PROTO_FOLDERS = {
  name: 'proto-folders',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](grpc-health-check|@grpc[/\\]reflection)[/\\]build[/\\].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('__dirname', "(programFolder + 'lib/lib')"),
    }));
  },
};

/**
 * The Unicode expressions and the segmenter of `string-width` take 50 ms to make, and few texts need them: `narrow.ts` measures the
 * others. So the first text that needs one makes it.
 */
const LAZY_WIDTHS = {
  name: 'lazy-widths',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]string-width[/\\]index\.js$/ }, ({ path }) => {
      const eager = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+|new Intl\.Segmenter\(\));$/gm;
      const text = readFileSync(path, 'utf8');
      const made = [...text.matchAll(eager)].map(([, name]) => name);
      const known = [
        'segmenter',
        'visibleCharacterRegex',
        'spacingMarkRegex',
        'rgiEmojiRegex',
        'extendedPictographicRegex',
      ];
      if (`${made}` !== `${known}`) throw new Error(`${path} has other expressions: ${made}`);
      const lazy = text.replace(eager, (_, name, value) => `const ${name} = lazily(() => ${value});`);
      return { contents: `${lazy}\n${lazily}` };
    });
  },
};

/** Has the methods with which `string-width` uses expressions and its segmenter. */
function lazily(make) {
  let made;
  const its = () => {
    made ??= make();
    return made;
  };
  return {
    test: (text) => its().test(text),
    segment: (text) => its().segment(text),
    [Symbol.search]: (text) => its()[Symbol.search](text),
    [Symbol.match]: (text) => its()[Symbol.match](text),
  };
}

const { metafile } = await build({
  entryPoints: {
    main: join(root, 'packages/analyzer/src/main.ts'),
    // For tests, which run commands in their own process.
    'command-line': join(root, 'packages/analyzer/src/command-line.ts'),
    llm: join(root, 'packages/analyzer/src/llm.ts'),
    worker: join(root, 'packages/core/src/parse/portable/worker.ts'),
    'query-thread': join(root, 'packages/analyzer/src/query-thread.ts'),
    'review-thread': join(root, 'packages/analyzer/src/review-thread.ts'),
    'postgres-bridge': join(root, 'packages/core/src/index/postgres/bridge/thread.ts'),
  },
  outdir: dist,
  bundle: true,
  // Shared code goes into chunks next to the entries, so that lazy imports load on demand and `import.meta.url` is in
  // the same folder in every file.
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // The driver of PostgreSQL uses `pg-native` only if a program asks for it.
  external: ['@parcel/watcher', '@photostructure/sqlite', 'oxc-parser', 'pg-native'],
  plugins: [PROTO_FOLDERS, LAZY_WIDTHS],
  banner: PROGRAM_FOLDER,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

removeUnusedBanners(metafile);
const merged = await mergeChunks(dist, metafile.outputs, {
  groups: [
    ['packages/analyzer/src/main.ts'],
    ['packages/analyzer/src/cli/scan/run.ts'],
    [
      'packages/analyzer/src/cli/check/check.ts',
      'packages/analyzer/src/cli/check/excerpts.ts',
      'packages/core/src/render/check/terminal.ts',
      'packages/core/src/scan/read-elements.ts',
    ],
  ],
  apart: [
    'packages/core/src/parse/portable/worker.ts',
    // The shared chunks would load before it limits the young generation, which grows meanwhile.
    'packages/analyzer/src/review-thread.ts',
  ],
});
removeStale(dist, merged, metafile);

const wasm = readdirSync(grammars).filter((file) => file.endsWith('.wasm'));
mkdirSync(join(dist, 'grammars'), { recursive: true });
for (const name of readdirSync(join(dist, 'grammars'))) {
  if (!wasm.includes(name)) rmSync(join(dist, 'grammars', name));
}
for (const name of wasm) cpSync(join(grammars, name), join(dist, 'grammars', name));

const runtime = createRequire(join(root, 'packages/core/package.json')).resolve('web-tree-sitter');
cpSync(join(dirname(runtime), 'web-tree-sitter.wasm'), join(dist, 'web-tree-sitter.wasm'));

// The event backend is a separate program without code of the analyzer.
const dashboard = join(root, 'packages/dashboard/dist');
const program = await build({
  entryPoints: {
    main: join(root, 'packages/dashboard/src/main.ts'),
    'driver-process': join(root, 'packages/dashboard/src/drivers/process/main.ts'),
  },
  outdir: dashboard,
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['playwright-core'],
  banner: REQUIRE,
  legalComments: 'none',
  // V8 retains the source of a running program, with comments in two bytes for each character: 4 MB instead of 1.2 MB.
  minifyWhitespace: true,
  lineLimit: 200,
  metafile: true,
  logLevel: 'warning',
});

// Its page: for the browser, and rendered as HTML for clients without JavaScript.
const page = join(root, 'packages/web/src/dashboard/page');
const jsx = { bundle: true, format: 'esm', jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning' };
const browser = await build({
  ...jsx,
  metafile: true,
  entryPoints: { dashboard: join(page, 'boot.tsx'), docs: join(page, '../docs/boot.ts') },
  outdir: join(dashboard, 'assets'),
  minify: true,
  target: ['chrome123', 'firefox121', 'safari17.5'],
});
// The page /docs is Swagger UI as it is published, with its licences.
const swagger = dirname(createRequire(join(root, 'packages/web/package.json')).resolve('swagger-ui-dist/package.json'));
for (const [from, to] of Object.entries({
  'swagger-ui-bundle.js': 'swagger-ui.js',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui.js.LICENSE.txt',
  'swagger-ui.css': 'swagger-ui.css',
  LICENSE: 'swagger-ui.LICENSE',
  NOTICE: 'swagger-ui.NOTICE',
})) {
  cpSync(join(swagger, from), join(dashboard, 'assets', to));
}
const server = await build({
  ...jsx,
  metafile: true,
  entryPoints: { 'page-server': join(page, 'server.tsx') },
  outdir: dashboard,
  platform: 'node',
  target: 'node20',
});
removeStale(dashboard, [], program.metafile, server.metafile);

// The self-contained schemas and the grammars that `analyzer contracts` writes.
const documents = readDocuments(join(root, 'packages/contracts/schemas'));
for (const folder of ['schemas', 'gbnf']) rmSync(join(dist, folder), { recursive: true, force: true });
mkdirSync(join(dist, 'schemas'), { recursive: true });
for (const document of documents) {
  if (!('type' in document.schema)) continue;
  const name = `${document.name.replaceAll('/', '.')}.schema.json`;
  writeFileSync(join(dist, 'schemas', name), publishedText(document, documents));
}
cpSync(join(root, 'packages/contracts/grammars'), join(dist, 'gbnf'), { recursive: true });

// The protobuf definitions: ours, and those of health and reflection.
const ofAnalyzer = createRequire(join(root, 'packages/analyzer/package.json'));
for (const [from, to] of [
  [join(root, 'packages/contracts/proto'), 'proto'],
  [join(root, 'packages/analyzer/proto'), 'proto'],
  [join(dirname(ofAnalyzer.resolve('grpc-health-check/package.json')), 'proto'), 'proto'],
  [join(dirname(ofAnalyzer.resolve('@grpc/reflection/package.json')), 'build/proto/grpc'), 'proto/grpc'],
]) {
  cpSync(from, join(dist, to), { recursive: true });
}

// The page that `analyzer map` fills with data.
cpSync(await buildMap(), join(dist, 'map.html'));

// The licences of all packages whose code is in these folders, for the published package.
const inputs = [metafile, program.metafile, browser.metafile, server.metafile].flatMap((one) =>
  Object.keys(one.inputs),
);
const licences = bundledPackages(inputs, root).map(licenceText);
for (const name of readdirSync(grammars).filter((file) => file.endsWith('.LICENSE'))) {
  licences.push(`${name.replace('.LICENSE', '')}\n\n${readFileSync(join(grammars, name), 'utf8')}`);
}
writeFileSync(join(dist, 'THIRD_PARTY_LICENSES.txt'), licences.join('\n'));

/** A command loads up to two hundred files, of which few are CommonJS: the others start faster without the banner. */
function removeUnusedBanners({ outputs }) {
  for (const output of Object.keys(outputs).filter((it) => it.endsWith('.js'))) {
    const text = readFileSync(output, 'utf8');
    const code = text.replace(`${PROGRAM_FOLDER.js}\n`, '');
    if (!/\b(__require|require|programFolder)\b/.test(code)) writeFileSync(output, code);
  }
}

/** Removes old chunks only, so that a running program keeps its current ones. */
function removeStale(folder, others, ...metafiles) {
  const outputs = metafiles.flatMap((one) => Object.keys(one.outputs));
  const current = new Set([...outputs.map((path) => basename(path)), ...others]);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js') && !current.has(file))) {
    rmSync(join(folder, name));
  }
}
