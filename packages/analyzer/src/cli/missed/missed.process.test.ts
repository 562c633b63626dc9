import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MissedV1 } from '@analyzer/contracts/analyzer.missed.v1';
import { validate } from '@analyzer/contracts/analyzer.missed.v1/validate';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));

/** A function of the asynchronous copy has the same statements, with `await`. */
function store(name: string, { guard = false, isAsync = false, expiry = '' } = {}): string {
  const [define, wait] = isAsync ? ['async def', 'await '] : ['def', ''];
  return [
    `class ${name}:`,
    `    ${define} put(self, key, value, seconds):`,
    '        encoded = self.encoder.encode(key, self.prefix)',
    ...(guard ? ['        if not encoded.startswith(self.prefix):', '            raise ValueError("bad key")'] : []),
    `        found = ${wait}self.backend.lookup(encoded, self.timeout)`,
    `        ${wait}self.backend.store(encoded, value, seconds${expiry})`,
    '        return found',
    '',
  ].join('\n');
}

const files = { 'store.py': store('Store'), 'aio/store.py': store('AsyncStore', { isAsync: true }) };
const fixed = { 'store.py': store('Store', { guard: true }) };
const alsoFixed = { 'aio/store.py': store('AsyncStore', { guard: true, isAsync: true }) };

function repository(first: Record<string, string> = files, ...options: string[]): string {
  const folder = folderWith({});
  git(folder, 'init', '-q', '-b', 'main', ...options);
  commit(folder, first, 'add stores');
  return folder;
}

function commit(folder: string, changed: Record<string, string>, message: string): string {
  writeFiles(folder, changed);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

async function missed(cwd: string, ...args: string[]): Promise<MissedV1> {
  const { stdout, stderr, code } = await analyzer(['missed', '--format', 'json', '--engine', 'portable', ...args], {
    cwd,
  });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  return document;
}

const pairs = ({ findings }: MissedV1) => findings.map(({ commit, target }) => [commit, target]);

test('help.missed.txt', async () => {
  const { code, stdout } = await analyzer(['missed', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('help.missed.txt'));
});

test('a guard that the asynchronous copy lacks is a finding, with the change as it would be in the copy', async () => {
  const folder = repository();
  const fix = commit(folder, fixed, 'Refuse bad keys');
  const { findings } = await missed(folder);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    commit: fix,
    target: 'aio/store.py',
    class: 'behavior',
    subject: 'Refuse bad keys',
  });
  expect(findings[0]?.author).toBeUndefined();
  expect(findings[0]?.hunks[0]?.merged).toContain('+        if not encoded.startswith(self.prefix):');
  expect(findings[0]?.hunks[0]).toMatchObject({ evidence: 'exact', merges: true });
});

test('both engines find the same', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  const { runtime: one, engine: portable, ...first } = await missed(folder);
  const { runtime: other, engine: native, ...second } = await missed(folder, '--engine', 'native');
  expect([portable, native]).toEqual(['portable', 'native']);
  expect(second).toEqual(first);
});

test('a copy that got the change later is not a finding', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  commit(folder, alsoFixed, 'Refuse bad keys, asynchronously');
  expect((await missed(folder)).findings).toEqual([]);
});

test('a change that was reverted is not a finding, and counted', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  commit(folder, { 'store.py': files['store.py'] }, 'Revert it');
  const { findings, left_out } = await missed(folder);
  expect(findings).toEqual([]);
  expect(left_out.superseded).toBeGreaterThan(0);
});

test('a copy that came after the change is not a finding, and counted', async () => {
  const folder = repository({ 'store.py': files['store.py'] });
  commit(folder, fixed, 'Refuse bad keys');
  commit(folder, { 'aio/store.py': files['aio/store.py'] }, 'Add an old copy');
  const { findings, left_out } = await missed(folder);
  expect(findings).toEqual([]);
  expect(left_out.not_then).toBe(1);
});

