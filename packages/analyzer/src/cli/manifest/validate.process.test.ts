import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.manifest-findings.v1/validate';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../operations.ts';
import { analyzer, folderWith, launcher, runChild } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));
const good = '{"version": "1.0", "contracts": [{"scope": "project", "intent": "Works."}]}\n';
const bad = '{"contracts": [{"scope": "project", "priority": 6,\r\n\t"inten": "Wörks 😀\u202e"}]}\n';

describe('help', () => {
  test.each([
    ['help.contracts.txt', ['contracts', '--help']],
    ['help.manifest.txt', ['manifest', '--help']],
    ['help.manifest-validate.txt', ['manifest', 'validate', '--help']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await analyzer(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(golden(name));
  });
});

describe('contracts', () => {
  test('writes schemas, grammars and the definition of the service with their digests, also over its own files', async () => {
    const cwd = folderWith({});
    const first = await analyzer(['contracts', '--dir', 'a/schemas'], { cwd });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const folder = join(cwd, 'a/schemas');
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    const listed = sums.map((line) => line.slice(66));
    expect(listed).toEqual(
      expect.arrayContaining([
        ...['contract-manifest.schema.json', 'analyzer.request.v1.schema.json', 'analyzer.result.v1.schema.json'],
        ...['grammars/analyzer.task-result.v1.gbnf', 'grammars/analyzer.ticket-proposal.v1.gbnf'],
        'analyzer/v1/analyzer.proto',
        ...['workspace-config', 'scan', 'diff', 'manifest-report', 'manifest-findings', 'manifest-diff', 'check'].map(
          (name) => `analyzer.${name}.v1.schema.json`,
        ),
        ...['extraction-config', 'extraction-plan', 'ticket-proposal', 'task-result'].map(
          (name) => `analyzer.${name}.v1.schema.json`,
        ),
      ]),
    );
    expect(first.stdout).toBe(['SHA256SUMS', ...listed].map((path) => `${join('a/schemas', path)}\n`).join(''));
    const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(written).toHaveLength(listed.length + 1);
    const documents = new Map<string, unknown>();
    for (const line of sums) {
      const text = readFileSync(join(folder, line.slice(66)), 'utf8');
      expect(line.slice(0, 64)).toBe(createHash('sha256').update(text).digest('hex'));
      if (!line.endsWith('.json')) continue;
      const document = JSON.parse(text);
      expect(document.$schema).toContain('draft/2020-12/schema');
      documents.set(document.$id, document);
    }
    for (const { name, params, data } of OPERATIONS) {
      expect(documents.get(params.$id), name).toEqual(params);
      expect(documents.get(data.$id), name).toEqual(data);
    }
    expect(await analyzer(['contracts', '--dir', 'a/schemas'], { cwd })).toEqual(first);
  });

  test('replaces every file that an earlier version wrote, by its list of digests', async () => {
    const cwd = folderWith({});
    await analyzer(['contracts', '--dir', 'schemas'], { cwd });
    const [list, one, other] = ['SHA256SUMS', 'analyzer.scan.v1.schema.json', 'contract-manifest.schema.json'].map(
      (name) => join(cwd, 'schemas', name),
    ) as [string, string, string];
    const current = [one, other].map((path) => readFileSync(path, 'utf8'));
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    let digests = readFileSync(list, 'utf8');
    for (const [index, path] of [one, other].entries()) {
      writeFileSync(path, `{"older":${index}}`);
      digests = digests.replace(digest(current[index] ?? ''), digest(`{"older":${index}}`));
    }
    writeFileSync(list, digests);
    expect(await analyzer(['contracts', '--dir', 'schemas'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect([one, other].map((path) => readFileSync(path, 'utf8'))).toEqual(current);
  });

  test.each(['contract-manifest.schema.json', 'analyzer/v1/analyzer.proto', 'grammars/analyzer.task-result.v1.gbnf'])(
    'writes nothing if %s is not its own',
    async (path) => {
      const cwd = folderWith({ [`schemas/${path}`]: '{}' });
      const before = readdirSync(join(cwd, 'schemas'), { recursive: true });
      const { code, stderr } = await analyzer(['contracts', '--dir', 'schemas'], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          `analyzer: schemas/${path} already exists\n` +
          '  According to SHA256SUMS, this program did not write it. Remove it or choose another folder.\n',
      });
      expect(readdirSync(join(cwd, 'schemas'), { recursive: true })).toEqual(before);
    },
  );

  test.skipIf(process.platform === 'win32')('writes nothing if one of its files cannot be written', async () => {
    const cwd = folderWith({});
    await analyzer(['contracts', '--dir', 'schemas'], { cwd });
    const folder = join(cwd, 'schemas');
    const list = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    const files = list
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [digest = '', path = ''] = [line.slice(0, 64), join(folder, line.slice(66))];
        return { digest, path, size: statSync(path).size };
      });
    const largest = Math.max(...files.map(({ size }) => size));
    // Some files of an earlier version, and the only one that is larger than the limit of a file is missing.
    const earlier = '{}';
    let digests = list;
    for (const { digest, path } of files.slice(0, 3)) {
      writeFileSync(path, earlier);
      digests = digests.replace(digest, createHash('sha256').update(earlier).digest('hex'));
    }
    writeFileSync(join(folder, 'SHA256SUMS'), digests);
    for (const { path, size } of files) if (size === largest) rmSync(path);
    const before = contentsOf(folder);
    const script = `trap '' XFSZ; ulimit -f ${Math.floor((largest - 1) / 1024)}; exec "$0" "$1" contracts --dir schemas`;
    const { code, stderr } = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd });
    expect({ code, stderr }).toEqual({ code: 70, stderr: expect.stringMatching(/^analyzer: cannot write schemas/) });
    expect(contentsOf(folder)).toEqual(before);
  });
});

