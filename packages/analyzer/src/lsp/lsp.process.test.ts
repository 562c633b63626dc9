import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LspClient, type Published, RequestError } from './client-fixture.ts';

const launcher = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));
const python = (name: string) => `def ${name}(a, b):\n    return [a + b, a - b, a * b]\n`;
/** Generous, because the machine may be busy. */
const PATIENCE = 60_000;

interface Opened {
  client: LspClient;
  folder: string;
  uri: (path: string) => string;
  open: (path: string, text?: string) => void;
  edit: (path: string, version: number, text: string) => void;
}

async function opened(files: Record<string, string>, capabilities: object = {}): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const client = new LspClient([launcher, 'lsp', '--stdio', '--engine', 'portable', '--jobs', '1'], folder);
  await client.initialize(folder, capabilities);
  const uri = (path: string) => pathToFileURL(join(folder, path)).href;
  const open = (path: string, text = readFileSync(join(folder, path), 'utf8')) => {
    client.notify('textDocument/didOpen', {
      textDocument: { uri: uri(path), languageId: 'python', version: 1, text },
    });
  };
  const edit = (path: string, version: number, text: string) => {
    client.notify('textDocument/didChange', { textDocument: { uri: uri(path), version }, contentChanges: [{ text }] });
  };
  return { client, folder, uri, open, edit };
}

const about = (uri: string, count: number) => (it: Published) => it.uri === uri && it.diagnostics.length === count;

/** The code of the error that answers a request. */
async function errorCode(answer: Promise<unknown>): Promise<number | undefined> {
  const error = await answer.then(() => undefined).catch((reason: unknown) => reason);
  return error instanceof RequestError ? error.code : undefined;
}