test('a copy of a whole file is one, also if only names change', async () => {
  const folder = repository({ 'store.py': files['store.py'], 'old/store.py': files['store.py'] });
  const limit = commit(folder, { 'store.py': files['store.py'].replace('timeout', 'limit') }, 'Limit');
  expect(pairs(await missed(folder, '--include', 'renames'))).toEqual([[limit, 'old/store.py']]);
  const fix = commit(
    folder,
    { 'store.py': store('Store', { guard: true }).replace('timeout', 'limit') },
    'Refuse keys',
  );
  expect(pairs(await missed(folder))).toEqual([[fix, 'old/store.py']]);
});

test('a place that the commit itself made is not a finding, and counted', async () => {
  const folder = repository({ 'store.py': files['store.py'] });
  commit(folder, { ...fixed, 'old/store.py': files['store.py'] }, 'Refuse bad keys in the new one');
  const { findings, left_out } = await missed(folder);
  expect(findings).toEqual([]);
  expect(left_out.not_then).toBe(1);
});

test('a removal that was undone at another line is not a finding, and counted', async () => {
  const guarded = store('Store', { guard: true });
  const folder = repository({ 'store.py': guarded, 'old/store.py': store('OldStore', { guard: true }) });
  commit(folder, { 'store.py': files['store.py'] }, 'Allow all keys');
  expect((await missed(folder)).findings).toHaveLength(1);
  const lines = files['store.py'].split('\n');
  const [guard = '', raise = ''] = guarded.split('\n').slice(3, 5);
  commit(folder, { 'store.py': [...lines.slice(0, 5), guard, raise, ...lines.slice(5)].join('\n') }, 'Refuse later');
  const { findings, left_out } = await missed(folder);
  expect(findings.map(({ subject }) => subject)).not.toContain('Allow all keys');
  expect(left_out.superseded).toBeGreaterThan(0);
});

test('a revision is searched as it was, and --since leaves out earlier commits', async () => {
  const folder = repository();
  const fix = commit(folder, fixed, 'Refuse bad keys');
  const late = commit(folder, alsoFixed, 'Refuse bad keys, asynchronously');
  expect(pairs(await missed(folder, `${late}~1:.`))).toEqual([[fix, 'aio/store.py']]);
  const { findings, history } = await missed(folder, `${late}~1:.`, '--since', fix);
  expect({ findings, commits: history.commits }).toEqual({ findings: [], commits: 0 });
  expect((await missed(folder, `${late}~1:.`, '--since', '2001-01-31')).findings).toHaveLength(1);
});

test('files that were renamed before and after the change are followed', async () => {
  const folder = repository();
  git(folder, 'mv', 'aio/store.py', 'aio/storage.py');
  git(folder, 'commit', '-q', '-m', 'rename the copy');
  const fix = commit(folder, fixed, 'Refuse bad keys');
  git(folder, 'mv', 'store.py', 'sync.py');
  git(folder, 'mv', 'aio/storage.py', 'asynchronous.py');
  git(folder, 'commit', '-q', '-m', 'rename both');
  expect(pairs(await missed(folder))).toEqual([[fix, 'asynchronous.py']]);
});

test('of a merge, also of three branches, the commit is named that made the change', async () => {
  const folder = repository();
  for (const branch of ['one', 'two']) git(folder, 'branch', branch);
  git(folder, 'checkout', '-q', 'one');
  const fix = commit(folder, fixed, 'Refuse bad keys');
  git(folder, 'checkout', '-q', 'two');
  commit(folder, { 'other.py': 'x = 1\n' }, 'something else');
  git(folder, 'checkout', '-q', 'main');
  commit(folder, { 'third.py': 'y = 1\n' }, 'work on main');
  git(folder, 'merge', '-q', '--no-ff', '-m', 'merge both', 'one', 'two');
  expect(git(folder, 'rev-list', '--parents', '-1', 'HEAD').split(' ')).toHaveLength(4);
  expect(pairs(await missed(folder))).toEqual([[fix, 'aio/store.py']]);
});

