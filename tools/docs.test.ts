import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '@analyzer/contracts';
import { validate as validateConfig } from '@analyzer/contracts/analyzer.config.v1/validate';
import { validate as validateWorkspace } from '@analyzer/contracts/analyzer.workspace-config.v1/validate';
import { MARKER_FILES, VERSION_CONTROL } from '@analyzer/core/discovery/markers.ts';
import { DESCRIPTIONS } from '@analyzer/core/discovery/workspaces/declared.ts';
import { validateManifest } from '@analyzer/core/manifest';
import { describe, expect, test } from 'vitest';
import { CHECK_FORMATS } from '../packages/analyzer/src/cli/check/formats.ts';
import { DIFF_FORMATS } from '../packages/analyzer/src/cli/diff/formats.ts';
import {
  CHECK_FORMATS as MANIFEST_CHECK_FORMATS,
  VALIDATE_FORMATS,
} from '../packages/analyzer/src/cli/manifest/formats.ts';
import { SCAN_FORMATS } from '../packages/analyzer/src/cli/scan/formats.ts';
import { EXPORT_FORMATS } from '../packages/analyzer/src/cli/workspace/export-formats.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'bench/results'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.md') ? [`${folder}/${name}`] : [],
    ),
  ),
  'bench/README.md',
];

/** First cells of the tables of a page that are code. */
function firstCells(page: string): string[] {
  return [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell);
}

/** The text of a section, up to the next heading of its level. */
function section(page: string, heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const end = page.indexOf('\n## ', start + 1);
  return page.slice(start, end < 0 ? undefined : end);
}

describe('links of the documentation have a target', () => {
  test.each(pages)('%s', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]*)(#[^)\s]*)?\)/g)];
    const broken = links.flatMap(([, path = '', anchor]) => {
      if (/^https?:/.test(path)) return [];
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return [target];
      if (anchor === undefined) return [];
      const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slug(text));
      return headings.includes(anchor.slice(1)) ? [] : [`${target}${anchor}`];
    });
    expect(broken).toEqual([]);
  });
});

test('messages, schemas and comments name pages that exist, under their present paths', () => {
  const isStub = (page: string) => /^This page is now/m.test(read(page).slice(0, 500));
  const schemas = readdirSync(join(root, 'packages/contracts/schemas'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `packages/contracts/schemas/${name}`);
  const files = [...['packages', 'native/analyzer-rs/crates', 'languages'].flatMap(sources), ...schemas];
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => ({ file, page })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ page }) => !existsSync(join(root, page)) || isStub(page))).toEqual([]);
});

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

