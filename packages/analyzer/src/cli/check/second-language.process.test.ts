import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

// Shapes of public reports about the reference of a check in further languages; the first one is in the test of each rule.

const LANGUAGES = [
  {
    ending: 'ts',
    add: (name: string) =>
      `export function ${name}(a: number, b: number): number[] {\n  if (a > b) return [a, b, a - b];\n  return [b, a, b - a];\n}\n`,
    reuse: "export { one as two } from './a';\n",
  },
  {
    ending: 'php',
    add: (name: string) =>
      `<?php\nfunction ${name}($a, $b)\n{\n    if ($a > $b) {\n        return [$a, $b, $a - $b];\n    }\n    return [$b, $a, $b - $a];\n}\n`,
    reuse: "<?php\nrequire_once __DIR__ . '/a.php';\n",
  },
  {
    ending: 'sh',
    add: (name: string) =>
      `#!/bin/bash\n${name}() {\n  local file\n  for file in "$@"; do\n    [ -f "$file" ] && sort "$file" | uniq -c >"$file.top"\n  done\n  echo "$#" "$1"\n}\n`,
    reuse: '#!/bin/bash\nsource ./a.sh\n',
  },
];

function commit(cwd: string, files: Record<string, string>): string {
  write(cwd, files);
  return commitAll(cwd);
}

function write(cwd: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

describe.each(['portable', 'native'])('by the %s engine', (engine) => {
  const checked = async (cwd: string, ...args: string[]) => {
    const all = ['check', '--format', 'json', '--engine', engine, '--against', ...args];
    const { code, stdout } = await analyzer(all, { cwd });
    return [code, JSON.parse(stdout).summary.new_groups];
  };

  test.each(LANGUAGES)('check of .$ending counts what this branch added, not what main did', async (language) => {
    const { ending, add, reuse } = language;
    const cwd = folderWith({});
    git(cwd, 'init', '-q', '-b', 'main');
    const base = commit(cwd, { [`a.${ending}`]: add('one'), [`b.${ending}`]: add('two') });
    commit(cwd, { [`b.${ending}`]: reuse });
    git(cwd, 'switch', '-q', '-c', 'topic', base);
    commit(cwd, { [`n.${ending}`]: ending === 'php' ? '<?php\n' : '' });
    expect(await checked(cwd, 'main')).toEqual([0, 0]);
    expect(await checked(cwd, 'main', '--exact')).toEqual([1, 1]);
  });

  test.each(LANGUAGES)('check of .$ending compares a new folder with an empty one', async ({ ending, add }) => {
    const cwd = folderWith({});
    commit(cwd, { [`packages/old/a.${ending}`]: add('one') });
    commit(cwd, { [`packages/new/a.${ending}`]: add('one') });
    expect(await checked(cwd, 'HEAD~1', 'packages/new')).toEqual([0, 0]);
    write(cwd, { [`packages/new/b.${ending}`]: add('two') });
    expect(await checked(cwd, 'HEAD~1', 'packages/new')).toEqual([1, 1]);
  });

  test.each(LANGUAGES)(
    'check of .$ending reads no files that a rule above the folder ignores',
    async ({ ending, add }) => {
      const cwd = folderWith({});
      commit(cwd, { '.gitignore': 'codegen/\n', [`packages/api/src/a.${ending}`]: add('one') });
      write(cwd, { [`packages/api/codegen/a.${ending}`]: add('one') });
      expect(await checked(cwd, 'HEAD', 'packages/api')).toEqual([0, 0]);
      rmSync(join(cwd, '.gitignore'));
      expect(await checked(cwd, 'HEAD', 'packages/api')).toEqual([1, 1]);
    },
  );
});