test('repositories with SHA-256, empty commits and files that became links are read', async () => {
  const folder = repository({ ...files, 'linked.py': 'z = 1\n' }, '--object-format=sha256');
  const fix = commit(folder, fixed, 'Refuse bad keys');
  commit(folder, {}, 'nothing');
  rmSync(join(folder, 'linked.py'));
  symlinkSync('store.py', join(folder, 'linked.py'));
  commit(folder, fixed, 'a link');
  expect(fix).toHaveLength(64);
  const result = await missed(folder);
  expect(pairs(result)).toEqual([[fix, 'aio/store.py']]);
  expect(result.left_out.other_changes).toBe(1);
});

test('the history of a shallow clone ends where the clone does, and the result says so', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  commit(folder, { 'x.py': 'x = 1\n' }, 'more');
  const clone = folderWith({});
  git(clone, 'clone', '-q', '--depth', '2', pathToFileURL(folder).href, '.');
  const { findings, history } = await missed(clone);
  expect({ findings, isShallow: history.is_shallow }).toEqual({ findings: [], isShallow: true });
});

test('a file of the last commit that the repository lacks is counted, and the others are searched', async () => {
  const folder = repository({ ...files, 'large.py': 'x = 1\n' });
  const fix = commit(folder, fixed, 'Refuse bad keys');
  const object = git(folder, 'rev-parse', 'HEAD:large.py');
  rmSync(join(folder, '.git/objects', object.slice(0, 2), object.slice(2)));
  const result = await missed(folder);
  expect(pairs(result)).toEqual([[fix, 'aio/store.py']]);
  expect(result.left_out.missing_objects).toBe(1);
});

test('missing objects of a partial clone are counted, and none is fetched', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  git(folder, 'config', 'uploadpack.allowFilter', 'true');
  const clone = folderWith({});
  git(clone, 'clone', '-q', '--filter=blob:none', pathToFileURL(folder).href, '.');
  const objects = () => git(clone, 'rev-list', '--objects', '--all', '--missing=print');
  const before = objects();
  const { findings, left_out } = await missed(clone);
  expect({ findings, missing: left_out.missing_objects }).toEqual({ findings: [], missing: 1 });
  expect(objects()).toBe(before);
});

test('settings and attributes of a hostile repository run nothing and change nothing', async () => {
  const folder = repository({ ...files, '.gitattributes': '*.py diff=evil filter=evil\n' });
  const fix = commit(folder, fixed, 'Refuse bad keys');
  const trap = join(folder, 'ran');
  for (const key of [
    'diff.evil.textconv',
    'diff.evil.command',
    'diff.external',
    'filter.evil.smudge',
    'core.fsmonitor',
  ]) {
    git(folder, 'config', key, `touch ${trap} #`);
  }
  git(folder, 'config', 'diff.renames', 'false');
  git(folder, 'config', 'log.showSignature', 'true');
  git(folder, 'replace', fix, `${fix}~1`);
  writeFileSync(join(folder, '.git/info/grafts'), `${fix}\n`);
  expect(pairs(await missed(folder))).toEqual([[fix, 'aio/store.py']]);
  expect(() => rmSync(trap)).toThrow();
});

test('a subject with control characters is escaped in the terminal, and its author only shown with --authors', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse \u001b[31mbad\u0007 keys');
  const { stdout } = await analyzer(['missed', '--engine', 'portable'], { cwd: folder });
  expect(stdout).toContain('Refuse \\e[31mbad\\u{7} keys');
  expect(stdout).not.toContain('(a)');
  const { stdout: named } = await analyzer(['missed', '--engine', 'portable', '--authors'], { cwd: folder });
  expect(named).toContain('keys (a)');
});