test('every path in docs/ARCHITECTURE.md exists', () => {
  const names = [
    ...read('docs/ARCHITECTURE.md').matchAll(/`((?:packages|languages|fixtures|bench|tools|docs)\/[\w./-]+)`/g),
  ];
  expect(names.length).toBeGreaterThan(5);
  expect(names.map(([, name = '']) => name).filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('docs/specifications/errors.md lists exactly the errors, with their exit codes', () => {
  const documented = [
    ...read('docs/specifications/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \| (\d*) ?\| ?([A-Z_]*) ?\|/gm),
  ];
  const table = Object.entries(ERRORS).map(([code, { exit, http, grpc }]) => [
    code,
    `${exit}`,
    `${http ?? ''}`,
    grpc ?? '',
  ]);
  expect(documented.map(([, ...cells]) => cells)).toEqual(table);
});

describe('docs/start/scan.md', () => {
  const page = read('docs/start/scan.md');

  test('documents exactly the options of the command', () => {
    const flags = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
    const options = flags(read('fixtures/cli/help.scan.txt')).filter((flag) => flag !== '--help');
    expect(flags(page)).toEqual(options);
  });

  test('documents exactly the statuses', () => {
    const schema = JSON.parse(read('packages/contracts/schemas/analyzer.scan.v1.schema.json'));
    expect(firstCells(section(page, 'Statuses'))).toEqual(schema.$defs.fileStatus.enum);
  });

  test('documents every reason of an exclusion', () => {
    const schema = JSON.parse(read('packages/contracts/schemas/analyzer.scan.v1.schema.json'));
    const cells = firstCells(section(page, 'Choose what is scanned')).filter((cell) => !cell.startsWith('-'));
    expect(cells.sort()).toEqual([...schema.$defs.exclusion.properties.reason.enum].sort());
  });

  test('documents every property of the document', () => {
    const schema = JSON.parse(read('packages/contracts/schemas/analyzer.scan.v1.schema.json'));
    const rows = section(page, 'Hand the result to a program').split('### The JSON document')[1] ?? '';
    const cells = [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/(?<=`)\w+(?=`)/g) ?? [],
    );
    const lists = ['declarations', 'imports', 'calls', 'references', 'embedded_code', 'control'];
    expect(cells).toEqual([...Object.keys(schema.properties), ...lists]);
  });
});

test('docs/operate/dashboard.md documents exactly the options of the dashboard', () => {
  const flags = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
  const help = read('fixtures/cli/help.dashboard.txt') + read('fixtures/cli/help.dashboard-export.txt');
  const options = flags(help).filter((flag) => !/^--(help|version)$/.test(flag));
  /** Options of other programs in examples: a browser service, curl. */
  const foreign = ['--browser-service-url', '--data-raw'];
  expect(flags(read('docs/operate/dashboard.md')).filter((flag) => !foreign.includes(flag))).toEqual(options);
});

test.each([
  ['stream', '`stream`: rules of fingerprints'],
  ['scopes', '`scopes`: names of calls'],
  ['copies', '`copies`: units of blocks'],
])('docs/extend/language-data.md describes exactly the properties of the section %s', (name, title) => {
  const { $defs } = JSON.parse(read('languages/language.schema.json'));
  const page = section(read('docs/extend/language-data.md'), title);
  expect(firstCells(page).sort()).toEqual(Object.keys($defs[name].properties).sort());
});

describe('docs/extend/add-a-language.md', () => {
  const page = read('docs/extend/add-a-language.md');
  const lists = section(page, '7. The other files');
  /** First cells of the native engine's table are relative to its folder; the files of the example do not exist. */
  const named = [...lists.matchAll(/`([\w./-]+\.(?:ts|rs|json|toml))`/g)].flatMap(([, path = '']) => {
    if (path.includes('lua') || path === 'mod.rs') return [];
    return [
      /^(packages|languages|bench|native)\//.test(path) || !path.includes('/') ? path : `native/analyzer-rs/${path}`,
    ];
  });

  test('names only files that exist', () => {
    const paths = named.filter((path) => path.includes('/'));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('names every file that lists the languages', () => {
    const folders = ['packages', 'native/analyzer-rs/crates', 'native/analyzer-rs/src', 'languages'];
    const listing = folders.flatMap(sources).filter((path) => {
      const code = read(path).replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
      return ['python', 'php', 'bash'].every((language) =>
        new RegExp(`(?<![a-z])${language}(?![a-z])`, 'i').test(code),
      );
    });
    expect(listing.length).toBeGreaterThan(3);
    expect(listing.filter((path) => !named.includes(path) && !NOT_LISTS.includes(path))).toEqual([]);
  });
});

/** Files with the names of several languages that a new language does not change. */
const NOT_LISTS = [
  // Written by `npm run languages` and `npm run new-language`.
  'packages/core/src/languages/parsed.ts',
  'packages/core/src/languages/documents.ts',
  'packages/core/src/parse/portable/extract/imports/readers.ts',
  'native/analyzer-rs/crates/base/src/languages/documents.rs',
  'native/analyzer-rs/crates/parse/src/extract/imports/mod.rs',
  // Suites and fixtures of tests, which the page describes after its tables.
  'packages/core/src/parse/engine.suite.ts',
  'packages/core/src/check/quiet-sets-fixture.ts',
  'packages/core/src/index/fixture.ts',
  'packages/core/src/diff/fixture.ts',
  'packages/core/src/similar/code-parser-fixture.ts',
];

/** Paths of hand-written source files below a folder. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return /^(node_modules|dist|generated|grammars|tests)$/.test(entry.name) ? [] : sources(path);
    return /\.(ts|rs|json)$/.test(entry.name) && !/\.test\.ts$|\.schema\.json$/.test(entry.name) ? [path] : [];
  });
}

test('docs/use/check.md and check-details.md document exactly the options of check and baseline', () => {
  const flags = (text: string): string[] => text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
  const options = ['check', 'baseline'].flatMap((command) => flags(read(`fixtures/cli/help.${command}.txt`)));
  const documented = new Set(['check', 'check-details'].flatMap((page) => flags(read(`docs/use/${page}.md`))));
  expect([...documented].sort()).toEqual([...new Set(options)].filter((flag) => flag !== '--help').sort());
});

describe('docs/operate/config.md', () => {
  const page = read('docs/operate/config.md');
  const { properties } = JSON.parse(read('packages/contracts/schemas/analyzer.config.v1.schema.json'));

  test('documents every setting and its option', () => {
    const rows = page.slice(page.indexOf('| Setting |')).split('\n\n')[0] ?? '';
    expect(firstCells(rows).sort()).toEqual(Object.keys(properties).sort());
    const flags: string[] = page.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
    const help = ['config', 'workspace-index', 'check'].map((name) => read(`fixtures/cli/help.${name}.txt`)).join('');
    expect(help.match(/(?<![\w-])--[a-z][a-z-]*/g)).toEqual(expect.arrayContaining(flags));
  });

  test('shows a valid file', () => {
    const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
    expect(validateConfig(example), JSON.stringify(validateConfig.errors)).toBe(true);
  });
});

