import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import { BENCH } from '../folders.ts';
import type { Score } from './score.ts';

type Answer = [file: string, line: number, specifier: string, name: string | null, files: string[]];

/**
 * Judges Python imports by name: each name of `from a import b, c` is one edge, to the package that binds it or to the
 * module in it. The judge parses with CPython's `ast` and resolves against the tree with its own rules; the import path of
 * a file is that of an installation from source of the nearest project: its source folder, then the scanned folder's.
 */
export function judgePython(folder: string, scan: ScanV1, score: Score): void {
  const files: string[] = [];
  const found = new Map<string, string[]>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.language !== 'python') continue;
    files.push(entry.path);
    for (const { specifier, line, names, path, candidates = [] } of entry.imports ?? []) {
      const targets = path === undefined ? candidates : [path];
      // `import a as b` binds the module, `from a import *` has no alias.
      const written = names.map(({ name, alias }) => (name === '*' && alias !== undefined ? null : name));
      for (const name of written.length === 0 ? [null] : written) {
        const key = keyOf(entry.path, line, specifier, name);
        found.set(key, [...(found.get(key) ?? []), ...targets]);
      }
    }
  }
  const request = JSON.stringify({ folder, files });
  const script = join(BENCH, 'src/edges/python.py');
  const { status, stdout, stderr } = spawnSync('python3', ['-I', script], {
    input: request,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`the judge of Python ends with ${status}: ${stderr}`);
  const seen = new Set<string>();
  for (const row of stdout.split('\n')) {
    if (row === '') continue;
    const [file, line, specifier, name, judged]: Answer = JSON.parse(row);
    const key = keyOf(file, line, specifier, name);
    if (seen.has(key)) continue;
    seen.add(key);
    score.add(key, judged, found.get(key) ?? []);
  }
}

function keyOf(file: string, line: number, specifier: string, name: string | null): string {
  return name === null ? `${file}:${line} import ${specifier}` : `${file}:${line} from ${specifier} import ${name}`;
}
