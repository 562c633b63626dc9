import { describe, expect, test } from 'vitest';
import type { RelateFile } from '../input.ts';
import { LeftOut } from '../left-out.ts';
import { ProjectFiles } from '../project-files.ts';
import { Settings } from '../settings/settings.ts';
import { tableLookups } from '../table-lookups.ts';
import { declarationFacts, fileFacts, importFacts, type ShortImport } from '../test-project.ts';
import { ImportResolver } from './resolve.ts';

/** Counts the look-ups of paths, which are most of the work of a resolution. */
class CountedFiles extends ProjectFiles {
  lookups = 0;

  override has(path: string): boolean {
    this.lookups++;
    return super.has(path);
  }

  override isStem(path: string): boolean {
    this.lookups++;
    return super.isStem(path);
  }

  override isFolder(path: string): boolean {
    this.lookups++;
    return super.isFolder(path);
  }

  override holdsPython(folder: string): boolean {
    this.lookups++;
    return super.holdsPython(folder);
  }
}

interface Language {
  extension: string;
  /** The imports of a file, most of which lead to the file of another number. */
  imports: (other: number) => ShortImport[];
  /** The class that a file declares. */
  classOf?: (file: number) => string;
}

const FOLDERS = 50;
const at = (file: number) => `packages/p${file % FOLDERS}/src/m${file}`;

const LANGUAGES: Record<string, Language> = {
  typescript: {
    extension: '.ts',
    imports: (other) => [
      { target: `../../p${other % FOLDERS}/src/m${other}.js` },
      { target: `@all/p${other % FOLDERS}/src/m${other}` },
      { target: `~mapped/p${other % FOLDERS}/src/m${other}` },
      { target: `missing-${other}` },
    ],
  },
  python: {
    extension: '.py',
    imports: (other) => [
      { target: `packages.p${other % FOLDERS}.src.m${other}` },
      { target: `m${other}` },
      { target: '.', names: [`m${other}`] },
      { target: `missing_${other}.inside` },
    ],
  },
  php: {
    extension: '.php',
    classOf: (file) => `All\\P${file % FOLDERS}\\M${file}`,
    imports: (other) => [
      { target: `All\\P${other % FOLDERS}\\M${other}`, lookup: 'autoload' },
      { target: `All\\P${other % FOLDERS}\\M${other}`, lookup: 'class' },
      { target: `All\\Missing${other}`, lookup: 'class' },
      { target: 'Same', lookup: 'class' },
    ],
  },
  bash: {
    extension: '.sh',
    imports: (other) => [
      { target: `${at(other)}.sh`, lookup: 'path' },
      { target: `/../../p${other % FOLDERS}/src/m${other}.sh`, lookup: 'directory' },
      { target: `missing-${other}.sh`, lookup: 'path' },
      { target: '', lookup: 'dynamic' },
    ],
  },
};

const PACKAGES = Array.from({ length: FOLDERS }, (_, n): [string, string][] => [
  [`packages/p${n}/package.json`, JSON.stringify({ name: `@all/p${n}` })],
  [`packages/p${n}/pyproject.toml`, '[project]'],
]).flat();

const SETTINGS: [string, string][] = [
  ['composer.json', JSON.stringify({ autoload: { 'psr-4': { 'All\\': 'packages/' }, classmap: ['packages/'] } })],
  ['package.json', JSON.stringify({ workspaces: ['packages/*'] })],
  ['tsconfig.json', JSON.stringify({ compilerOptions: { paths: { '~mapped/*': ['./packages/*'] } } })],
  ...PACKAGES,
];

/** Resolves the imports of a project of so many files. */
function resolveAll(name: string, { extension, imports, classOf }: Language, files: number) {
  const facts = Array.from({ length: files }, (_, file) => imports((file * 7919 + 1) % files).map(importFacts));
  const project = facts.map((its, file): RelateFile => {
    const path = at(file) + extension;
    const declared = classOf === undefined ? [] : [classOf(file), 'Same'];
    const declarations = declared.map((own, index) => declarationFacts(index, { kind: 'class', name: own }));
    return { path, language: name, size: 1, is_test: false, facts: fileFacts({ declarations, imports: its }) };
  });
  const byPath = new Map(project.map((file) => [file.path, file]));
  const counted = new CountedFiles([...byPath.keys(), ...SETTINGS.map(([path]) => path)]);
  const settings = new Settings(new Map(SETTINGS.map(([path, text]) => [path, { text }])));
  const resolver = new ImportResolver(counted, new LeftOut(), byPath, [], settings);
  let resolved = 0;
  const ofTables = tableLookups(() => {
    for (const file of project) {
      for (const links of resolver.resolve(file, file.facts?.imports ?? [])) {
        if (links.some(({ destination }) => destination.state === 'resolved')) resolved++;
      }
    }
  });
  return { imports: facts.flat().length, resolved, lookups: counted.lookups + ofTables };
}

describe.each(Object.entries(LANGUAGES))('the look-ups of paths and names for imports of %s', (name, language) => {
  test('grow in proportion to the imports: 1,000, 5,000 and 25,000', () => {
    const [small, middle, large] = [250, 1250, 6250].map((files) => resolveAll(name, language, files));
    expect([small?.imports, middle?.imports, large?.imports]).toEqual([1000, 5000, 25_000]);
    expect(large?.resolved).toBeGreaterThanOrEqual(6250);
    const perImport = [small, middle, large].map((it) => (it?.lookups ?? 0) / (it?.imports ?? 1));
    expect(perImport[1]).toBeLessThanOrEqual((perImport[0] ?? 0) * 1.1);
    expect(perImport[2]).toBeLessThanOrEqual((perImport[0] ?? 0) * 1.1);
  }, 120_000);
});

/** The look-ups for one bare import in each of 8,000 files that only the last of so many referenced configurations includes. */
function lookupsWith(configurations: number): number {
  const references = Array.from({ length: configurations }, (_, n) => ({ path: `packages/p${n}` }));
  const texts: [string, string][] = references.map(({ path }) => [
    `${path}/tsconfig.json`,
    JSON.stringify({ include: ['src/**/*.ts', '../../shared/*.d.ts'], exclude: ['**/*.js'] }),
  ]);
  texts.push(['packages/last/tsconfig.json', JSON.stringify({ include: ['../../app/**/*.ts'] })]);
  texts.push(['tsconfig.json', JSON.stringify({ files: [], references: [...references, { path: 'packages/last' }] })]);
  const settings = new Map(texts.map(([path, text]) => [path, { text }]));
  const files = Array.from({ length: 8000 }, (_, n): RelateFile => {
    const facts = fileFacts({ imports: [importFacts({ target: 'missing' })] });
    return { path: `app/f${n % 100}/m${n}.ts`, language: 'typescript', size: 1, is_test: false, facts };
  });
  const byPath = new Map(files.map((file) => [file.path, file]));
  const resolver = new ImportResolver(
    new ProjectFiles(byPath.keys()),
    new LeftOut(),
    byPath,
    [],
    new Settings(settings),
  );
  return tableLookups(() => {
    for (const file of files) resolver.resolve(file, [importFacts({ target: 'missing' })]);
  });
}

test('the look-ups for a file do not grow with the configurations that its own one refers to', () => {
  const [few, many] = [lookupsWith(10), lookupsWith(250)];
  expect(many).toBeLessThanOrEqual(few * 1.1);
});
