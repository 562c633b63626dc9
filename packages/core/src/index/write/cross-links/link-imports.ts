import { pause } from '#tree/pause.ts';
import { OUTSIDE } from '../../cross-project.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { ComposerClasses } from './composer-classes.ts';
import { CrossLinkWriter } from './cross-link-writer.ts';
import { IndexedFiles } from './indexed-files.ts';
import { indexedPackages } from './indexed-packages.ts';
import { LocatedFiles } from './located-files.ts';
import { NpmPackages } from './npm-packages.ts';
import { PathMaps } from './path-maps.ts';
import { PythonModules } from './python-modules.ts';
import { RelativePaths } from './relative-paths.ts';
import { type Linker, UNLINKED, type UnlinkedImport, unlinkedImport } from './unlinked-import.ts';

const ROWS_BETWEEN_PAUSES = 10_000;
const PROJECTS = 'SELECT count(*) AS n FROM project';

/**
 * Links imports that lead to other projects of the index, when all projects are written. Besides the rows of the index it
 * reads only the locations of the projects.
 *
 * @returns the links by paths, which depend on these locations
 * @throws AnalyzerError `cancelled`
 */
export async function linkImports(statements: Statements, signal?: AbortSignal): Promise<string[]> {
  const pathLinks: string[] = [];
  if ((statements.first(PROJECTS, [], (row) => row.integer('n')) ?? 0) < 2) return pathLinks;
  const linkersOf = linkers(statements);
  const writer = new CrossLinkWriter(statements);
  let read = 0;
  for (const from of statements.iterate(UNLINKED, [], unlinkedImport)) {
    if (++read % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    for (const linker of linkersOf(from)) {
      const links = linker.link(from);
      if (links.length === 0) continue;
      writer.add(from, links);
      if (linker.byLocation === true) pathLinks.push(JSON.stringify([from.file, from.seq, links[0]?.targets]));
      break;
    }
  }
  await pause(signal);
  writer.write();
  return pathLinks;
}

/** Those of an import in order of precedence: as for TypeScript, a path map comes before a package. */
function linkers(statements: Statements): (from: UnlinkedImport) => readonly Linker[] {
  const files = new IndexedFiles(statements);
  const npmPackages = indexedPackages(statements, 'npm');
  const located = new LocatedFiles(statements, files, npmPackages);
  const pathMaps = new PathMaps(located, indexedPackages(statements, 'path-maps'));
  const npm = new NpmPackages(files, npmPackages);
  const composer = new ComposerClasses(statements, indexedPackages(statements, 'composer'));
  const python = new PythonModules(statements, files, indexedPackages(statements, 'python'));
  const paths = new RelativePaths(located);
  const byReason = new Map<string, readonly Linker[]>([
    [OUTSIDE.package, [pathMaps, npm]],
    [OUTSIDE.mapped, [pathMaps]],
    [OUTSIDE.class, [composer]],
    [OUTSIDE.locked, [composer]],
    [OUTSIDE.module, [python]],
  ]);
  // The path of a Python module is relative to its package, which no other project has.
  return ({ reason, language }) => byReason.get(reason) ?? (language === 'python' ? [] : [paths]);
}