/** Each file below a folder with its text. */
function contentsOf(folder: string): [path: string, text: string][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return paths.map((path) => [path, readFileSync(path, 'utf8')]);
}

describe('manifest validate', () => {
  test('shows the line, with escaped control characters', async () => {
    const cwd = folderWith({ 'contracts.json': bad });
    const { code, stdout } = await analyzer(['manifest', 'validate'], { cwd, env: { COLUMNS: '60' } });
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot(golden('manifest-validate.txt'));
  });

  test('finds the manifests of the folder by their default names', async () => {
    const yaml = 'contracts: []\n';
    const cwd = folderWith({ 'contracts.yml': yaml, 'intract.yaml': yaml, 'other.yaml': 'contracts: 1' });
    const { code, stdout } = await analyzer(['manifest', 'validate'], { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'contracts.yml is valid: 0 errors, 0 warnings, 0 notes\nintract.yaml is valid: 0 errors, 0 warnings, 0 notes\n',
    });
  });

  test('accepts a folder for the manifests in it, and lists the default names if there are none', async () => {
    const cwd = folderWith({ 'shop/contracts.json': good, 'shop/contracts.yaml': 'contracts: []\n', 'empty/a.js': '' });
    expect(await analyzer(['manifest', 'validate', 'shop'], { cwd })).toEqual({
      code: 0,
      stdout:
        'shop/contracts.json is valid: 0 errors, 0 warnings, 0 notes\nshop/contracts.yaml is valid: 0 errors, 0 warnings, 0 notes\n',
      stderr: '',
    });
    expect(await analyzer(['manifest', 'validate', 'empty', 'shop/contracts.json'], { cwd })).toEqual({
      code: 3,
      stdout: 'shop/contracts.json is valid: 0 errors, 0 warnings, 0 notes\n',
      stderr:
        'analyzer: no such manifest: empty/contracts.json, empty/contracts.yaml, empty/contracts.yml, empty/intract.yaml\n  Name the file; the folder of the code is the next argument.\n',
    });
  });

  test('prints valid JSON', async () => {
    const cwd = folderWith({ 'a.json': bad, 'b.json': good });
    const { code, stdout } = await analyzer(['manifest', 'validate', 'a.json', 'b.json', '--format', 'json'], { cwd });
    const document: unknown = JSON.parse(stdout);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(code).toBe(1);
    expect(document).toMatchObject({
      files: [
        { path: 'a.json', valid: false },
        { path: 'b.json', valid: true, findings: [] },
      ],
    });
  });

  test('prints SARIF with the used rules and columns in code points', async () => {
    const cwd = folderWith({ 'a b.json': '{"x-😀": 01, "version": 1}' });
    const { stdout } = await analyzer(['manifest', 'validate', 'a b.json', '--format', 'sarif'], { cwd });
    const { version, runs } = JSON.parse(stdout);
    expect(version).toBe('2.1.0');
    const [{ tool, columnKind, results }] = runs;
    expect(columnKind).toBe('unicodeCodePoints');
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['text/number-form', 'schema/type']);
    expect(results[0]).toMatchObject({ ruleId: 'text/number-form', ruleIndex: 0, level: 'error' });
    expect(results[0].locations[0]).toEqual({
      physicalLocation: {
        artifactLocation: { uri: 'a%20b.json', index: 0 },
        region: { startLine: 1, startColumn: 9, endLine: 1, endColumn: 11 },
      },
      logicalLocations: [{ fullyQualifiedName: '/x-😀', kind: 'value' }],
    });
  });

  test('escapes workflow commands of GitHub', async () => {
    const cwd = folderWith({ 'a,b:50%.json': '{"contracts": [{"scope": "a::b%0A", "intent": 1}]}' });
    const { stdout } = await analyzer(['manifest', 'validate', 'a,b:50%.json', '--format', 'github'], { cwd });
    expect(stdout).toBe(
      '::error file=a%2Cb%3A50%25.json,line=1,endLine=1,col=47,endColumn=48,title=schema/type::/contracts/0/intent intent must be a string, but is the number 1%0AWrite "1".\n',
    );
  });

  test.each<[name: string, args: string[], stdin: string | undefined, code: number]>([
    ['a valid manifest', ['good.json'], undefined, 0],
    ['a note', ['note.json'], undefined, 0],
    ['a note with --strict', ['note.json', '--strict'], undefined, 1],
    ['errors', ['bad.json'], undefined, 1],
    ['no JSON at all', ['text.json'], undefined, 2],
    ['a folder without a manifest', ['folder'], undefined, 3],
    ['no such file', ['nowhere.json'], undefined, 3],
    ['several manifests: the worst result', ['good.json', 'bad.json', 'text.json'], undefined, 2],
    ['JSON from standard input', ['-'], good, 0],
    ['YAML from standard input', ['-'], 'contracts: 1\n', 1],
    ['JSON read as YAML', ['-', '--as', 'yaml'], good, 0],
    ['YAML read as JSON', ['-', '--as', 'json'], 'contracts: []\n', 2],
    ['empty standard input', ['-'], '', 2],
    ['an unknown format', ['--format', 'xml'], undefined, 2],
  ])('exit code of %s', async (_, args, stdin, expected) => {
    const cwd = folderWith({ 'good.json': good, 'bad.json': bad, 'note.json': '{"mine": 1}', 'text.json': 'hello' });
    mkdirSync(join(cwd, 'folder'));
    const { code } = await analyzer(['manifest', 'validate', ...args], {
      cwd,
      ...(stdin === undefined ? {} : { stdin }),
    });
    expect(code).toBe(expected);
  });

  test('reports a missing file', async () => {
    const { stderr, stdout } = await analyzer(['manifest', 'validate', 'nowhere.json']);
    expect({ stderr, stdout }).toEqual({ stderr: 'analyzer: no such file: nowhere.json\n', stdout: '' });
    const none = await analyzer(['manifest', 'validate'], { cwd: folderWith({}) });
    expect(none).toMatchObject({
      code: 3,
      stderr:
        'analyzer: no such manifest: contracts.json, contracts.yaml, contracts.yml, intract.yaml\n  Name the file, or - for standard input.\n',
    });
  });

  test.each<[name: string, text: string]>([
    ['10,000 nested lists', '['.repeat(10_000)],
    ['a line of 50 MB', `{"x-a": "${'x'.repeat(50_000_000)}", "version": 1}`],
    ['a file of 100 MB', ' '.repeat(100_000_000)],
  ])('reports problems of %s', async (_, stdin) => {
    const { code, stdout, stderr } = await analyzer(['manifest', 'validate', '-', '--as', 'json'], { stdin });
    expect(stderr).toBe('');
    expect([1, 2]).toContain(code);
    expect(stdout.length).toBeLessThan(1000);
    expect(stdout).toMatch(/error: /);
  });
});