describe('docs/operate/workspace-index.md', () => {
  const page = read('docs/operate/workspace-index.md');
  const names = (cells: string): string[] => [...cells.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  /** The code spans in the first cells of a table. */
  const named = (heading: string) => {
    const rows = page.slice(page.indexOf(`| ${heading} |`)).split('\n\n')[0] ?? '';
    return rows.split('\n').flatMap((row) => names(row.split(' | ')[0] ?? ''));
  };

  test('documents exactly the options of the command', () => {
    const flags = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
    const options = flags(read('fixtures/cli/help.workspace-index.txt')).filter((flag) => flag !== '--help');
    expect(named('Option').sort()).toEqual(options);
    expect(options).toEqual(expect.arrayContaining(flags(page)));
  });

  test('documents every marker of a project', () => {
    expect(named('Marker').sort()).toEqual([...MARKER_FILES, ...VERSION_CONTROL].sort());
  });

  test('documents every file that declares workspaces', () => {
    expect(named('Description')).toEqual(DESCRIPTIONS.map(({ file }) => file));
  });

  test('shows a valid workspace file with every setting', () => {
    const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
    expect(validateWorkspace(example), JSON.stringify(validateWorkspace.errors)).toBe(true);
    const schema = JSON.parse(read('packages/contracts/schemas/analyzer.workspace-config.v1.schema.json'));
    const settings = Object.keys(schema.$defs.workspaceProject.properties);
    expect([...new Set(JSON.stringify(example).match(/(?<=")\w+(?=":)/g))]).toEqual(expect.arrayContaining(settings));
  });
});

test.each([
  ['docs/start/scan.md', 'scan', SCAN_FORMATS],
  ['docs/use/diff.md', 'diff', DIFF_FORMATS],
  ['docs/use/check.md', 'check', CHECK_FORMATS],
  ['docs/start/map.md', 'workspace-export', EXPORT_FORMATS],
])('%s and the help of %s have exactly the formats of the command', (page, command, formats) => {
  const [, table = ''] = read(page).split('| `--format` | Writes |\n|---|---|\n');
  const names = Object.keys(formats);
  expect(firstCells(table.split('\n\n')[0] ?? '').sort()).toEqual(names.toSorted());
  expect(read(`fixtures/cli/help.${command}.txt`).match(/[a-z-]+/g)).toEqual(expect.arrayContaining(names));
});

test('docs/use/manifest.md documents exactly the formats of its commands', () => {
  const rows = [...read('docs/use/manifest.md').matchAll(/^\| `--format` \| (.*) \|$/gm)];
  const documented = rows.map(([, cell = '']) => cell.split('; ').map((part) => part.match(/^`(\w+)`/)?.[1]));
  expect(documented).toEqual([VALIDATE_FORMATS, MANIFEST_CHECK_FORMATS].map((formats) => Object.keys(formats)));
});

describe('docs/start/map.md', () => {
  const page = read('docs/start/map.md');
  const flags = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
  const help = (name: string): string[] =>
    flags(read(`fixtures/cli/help.${name}.txt`)).filter((flag) => flag !== '--help');

  test('documents exactly the options of both commands', () => {
    const [map = '', exporting = ''] = page.split('\n## Export an index\n');
    expect(flags(map)).toEqual(help('map'));
    expect(flags(exporting)).toEqual(help('workspace-export'));
  });
});

describe('docs/use/manifest.md', () => {
  const page = read('docs/use/manifest.md');

  test('documents exactly the options of the command', () => {
    const flags = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
    const options = flags(read('fixtures/cli/help.manifest-validate.txt')).filter((flag) => flag !== '--help');
    expect(flags(section(page, 'Validate'))).toEqual(options);
    const checks = flags(read('fixtures/cli/help.manifest-check.txt')).filter((flag) => flag !== '--help');
    expect(flags(section(page, 'Check against code'))).toEqual(checks);
  });

  test('names every effect', () => {
    const aliases = JSON.parse(read('languages/effect-names.json'));
    const named = /The effects are ([\s\S]*?), with usual synonyms/.exec(page)?.[1]?.match(/(?<=`)\w+(?=`)/g);
    expect(named).toEqual(Object.keys(aliases));
  });

  test('documents every property of a contract', () => {
    const { $defs } = JSON.parse(read('packages/contracts/schemas/contract-manifest.schema.json'));
    const rows = page.slice(page.indexOf('| Property of a contract |')).split('\n\n')[0] ?? '';
    const named = rows.split('\n').flatMap((row) => (row.split(' | ')[0] ?? '').match(/(?<=`)\w+(?=`)/g) ?? []);
    expect(named.sort()).toEqual(Object.keys($defs.contract.properties).sort());
  });

  test('shows the first lines of the report of the example', () => {
    const shown = /## A real project.*?```text\n(.*?)```/s.exec(page)?.[1] ?? 'nothing';
    expect(read('docs/examples/commander.report.txt').startsWith(shown)).toBe(true);
  });

  test('shows a valid manifest', () => {
    const { findings } = validateManifest(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
    expect(findings).toEqual([]);
  });
});

test('the scripts of the two README commands exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = [...read('README.md').matchAll(/^npm ci && (.*)$/gm)].map(([, command]) => command);
  expect(commands).toEqual(['npx analyzer map <directory>', 'npm test']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['prepare', 'test']));
});