/** A JavaScript function that reads some files, with its list of names. */
function reader({ wait = '', names = "['a', 'b']", check = '' }): string {
  return `
export ${wait === '' ? '' : 'async '}function readAll(folder, options) {
  const listed = ${wait}folder.list(options.depth, options.filter);
${check}  const parsed = parse(${wait}folder.read(listed, options.encoding));
  const chosen = ${names};
  return ${wait}finish(parsed, listed, chosen, options.order, folder.name);
}
`;
}

test('a JavaScript copy with await has the same statements as one without', async () => {
  const folder = repository({ 'sync.js': reader({}), 'async.js': reader({ wait: 'await ' }) });
  const fix = commit(
    folder,
    { 'sync.js': reader({ check: '  if (listed.length === 0) return [];\n' }) },
    'Return early',
  );
  const result = await missed(folder);
  expect(pairs(result)).toEqual([[fix, 'async.js']]);
  expect(result.findings[0]?.hunks[0]).toMatchObject({ evidence: 'exact', merges: true });
});

test('a change of an item in a line with others is shown as a change of that line', async () => {
  const folder = repository({ 'one.js': reader({}), 'two.js': reader({}) });
  commit(folder, { 'one.js': reader({ names: "['a', 'b', 'c']" }) }, 'Add c');
  const { findings } = await missed(folder);
  expect(findings[0]?.hunks[0]?.merged.filter((line) => !line.startsWith(' '))).toEqual([
    "-  const chosen = ['a', 'b'];",
    "+  const chosen = ['a', 'b', 'c'];",
  ]);
});

test('an import in a condition is not a change of the condition', async () => {
  const start = 'import typing\n\nif typing.TYPE_CHECKING and typing.ready(1, 2, 3):\n    import first\n';
  const text = `${start}    typing.prepare(first, 1, 2, 3)\n`;
  const folder = repository({ 'one.py': text, 'two.py': text });
  commit(folder, { 'one.py': text.replace('import first\n', 'import first\n    import second\n') }, 'Import more');
  const { findings, history } = await missed(folder);
  expect({ findings, hunks: history.hunks }).toEqual({ findings: [], hunks: 0 });
});

test('changes of types, names and whole functions are put apart with their number, and listed with --include', async () => {
  const declared = `${store('Store')}\n    def drop(self, key):\n        self.backend.remove(key, self.prefix)\n        return key\n`;
  const folder = repository();
  commit(folder, { 'store.py': declared }, 'Add drop');
  const result = await missed(folder);
  expect({ findings: result.findings, apart: result.apart }).toEqual({ findings: [], apart: { declarations: 1 } });
  expect((await missed(folder, '--include', 'declarations')).findings).toHaveLength(1);
});

test('parameters of an arrow function are a change of types, and names alone are missed by no place of their own', async () => {
  const handler = (name: string, parameters: string) => [
    `export const ${name} = async ({${parameters}}) => {`,
    '  const found = await ports.lookup(channel, { timeout: 5 });',
    '  const answer = await ports.send(channel, found.port, { retry: true });',
    '  return answer.status === 200 ? answer.body : undefined;',
    '};',
    '',
  ];
  const [one, two] = [handler('one', 'ports, channel'), handler('two', 'ports, channel')];
  const folder = repository({ 'one.js': one.join('\n'), 'two.js': two.join('\n') });
  commit(folder, { 'one.js': handler('one', 'ports, log = ports, channel').join('\n') }, 'Log');
  const moved = ['const LIMIT = 3;', '', ...handler('one', 'ports, log = ports, channel')].join('\n');
  commit(folder, { 'one.js': moved.replaceAll('answer', 'reply') }, 'Say reply');
  const { findings, apart } = await missed(folder);
  expect(findings).toEqual([]);
  expect(apart).toEqual({ types: 1, renames: 1 });
  const { findings: all } = await missed(folder, '--include', 'types,renames');
  expect(all.map(({ target, class: its }) => [target, its])).toEqual([
    ['two.js', 'renames'],
    ['two.js', 'types'],
  ]);
});