describe('analyzer lsp', () => {
  test(
    'answers requests before initialize and after shutdown with the errors of the protocol',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const client = new LspClient([launcher, 'lsp'], folder);
      const hover = { textDocument: { uri: 'file:///a.py' }, position: { line: 0, character: 0 } };
      expect(await errorCode(client.request('textDocument/hover', hover))).toBe(-32002);
      expect(await errorCode(client.request('no/such', {}))).toBe(-32002);
      expect(await errorCode(client.request('shutdown', null))).toBe(-32002);
      await client.initialize(folder);
      expect(await errorCode(client.request('initialize', { capabilities: {} }))).toBe(-32600);
      expect(await errorCode(client.request('no/such', {}))).toBe(-32601);
      const noJson = client.unknownError();
      client.sendText('{"jsonrpc": "2.0", "id": 9, ');
      expect(await noJson).toBe(-32700);
      expect(await errorCode(client.request('textDocument/hover', {}))).toBe(-32602);
      await client.request('shutdown', null);
      expect(await errorCode(client.request('textDocument/hover', hover))).toBe(-32600);
      expect(await errorCode(client.request('no/such', {}))).toBe(-32600);
      client.notify('exit', null);
      expect(await client.ended).toBe(0);
    },
    PATIENCE,
  );

  test(
    'answers for a file of 1,000 similar functions with less than 200 kB, and resolves lenses when they are shown',
    async () => {
      const step = (at: number) => `    total = mix(total, a.f${at}, b + ${at}, c.n${at})\n`;
      const similar = Array.from({ length: 1000 }, (_, at) => {
        const body = Array.from({ length: 12 }, (_, line) => step(line === at % 12 ? 1000 + at : line));
        return `def f${at}(total, a, b, c):\n${body.join('')}    return total\n`;
      });
      const { client, uri, open } = await opened({ 'a.py': similar.join('') });
      open('a.py');
      const { diagnostics } = await client.diagnostics((it) => it.diagnostics.length > 0);
      expect(client.length).toBeLessThan(200_000);
      expect(diagnostics).toHaveLength(301);
      expect(diagnostics.at(-1)?.message).toBe('700 more copies in this file are not marked: analyzer scan lists all');
      const textDocument = { uri: uri('a.py') };
      const lenses = await client.request('textDocument/codeLens', { textDocument });
      expect(client.length).toBeLessThan(200_000);
      expect(lenses).toHaveLength(300);
      const [lens] = Array.isArray(lenses) ? lenses : [];
      expect(await client.request('codeLens/resolve', lens)).toMatchObject({
        command: { title: '999 other copies (similar)' },
      });
      expect(client.length).toBeLessThan(20_000);
    },
    PATIENCE,
  );

  test(
    'shows copies in new files that are not saved, and in documents without a file',
    async () => {
      const { client, uri, open } = await opened({ 'a.py': python('f') });
      open('new.py', python('g'));
      expect(await client.diagnostics(about(uri('new.py'), 1))).toMatchObject({
        diagnostics: [{ message: 'identical: f in a.py:1' }],
      });
      const textDocument = { uri: 'untitled:Untitled-1', languageId: 'python', version: 1, text: python('h') };
      client.notify('textDocument/didOpen', { textDocument });
      const more = await client.diagnostics(
        (it) => it.uri === uri('new.py') && it.diagnostics[0]?.relatedInformation.length === 2,
      );
      expect(more.diagnostics[0]?.relatedInformation[1]?.location.uri).toBe('untitled:Untitled-1');
      const { diagnostics } = await client.diagnostics(about('untitled:Untitled-1', 1));
      expect(diagnostics[0]?.relatedInformation.map(({ location }) => location.uri)).toEqual([
        uri('a.py'),
        uri('new.py'),
      ]);
      client.notify('textDocument/didClose', { textDocument });
      await client.diagnostics(about('untitled:Untitled-1', 0));
      await client.diagnostics((it) => it.uri === uri('new.py') && it.diagnostics[0]?.relatedInformation.length === 1);
    },
    PATIENCE,
  );

  test(
    'analyzes while edits go on without a pause',
    async () => {
      const { client, uri, open, edit } = await opened({ 'a.py': python('f'), 'b.py': '' });
      open('b.py');
      await client.request('textDocument/codeLens', { textDocument: { uri: uri('b.py') } });
      let version = 1;
      const typing = setInterval(() => edit('b.py', ++version, `${'\n'.repeat(version)}${python('f')}`), 50);
      try {
        await client.diagnostics(about(uri('b.py'), 1));
        await client.diagnostics((it) => it.uri === uri('b.py') && (it.version ?? 0) < version);
      } finally {
        clearInterval(typing);
      }
    },
    PATIENCE,
  );

  test(
    'answers an editor that asks for diagnostics, and sends it none',
    async () => {
      const { client, uri, open } = await opened(
        { 'a.py': python('f'), 'b.py': python('f') },
        { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      );
      open('a.py');
      expect(await client.request('textDocument/diagnostic', { textDocument: { uri: uri('a.py') } })).toMatchObject({
        kind: 'full',
        items: [{ message: 'identical: f in b.py:1' }],
      });
      const all = await client.request('workspace/diagnostic', { previousResultIds: [] });
      expect(all).toMatchObject({ items: [{ kind: 'full', uri: uri('a.py'), version: 1, items: [{}] }] });
      const [{ resultId: value }] = Object(all).items;
      const previousResultIds = [{ uri: uri('a.py'), value }];
      expect(await client.request('workspace/diagnostic', { previousResultIds })).toMatchObject({
        items: [{ kind: 'unchanged', uri: uri('a.py'), resultId: value }],
      });
      expect(client.received).toBe(0);
      await expect.poll(() => client.requests.map(({ method }) => method)).toContain('workspace/diagnostic/refresh');
    },
    PATIENCE,
  );

  test(
    'shows progress while a project is read, and reads rules again when settings change',
    async () => {
      const { client, folder, uri, open } = await opened(
        { 'a.py': python('f'), 'b.py': python('f') },
        { window: { workDoneProgress: true } },
      );
      open('a.py');
      await client.diagnostics(about(uri('a.py'), 1));
      await expect.poll(() => client.notifications.map(({ method }) => method)).toEqual(['$/progress', '$/progress']);
      expect(client.requests.map(({ method }) => method)).toEqual(['window/workDoneProgress/create']);
      expect(client.notifications.map(({ params }) => Object(params).value.kind)).toEqual(['begin', 'end']);
      writeFileSync(join(folder, '.analyzerignore'), 'b.py\n');
      client.notify('workspace/didChangeConfiguration', { settings: null });
      await client.diagnostics(about(uri('a.py'), 0));
    },
    PATIENCE,
  );

  test(
    'follows folders that the editor adds and removes',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      for (const name of ['a.py', 'b.py']) writeFileSync(join(folder, name), python('f'));
      const client = new LspClient([launcher, 'lsp', '--engine', 'portable'], folder);
      const capabilities = { workspace: { workspaceFolders: true } };
      await client.request('initialize', { processId: null, rootUri: null, workspaceFolders: [], capabilities });
      client.notify('initialized', {});
      const document = { uri: pathToFileURL(join(folder, 'a.py')).href, languageId: 'python', version: 1 };
      client.notify('textDocument/didOpen', { textDocument: { ...document, text: python('f') } });
      const project = { uri: pathToFileURL(folder).href, name: 'project' };
      client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [project], removed: [] } });
      await client.diagnostics(about(document.uri, 1));
      client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [project] } });
      await client.diagnostics(about(document.uri, 0));
    },
    PATIENCE,
  );

  test(
    'announces its abilities',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const client = new LspClient([launcher, 'lsp'], folder);
      expect(await client.initialize(folder)).toMatchObject({
        serverInfo: { name: 'analyzer' },
        capabilities: {
          textDocumentSync: { openClose: true, change: 2, save: true },
          hoverProvider: true,
          referencesProvider: true,
          codeLensProvider: { resolveProvider: true },
          diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
          executeCommandProvider: {
            commands: [
              'analyzer.showCopies',
              'analyzer.open',
              'analyzer.compare',
              'analyzer.draft',
              'analyzer.showMerge',
            ],
          },
          positionEncoding: 'utf-16',
        },
      });
      await client.request('shutdown', null);
      client.notify('exit', null);
      expect(await client.ended).toBe(0);
      expect(client.stderr).toBe('');
    },
    PATIENCE,
  );

  test(
    'shows copies of unsaved text as diagnostics, locations, code lenses and hovers',
    async () => {
      const { client, uri, open, edit } = await opened({
        'a.py': python('total'),
        'b.py': `x = 1\n\n\n${python('sum')}`,
        'c.py': '',
      });
      open('a.py');
      const { diagnostics } = await client.diagnostics(about(uri('a.py'), 1));
      expect(diagnostics).toMatchObject([
        {
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 9 } },
          severity: 3,
          code: 'g_1525bc4e039924524a86',
          message: 'identical: sum in b.py:4',
          relatedInformation: [
            { location: { uri: uri('b.py'), range: { start: { line: 3 } } }, message: 'sum in b.py:4' },
          ],
        },
      ]);
      // Unsaved text of another document.
      open('c.py');
      edit(
        'c.py',
        2,
        `class C:\n    def own(self, one, two):\n        return [one + two, one - two, one * two]\n${python('f')}`,
      );
      const at = { textDocument: { uri: uri('c.py') }, position: { line: 4, character: 6 } };
      // A request waits for the analysis of the newest text.
      expect(
        await client.request('textDocument/references', { ...at, context: { includeDeclaration: false } }),
      ).toEqual([
        { uri: uri('a.py'), range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } } },
        { uri: uri('b.py'), range: { start: { line: 3, character: 0 }, end: { line: 5, character: 0 } } },
      ]);
      expect(await client.request('textDocument/hover', at)).toMatchObject({
        contents: {
          kind: 'markdown',
          value: `**3 copies: identical**, 16 syntax nodes, \`g_1525bc4e039924524a86\`\n\n- [total in a.py:1](${uri('a.py')}#L1)\n- [sum in b.py:4](${uri('b.py')}#L4)`,
        },
      });
      const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 5 } };
      expect(await client.request('textDocument/codeLens', { textDocument: at.textDocument })).toEqual([
        { range, data: uri('c.py') },
      ]);
      expect(await client.request('codeLens/resolve', { range, data: uri('c.py') })).toMatchObject({
        range,
        command: {
          title: '2 other copies (identical)',
          command: 'analyzer.showCopies',
          arguments: [uri('c.py'), { line: 3 }, [{ uri: uri('a.py') }, { uri: uri('b.py') }]],
        },
      });
      // Elsewhere there is nothing.
      const elsewhere = { ...at, position: { line: 0, character: 0 } };
      expect(await client.request('textDocument/hover', elsewhere)).toBeNull();
      expect(
        await client.request('textDocument/references', { ...elsewhere, context: { includeDeclaration: true } }),
      ).toBeNull();
      // The other open document has one more copy.
      const more = await client.diagnostics(
        (it) => it.uri === uri('a.py') && it.diagnostics[0]?.relatedInformation.length === 2,
      );
      expect(more.diagnostics[0]?.message).toBe('identical: sum in b.py:4 and 1 more');
      // Closed without saving: the file on disk counts again.
      client.notify('textDocument/didClose', { textDocument: at.textDocument });
      await client.diagnostics((it) => it.uri === uri('a.py') && it.diagnostics[0]?.relatedInformation.length === 1);
      client.end();
      // As the protocol defines it for a connection that closes without a request to shut down.
      expect(await client.ended).toBe(1);
    },
    PATIENCE,
  );

  test(
    'writes a comment that silences a copy, with which it has no diagnostic',
    async () => {
      const method = python('sum').replace(/^/gm, '    ').trimEnd();
      const { client, uri, open, edit } = await opened({ 'a.py': python('total'), 'b.py': `class B:\n${method}\n` });
      open('b.py');
      await client.diagnostics(about(uri('b.py'), 1));
      const position = { line: 1, character: 8 };
      const request = { textDocument: { uri: uri('b.py') }, range: { start: position, end: position } };
      const actions = await client.request('textDocument/codeAction', { ...request, context: { diagnostics: [] } });
      const comment = '    # analyzer-ignore-next-function: copy of total in a.py:1\n';
      const at = { line: 1, character: 0 };
      expect(actions).toMatchObject([
        { title: 'Open total in a.py:1', command: { command: 'analyzer.open' } },
        { title: 'Compare with total in a.py:1', command: { command: 'analyzer.compare' } },
        { title: 'Show one function for these 2 copies', command: { command: 'analyzer.draft' } },
        {
          title: 'Ignore this copy with a comment',
          edit: { changes: { [uri('b.py')]: [{ range: { start: at, end: at }, newText: comment }] } },
        },
      ]);
      edit('b.py', 2, `class B:\n${comment}${method}\n`);
      await client.diagnostics(about(uri('b.py'), 0));
      client.end();
      await client.ended;
    },
    PATIENCE,
  );

  test(
    'shows similar functions with their similarity, and copied blocks',
    async () => {
      const steps = Array.from(
        { length: 8 },
        (_, at) => `    if y[${at}]:\n        x.append(y[${at}].price * y[${at}].count - ${at})\n`,
      ).join('');
      const { client, uri, open } = await opened({
        'a.py': `def f(y):\n    x = []\n${steps}    return sum(x)\n`,
        'b.py': '',
        'c.py': '',
      });
      open('b.py', `def g(y):\n    x = []\n${steps}    x.append(len(y))\n    return sum(x)\n`);
      const similar = await client.diagnostics(about(uri('b.py'), 1));
      expect(similar.diagnostics).toMatchObject([
        { code: 'near', message: expect.stringMatching(/^similar: f in a\.py:1, \d\d % similar$/) },
      ]);
      const at = { textDocument: { uri: uri('b.py') }, position: { line: 3, character: 6 } };
      expect(await client.request('textDocument/hover', at)).toMatchObject({
        contents: { value: expect.stringMatching(/^\*\*2 copies: similar\*\*, .*#L1\), \d\d % similar$/s) },
      });
      const other = Array.from({ length: 30 }, (_, row) => `    print(y, "${row}", ${row} ** 2, not y)\n`).join('');
      open('c.py', `def h(x, y):\n${other}${steps}    return y\n`);
      const block = await client.diagnostics(about(uri('c.py'), 1));
      expect(block.diagnostics).toMatchObject([
        {
          range: { start: { line: 31 } },
          code: expect.stringMatching(/^g_[0-9a-f]{20}$/),
          message: 'identical block: f in a.py:3 and 1 more',
        },
      ]);
      client.end();
      await client.ended;
    },
    PATIENCE,
  );

  test(
    'does not analyze each edit of a burst',
    async () => {
      const { client, uri, open, edit } = await opened({ 'a.py': python('f'), 'b.py': '' });
      open('b.py');
      for (let version = 2; version < 100; version++) edit('b.py', version, `${'\n'.repeat(version)}${python('f')}`);
      const last = await client.diagnostics(({ version }) => version === 99);
      expect(last.diagnostics).toMatchObject([{ code: 'g_1525bc4e039924524a86', range: { start: { line: 99 } } }]);
      // Once, unless the machine pauses the server in the middle of the burst.
      expect(client.received).toBeLessThan(10);
      expect(
        await client.request('textDocument/hover', {
          textDocument: { uri: uri('b.py') },
          position: { line: 99, character: 0 },
        }),
      ).not.toBeNull();
      expect(client.unread).toBe(0);
    },
    PATIENCE,
  );

  test(
    'shows import cycles that did not exist at the start, at the import',
    async () => {
      const { client, uri, open, edit } = await opened({
        'a.py': 'import b\n',
        'b.py': 'import a\n',
        'c.py': 'import d\n',
        'd.py': 'x = 1\n',
      });
      open('a.py');
      open('d.py');
      edit('d.py', 2, 'x = 1\nimport c\n');
      const { diagnostics } = await client.diagnostics(about(uri('d.py'), 1));
      expect(diagnostics).toMatchObject([
        {
          range: { start: { line: 1, character: 0 }, end: { line: 1, character: 8 } },
          severity: 2,
          code: 'import-cycle',
          message: 'new import cycle: c.py -> d.py -> c.py',
        },
      ]);
      edit('d.py', 3, 'x = 1\n');
      await client.diagnostics(about(uri('d.py'), 0));
      expect(client.unread).toBe(0);
    },
    PATIENCE,
  );

  test(
    'follows files that others change, and files that are saved for the first time',
    async () => {
      const { client, folder, uri, open, edit } = await opened({
        'a.py': python('f'),
        '.analyzerignore': 'ignored.py\n',
      });
      writeFileSync(join(folder, 'ignored.py'), python('g'));
      open('a.py');
      open('ignored.py');
      open('new.py', 'x = 1\n');
      writeFileSync(join(folder, 'b.py'), python('f'));
      await client.diagnostics(about(uri('a.py'), 1));
      writeFileSync(join(folder, 'new.py'), python('g'));
      edit('new.py', 2, python('g'));
      client.notify('textDocument/didSave', { textDocument: { uri: uri('new.py') } });
      await client.diagnostics(about(uri('new.py'), 1));
      rmSync(join(folder, 'b.py'));
      rmSync(join(folder, 'new.py'));
      await client.diagnostics(about(uri('a.py'), 0));
    },
    PATIENCE,
  );

  test(
    'opens another copy for a code lens, and asks for new lenses',
    async () => {
      const capabilities = {
        window: { showDocument: { support: true } },
        workspace: { codeLens: { refreshSupport: true } },
      };
      const { client, uri, open } = await opened({ 'a.py': python('f'), 'b.py': `\n${python('f')}` }, capabilities);
      open('a.py');
      await client.diagnostics(about(uri('a.py'), 1));
      const command = { command: 'analyzer.showCopies', arguments: [uri('a.py'), { line: 0, character: 0 }, []] };
      expect(await client.request('workspace/executeCommand', command)).toBeNull();
      expect(client.requests.map(({ method }) => method)).toEqual([
        'workspace/codeLens/refresh',
        'window/showDocument',
      ]);
      expect(client.requests.at(-1)?.params).toMatchObject({ uri: uri('b.py'), selection: { start: { line: 1 } } });
      const copy = (path: string, start: number) => ({
        uri: uri(path),
        range: { start: { line: start, character: 0 }, end: { line: start + 2, character: 0 } },
      });
      const compare = { command: 'analyzer.compare', arguments: [copy('a.py', 0), copy('b.py', 1)] };
      await client.request('workspace/executeCommand', compare);
      const shown = fileURLToPath(Object(client.requests.at(-1)?.params).uri);
      expect(readFileSync(shown, 'utf8')).toMatch(
        /^--- .*a\.py:1-2\n\+\+\+ .*b\.py:2-3\n@@ no difference @@\n def f\(a, b\):\n/,
      );
    },
    PATIENCE,
  );

  test(
    'reports a folder that cannot be read, and answers requests',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const client = new LspClient([launcher, 'lsp', 'nowhere'], folder);
      await client.initialize(folder);
      const textDocument = { uri: pathToFileURL(join(folder, 'a.py')).href };
      client.notify('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'python', version: 1, text: '' },
      });
      expect(await client.request('textDocument/codeLens', { textDocument })).toBeNull();
      expect(client.notifications).toMatchObject([
        { method: 'window/showMessage', params: { type: 1, message: 'analyzer: no such folder: nowhere.' } },
      ]);
    },
    PATIENCE,
  );
});

test('help', async () => {
  const { analyzer } = await import('../cli/fixture.ts');
  const { code, stdout } = await analyzer(['lsp', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(
    fileURLToPath(new URL('../../../../fixtures/cli/help.lsp.txt', import.meta.url)),
  );
});
