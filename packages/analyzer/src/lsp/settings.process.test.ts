import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LspClient } from './client-fixture.ts';

const launcher = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));
const python = (name: string) => `def ${name}(a, b):\n    return [a + b, a - b, a * b]\n`;
/** Generous, because the machine may be busy. */
const PATIENCE = 60_000;
const FILES = { 'a.py': python('first'), 'b.py': python('second'), 'old/c.py': python('third') };

interface Asked {
  capabilities?: object;
  initializationOptions?: unknown;
  /** The answer to `workspace/configuration`. */
  configuration?: unknown;
  args?: readonly string[];
}

/** A client that has opened a.py, and the number of other copies that its next diagnostics show. */
async function opened({ capabilities, initializationOptions, configuration, args = [] }: Asked, files: object = FILES) {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const client = new LspClient([launcher, 'lsp', '--engine', 'portable', '--jobs', '1', ...args], folder);
  if (configuration !== undefined) client.results.set('workspace/configuration', [configuration]);
  await client.initialize(folder, capabilities, initializationOptions);
  const uri = pathToFileURL(join(folder, 'a.py')).href;
  const text = readFileSync(join(folder, 'a.py'), 'utf8');
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
  const shows = async (count: number) => {
    await client.diagnostics(
      ({ diagnostics }) =>
        diagnostics.reduce((sum, { relatedInformation: others }) => sum + others.length, 0) === count,
    );
  };
  return { client, shows };
}

const change = (client: LspClient, analyzer: unknown) =>
  client.notify('workspace/didChangeConfiguration', { settings: { analyzer, other: { a: 1 } } });

test(
  'the settings of initialize and of didChangeConfiguration apply, and diagnostics are published again',
  async () => {
    const { client, shows } = await opened({ initializationOptions: { exclude: ['old/'] } });
    await shows(1);
    change(client, { exclude: [] });
    await shows(2);
    change(client, { min_nodes: 200 });
    await shows(0);
    change(client, { exclude: ['b.py'], min_nodes: 5 });
    await shows(1);
    expect(client.stderr).toBe('');
  },
  PATIENCE,
);

test(
  'an editor that answers workspace/configuration is asked before a project is read and after each notification',
  async () => {
    const { client, shows } = await opened({
      capabilities: {
        workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
      },
      configuration: { exclude: ['old/'] },
    });
    await shows(1);
    expect(client.requests.map(({ method }) => method)).toContain('client/registerCapability');
    client.results.set('workspace/configuration', [{ exclude: ['old/', 'b.py'] }]);
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await shows(0);
    const asked = client.requests.filter(({ method }) => method === 'workspace/configuration');
    expect(asked.map(({ params }) => params)).toEqual(Array(2).fill({ items: [{ section: 'analyzer' }] }));
  },
  PATIENCE,
);

test(
  'invalid and unknown settings are messages, and valid ones beside them apply',
  async () => {
    const { client, shows } = await opened({ initializationOptions: { analyzer: { exclude: ['old/'] } } });
    await shows(1);
    change(client, { exclud: ['b.py'], min_nodes: 0, without: ['test'], exclude: ['b.py', 'old/'], max_bytes: 'x' });
    await shows(0);
    await client.notified('max_bytes must be integer');
    const texts = client.notifications.flatMap(({ method, params }) =>
      method === 'window/showMessage' ? [JSON.stringify(params)] : [],
    );
    expect(texts).toEqual([
      '{"type":2,"message":"analyzer: unknown setting exclud; did you mean exclude?"}',
      '{"type":2,"message":"analyzer: the setting min_nodes must be >= 1"}',
      '{"type":2,"message":"analyzer: the setting without/0 must be tests or vendored or generated or examples or benchmarks or configuration"}',
      '{"type":2,"message":"analyzer: the setting max_bytes must be integer"}',
    ]);
  },
  PATIENCE,
);

test(
  'an option of the command line has precedence over a setting, a setting over analyzer.json, and the contracts are those that it names',
  async () => {
    const contracts = JSON.stringify({
      contracts: [{ scope: 'module:*.py', intent: 'Uses no json.', forbid: ['import:json'] }],
    });
    const files = {
      ...FILES,
      'a.py': `import json\n${python('first')}`,
      'own.json': contracts,
      'analyzer.json': JSON.stringify({ schema: 'analyzer.config.v1', exclude: ['old/'], min_near_nodes: 40 }),
    };
    const { client } = await opened({ args: ['--min-nodes', '200'] }, files);
    change(client, { min_nodes: 5, contracts: 'own.json' });
    const found = await client.diagnostics(({ diagnostics }) => diagnostics.length > 0);
    expect(found.diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('Uses no json.')]);
  },
  PATIENCE,
);
