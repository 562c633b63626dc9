import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareBytes } from '@analyzer/contracts/order';
import { type FoundFunction, findFunctions } from './functions.ts';

export interface ReadProject {
  label: string;
  files: ReadFile[];
  excluded: { reason: string; rule: string; count: number }[];
}

export interface ReadFile {
  path: string;
  language: string | undefined;
  lines: number;
  text: string;
  functions: FoundFunction[];
}

const LANGUAGES: Record<string, string> = {
  '.py': 'python',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascript',
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.tsx': 'typescript',
  '.php': 'php',
  '.sh': 'bash',
};
const INVENTORY = new Set(['package.json', 'README.md', 'LICENSE', 'pyproject.toml', 'composer.json']);
const SKIPPED = new Set(['node_modules', '.git', 'vendor', 'target', '__pycache__']);

/**
 * Reads one real project for the tests of the page.
 *
 * @param limit at most this many files of a known language
 */
export function readProject(label: string, root: string, limit = Number.POSITIVE_INFINITY): ReadProject {
  const project: ReadProject = { label, files: [], excluded: [] };
  const cut = new Map<string, number>();
  const walk = (folder: string): void => {
    const names = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => compareBytes(a.name, b.name));
    for (const entry of names) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (SKIPPED.has(entry.name)) cut.set(`${entry.name}/`, (cut.get(`${entry.name}/`) ?? 0) + 1);
        else walk(path);
        continue;
      }
      if (!entry.isFile()) continue;
      const extension = /\.\w+$/.exec(entry.name)?.[0] ?? '';
      const language = entry.name.endsWith('.d.ts') ? undefined : LANGUAGES[extension];
      const size = statSync(join(root, path)).size;
      if (language === undefined && !INVENTORY.has(entry.name)) {
        cut.set(`*${extension}`, (cut.get(`*${extension}`) ?? 0) + 1);
      } else if (size < 400_000 && project.files.length < limit) {
        const text = readFileSync(join(root, path), 'utf8');
        const functions = language === undefined ? [] : findFunctions(text, language);
        project.files.push({ path, language, lines: text.split('\n').length, text, functions });
      }
    }
  };
  walk('');
  project.files.sort((a, b) => compareBytes(a.path, b.path));
  for (const [rule, count] of [...cut].sort(([a], [b]) => compareBytes(a, b))) {
    project.excluded.push({ reason: rule.endsWith('/') ? 'default' : 'profile', rule, count });
  }
  return project;
}