test('new functions without statements are declarations, and what a copy hardly needs is unlikely', async () => {
  const start = ['from typing import overload', '', 'class Rows:'];
  const read = [
    '    def read(self, key, default=None):',
    '        found = self.backend.lookup(key, self.timeout)',
    '        self.log.debug("read", key, self.level)',
    '        return default if found is None else found',
    '',
  ];
  const typed = [
    '    @overload',
    '    def get(self, key): ...',
    '    @overload',
    '    def get(self, key, default): ...',
    '',
  ];
  const rows = (...more: string[][]) => [...start, ...more.flat()].join('\n');
  const short = (name: string, more = '') => [
    `def ${name}(job, port):`,
    '    found = ports.lookup(job.name, port.number, retry=True, limit=port.limit)',
    `    return ports.send(found, job.body, port.number, timeout=job.timeout${more})`,
    '',
  ];
  // What is looked at around ends with the next function.
  const next = (...lines: string[]) => ['def next():', ...lines.map((line) => `    ${line}`), ''];
  const jobs = (more = '') =>
    [
      ...short('start', more),
      ...next('running = []', 'limit = 5', 'states = {}', 'names = set()', 'del limit', 'return running'),
    ].join('\n');
  const folder = repository({
    'rows.py': rows(read),
    'old/rows.py': rows(read),
    'jobs.py': jobs(),
    'queue.py': [
      ...short('end'),
      ...next(
        'for key in KEYS:',
        '    print(key)',
        'if KEYS:',
        '    KEYS.clear()',
        'while wait():',
        '    pass',
        'raise done(KEYS)',
      ),
    ].join('\n'),
  });
  commit(folder, { 'rows.py': rows(read, typed) }, 'Add types');
  commit(folder, { 'jobs.py': jobs(', wait=job.wait') }, 'Wait');
  const { findings, apart } = await missed(folder);
  expect({ findings, apart }).toEqual({ findings: [], apart: { declarations: 1, unlikely: 1 } });
  const [found] = (await missed(folder, '--include', 'unlikely')).findings;
  expect(found).toMatchObject({ target: 'queue.py', class: 'unlikely', hunks: [{ class: 'behavior' }] });
  expect(found?.properties).toContain('unlike-around');
});

test('changes and copies in tests are not findings unless --without says so', async () => {
  const folder = repository({ 'store.py': files['store.py'], 'tests/store.py': store('TestStore') });
  const fix = commit(folder, fixed, 'Refuse bad keys');
  expect((await missed(folder)).findings).toEqual([]);
  expect(pairs(await missed(folder, '--without', 'vendored'))).toEqual([[fix, 'tests/store.py']]);
  const examples = repository({ 'store.py': files['store.py'], 'examples/store.py': store('MyStore') });
  const other = commit(examples, fixed, 'Refuse bad keys');
  expect((await missed(examples)).findings).toEqual([]);
  expect(pairs(await missed(examples, '--without', 'tests'))).toEqual([[other, 'examples/store.py']]);
});

