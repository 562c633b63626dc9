import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, onTestFinished, test } from 'vitest';
import { analyzer } from '../cli/fixture.ts';
import { LspClient, type Published } from './client-fixture.ts';

const launcher = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));
/** Generous, because the machine may be busy. */
const PATIENCE = 60_000;

/** A project that an editor shows, with one open file. */
async function opened(
  files: Record<string, string>,
  path: string,
  { isCommitted = false, index }: { isCommitted?: boolean; index?: string } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-review-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  if (isCommitted) commitAll(folder);
  const client = new LspClient([launcher, 'lsp', '--engine', 'portable', '--jobs', '1'], folder);
  const settings = index === undefined ? undefined : { analyzer: { index } };
  await client.initialize(folder, { window: { showDocument: { support: true } } }, settings);
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  const textDocument = { uri: uri(path), languageId: 'python', version: 1, text: files[path] };
  client.notify('textDocument/didOpen', { textDocument });
  const save = (text: string) => {
    write(path, text);
    client.notify('textDocument/didChange', {
      textDocument: { uri: uri(path), version: 2 },
      contentChanges: [{ text }],
    });
    client.notify('textDocument/didSave', { textDocument: { uri: uri(path) } });
  };
  return { client, uri, save };
}

const withCode = (code: string) => (it: Published) => it.diagnostics.some((its) => its.code === code);

const GOOD = 'def run(text):\n    return len(text)\n';
const BAD = '\ndef run(text):\n    return eval(text)\n';

test(
  'a contract that a saved file violates is a warning at its line until the code is fixed',
  async () => {
    const contract = { id: 'no-eval', scope: 'project', intent: 'Runs no text.', forbid: ['call:eval'] };
    const manifest = JSON.stringify({ version: '1.0', contracts: [contract] }, undefined, 1);
    const { client, uri, save } = await opened({ 'a.py': BAD, 'contracts.json': manifest }, 'a.py');
    const { diagnostics } = await client.diagnostics(withCode('contract'));
    expect(diagnostics).toMatchObject([
      {
        range: { start: { line: 2, character: 4 } },
        severity: 2,
        message: 'contract no-eval: call:eval is forbidden (eval): Runs no text.',
        relatedInformation: [{ location: { uri: uri('contracts.json'), range: { start: { line: 8 } } } }],
      },
    ]);
    save(GOOD);
    await client.diagnostics(({ diagnostics: its }) => its.length === 0);
  },
  PATIENCE,
);

/** A function of a class; the guard is the edit. */
function store(name: string, guard = false): string {
  return [
    `class ${name}:`,
    '    def put(self, key, value, seconds):',
    '        encoded = self.encoder.encode(key, self.prefix)',
    ...(guard ? ['        if not encoded.startswith(self.prefix):', '            raise ValueError("bad key")'] : []),
    '        found = self.backend.lookup(encoded, self.timeout)',
    '        self.log.debug(found, encoded, self.prefix, seconds)',
    '        self.backend.store(encoded, value, seconds)',
    '        return found',
    '',
  ].join('\n');
}

test(
  'a saved edit that a copy lacks is an information with an action that shows the merge',
  async () => {
    const files = { 'store.py': store('Store'), 'old/store.py': store('OldStore') };
    const { client, uri, save } = await opened(files, 'store.py', { isCommitted: true });
    save(store('Store', true));
    const { diagnostics } = await client.diagnostics(withCode('missed'));
    const [missed] = diagnostics.filter(({ code }) => code === 'missed');
    expect(missed).toMatchObject({
      severity: 3,
      message: 'this change merges cleanly into a copy at old/store.py:2-5; it does not have it',
      relatedInformation: [{ location: { uri: uri('old/store.py'), range: { start: { line: 1 } } } }],
    });
    const position = missed?.range.start;
    const actions = await client.request('textDocument/codeAction', {
      textDocument: { uri: uri('store.py') },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
    const titles = Array.isArray(actions) ? actions : [];
    const action = titles.find(({ title }) => title === 'Show this change in old/store.py:2');
    await client.request('workspace/executeCommand', action.command);
    const shown = client.requests.findLast(({ method }) => method === 'window/showDocument')?.params;
    expect(shown).toMatchObject({ uri: expect.stringMatching(/merge\.diff$/) });
    const text = readFileSync(fileURLToPath(String(Object(shown).uri)), 'utf8');
    expect(text).toMatch(/^--- old\/store\.py\n\+\+\+ old\/store\.py with the change of store\.py:\d+-\d+\n@@ /);
    expect(text).toContain('\n+        if not encoded.startswith(self.prefix):\n');
    await client.request('shutdown', null);
    client.notify('exit', null);
    await client.ended;
    expect(existsSync(fileURLToPath(String(Object(shown).uri)))).toBe(false);
  },
  PATIENCE,
);

const RETRY = `def retry(work, pause):
    problems = []
    for attempt in range(1, 6):
        try:
            return work(attempt)
        except OSError as problem:
            problems.append(problem)
            pause(2 ** attempt * 100)
    raise ExceptionGroup("all attempts failed", problems)
`;

test(
  'a saved function that another project of the index has is a hint, until it is removed',
  async () => {
    const other = mkdtempSync(join(tmpdir(), 'analyzer-other-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    const index = join(other, 'index.db');
    mkdirSync(join(other, 'tool'));
    writeFileSync(join(other, 'tool/again.py'), RETRY);
    const { code } = await analyzer(['workspace', 'index', join(other, 'tool'), '--engine', 'portable', '--db', index]);
    expect(code).toBe(0);
    const { client, save } = await opened({ 'a.py': GOOD }, 'a.py', { isCommitted: true, index });
    save(`${GOOD}\n${RETRY.replace('retry', 'repeat')}`);
    const { diagnostics } = await client.diagnostics(withCode('elsewhere'));
    expect(diagnostics.filter((it) => it.code === 'elsewhere')).toMatchObject([
      {
        range: { start: { line: 3 } },
        severity: 4,
        message: 'exists in tool, again.py:1 retry (identical); import it: from again import retry',
      },
    ]);
    save(GOOD);
    await client.diagnostics(({ diagnostics: its }) => its.length === 0);
  },
  PATIENCE,
);

test(
  'an index that does not exist is one message, and contracts are still checked',
  async () => {
    const contract = { id: 'no-eval', scope: 'project', intent: 'Runs no text.', forbid: ['call:eval'] };
    const files = { 'a.py': BAD, 'contracts.json': JSON.stringify({ version: '1.0', contracts: [contract] }) };
    const { client, save } = await opened(files, 'a.py', { index: 'no/index.db' });
    await client.diagnostics(withCode('contract'));
    save(GOOD);
    await client.diagnostics(({ diagnostics: its }) => its.length === 0);
    const shown = client.notifications.map((it) => JSON.stringify(it)).filter((it) => it.includes('other projects'));
    expect(shown).toEqual([expect.stringMatching(/code of other projects is not shown: .*no\/index\.db/)]);
  },
  PATIENCE,
);