test('SARIF names the copy, and Markdown shows both changes', async () => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  const { stdout } = await analyzer(['missed', '--engine', 'portable', '--format', 'sarif'], { cwd: folder });
  const [result] = JSON.parse(stdout).runs[0].results;
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('aio/store.py');
  expect(result.relatedLocations[0].physicalLocation.artifactLocation.uri).toBe('store.py');
  const { stdout: text } = await analyzer(['missed', '--engine', 'portable', '--format', 'markdown'], { cwd: folder });
  expect(text).toContain('### `aio/store.py` lacks');
  expect(text.match(/```diff/g)).toHaveLength(2);
});

test('a history of one commit, and a range without code, are empty answers with the reason', async () => {
  const folder = repository();
  const { stdout } = await analyzer(['missed', '--engine', 'portable'], { cwd: folder });
  expect(stdout).toContain('no change to compare: the history has at most one commit');
  const start = git(folder, 'rev-parse', 'HEAD');
  commit(folder, { 'README.md': 'text\n' }, 'text');
  commit(folder, { 'README.md': 'more\n' }, 'more text');
  const since = await analyzer(['missed', '--engine', 'portable', '--since', start], { cwd: folder });
  expect(since.stdout).toContain('no change to compare: no commit in the range changes code that exists today');
});

test.for([
  { args: ['--since', 'no-such'], message: 'no such revision: no-such' },
  { args: ['no-such:.'], message: 'no such revision: no-such:.' },
  { args: ['no-such-folder'], message: 'no such folder: no-such-folder' },
])('analyzer missed $args exits with 3 and names what is missing', async ({ args, message }) => {
  const { code, stderr } = await analyzer(['missed', ...args], { cwd: repository() });
  expect(code).toBe(3);
  expect(stderr).toContain(message);
});

test('a folder outside of a repository, and a repository without commits, are errors with the reason', async () => {
  const outside = await analyzer(['missed'], { cwd: folderWith({ 'a.py': 'x = 1\n' }) });
  expect(outside.code).toBe(3);
  expect(outside.stderr).toContain('no such git repository');
  const empty = folderWith({});
  git(empty, 'init', '-q');
  const { code, stderr } = await analyzer(['missed'], { cwd: empty });
  expect(code).toBe(3);
  expect(stderr).toContain('HEAD has no commit yet');
});

test.for([
  { what: 'commit', revision: 'HEAD~1' },
  { what: 'version of a file', revision: 'HEAD~2:store.py' },
])('a damaged $what is an error that names the remedy', async ({ revision }) => {
  const folder = repository();
  commit(folder, fixed, 'Refuse bad keys');
  commit(folder, { 'x.py': 'x = 1\n' }, 'more');
  const object = git(folder, 'rev-parse', revision);
  const path = join(folder, '.git/objects', object.slice(0, 2), object.slice(2));
  rmSync(path);
  writeFileSync(path, 'no object');
  const { code, stderr } = await analyzer(['missed', '--engine', 'portable'], { cwd: folder });
  expect(code).toBe(3);
  expect(stderr).toContain('git fsck');
});

test('with --index a fix in one project is a finding in another one, and projects without a history are named', async () => {
  const cwd = folderWith({ 'w/plain/setup.py': '', 'w/plain/a.py': 'A = 1\n' });
  for (const [name, content] of [
    ['port', files['aio/store.py']],
    ['shop', files['store.py']],
  ] as const) {
    writeFiles(join(cwd, 'w', name), { 'setup.py': '' });
    git(join(cwd, 'w', name), 'init', '-q', '-b', 'main');
    commit(join(cwd, 'w', name), { 'store.py': content }, 'add a store');
  }
  const fix = commit(join(cwd, 'w/shop'), fixed, 'Refuse bad keys');
  await analyzer(['workspace', 'index', 'w', '--discover', '--engine', 'portable', '--db', 'x.db'], { cwd });
  const args = ['missed', '--index', 'x.db', '--engine', 'portable', '--format', 'json'];
  const { stdout, stderr, code } = await analyzer(args, { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain('not searched: plain: ');
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  expect(pairs(document)).toEqual([[fix, 'port/store.py']]);
  expect(document.findings[0]?.hunks[0]?.origin.path).toBe('shop/store.py');
  expect(document.projects?.map(({ label }) => label)).toEqual(['port', 'shop']);
  expect(document.revision).toBeUndefined();
});

test.each([[['--index', 'x.db', '.']], [['--index', 'x.db', '--exclude', '*.js']]])(
  '%j is wrong usage',
  async (args) => {
    const { code } = await analyzer(['missed', ...args], { cwd: folderWith({}) });
    expect(code).toBe(2);
  },
);
