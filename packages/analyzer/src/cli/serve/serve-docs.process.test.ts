import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_RESULT_BYTES } from '@analyzer/core/query/query.ts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import { REQUEST_SECONDS } from '@analyzer/core/service/service.ts';
import { TOKEN_VARIABLE } from '@analyzer/core/service/token.ts';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { analyzer, launcher, runChild } from '../fixture.ts';
import { startServer } from './fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const page = readFileSync(join(repository, 'docs/operate/serve.md'), 'utf8');
const TOKEN = '0123456789abcdef0123456789abcdef';

/** The folder of a reader who followed the page, with an index, and with the programs that the page runs. */
const folder = mkdtempSync(join(tmpdir(), 'analyzer-serve-docs-'));
const db = join(folder, '.analyzer/index.db');

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(folder, 'work'), { recursive: true });
  expect(await analyzer(['workspace', 'index', 'work', '--discover'], { cwd: folder })).toMatchObject({ code: 0 });
  mkdirSync(join(folder, 'bin'));
  // In a clone, `npx analyzer` runs this program.
  const run = `exec ${process.execPath} ${launcher} "$@"\n`;
  const npx = `#!/bin/sh\n[ "$1" = --no ] && shift\n[ "$1" = analyzer ] || exit 9\nshift\n${run}`;
  writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
  writeFileSync(join(folder, 'bin/analyzer'), `#!/bin/sh\n${run}`, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a section. */
function section(heading: string): string {
  const [, text = ''] = page.split(`\n## ${heading}\n`);
  return text.split('\n## ')[0] ?? '';
}

/** The code blocks of a language in a text. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^\`]*(?:\`[^\`]+)*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

const environment = (): Record<string, string> => ({
  PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
  [TOKEN_VARIABLE]: TOKEN,
});

describe('each configuration of an MCP client starts the server', () => {
  const agents = readFileSync(join(repository, 'docs/use/agents.md'), 'utf8');
  const configurations = [...blocks(section('MCP'), 'json'), ...blocks(agents, 'json')];

  test('for three clients, and two with the tools of agents', () => expect(configurations).toHaveLength(5));

  test.each(configurations.map((text) => [text.includes('"servers"') ? 'VS Code' : 'Claude', text]))(
    '%s',
    async (_client, text) => {
      const { servers, mcpServers } = JSON.parse(text);
      const { command, args, env } = (servers ?? mcpServers).analyzer;
      const words = args.map((word: string) => word.replace(/^.*\/\.analyzer\/index\.db$/, db));
      expect(words).toContain(db);
      const client = new Client({ name: 'test', version: '1' });
      const all = { ...environment(), ...env };
      // A client starts `npx` without a terminal, where it would install the other package without a question.
      if (command === 'npx') expect(words[0]).toBe('--no');
      const program = join(folder, 'bin', basename(command));
      await client.connect(new StdioClientTransport({ command: program, args: words, env: all }));
      onTestFinished(() => client.close());
      const { structuredContent, content } = await client.callTool({ name: 'analyzer_clones', arguments: {} });
      expect(content).toMatchObject([{ text: expect.stringMatching(/^items: /) }]);
      if (words.includes('core')) expect(structuredContent).toBeUndefined();
      else expect(structuredContent).toMatchObject({ operation: 'clones' });
    },
  );
});

describe('each example of REST', () => {
  test('with curl answers', async () => {
    const { port } = await startServer('rest', db, { [TOKEN_VARIABLE]: TOKEN });
    const [curl = ''] = blocks(section('REST'), '').filter((code) => code.startsWith('curl'));
    const script = curl.replace('127.0.0.1:8400', `127.0.0.1:${port}`);
    expect(script).not.toBe(curl);
    const { code, stdout } = await runChild('bash', ['-c', script], { env: environment() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ operation: 'clones', data: { page: { limit: 10 } } });
  });

  test('with Python answers', async () => {
    const { port } = await startServer('rest', db, { [TOKEN_VARIABLE]: TOKEN });
    const [python = ''] = blocks(section('REST'), 'python');
    const script = python.replace('127.0.0.1:8400', `127.0.0.1:${port}`);
    expect(script).not.toBe(python);
    const { code, stdout, stderr } = await runChild('python3', ['-c', script], { env: environment() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('function-body');
  });
});

test('the example of grpcurl sends a request that the server answers', async () => {
  const [grpcurl = ''] = blocks(section('gRPC'), '').filter((code) => code.startsWith('grpcurl'));
  // The real grpcurl is not installed: this one prints its arguments.
  writeFileSync(join(folder, 'bin/grpcurl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const { stdout } = await runChild('bash', ['-c', grpcurl], { env: environment() });
  const words = stdout.trimEnd().split('\n');
  expect(words.slice(-2)).toEqual(['127.0.0.1:50051', 'analyzer.v1.Analyzer/Query']);
  expect(words).toContain(`authorization: Bearer ${TOKEN}`);
  const { json_utf8: encoded } = JSON.parse(words[words.indexOf('-d') + 1] ?? '');
  const stdin = Buffer.from(encoded, 'base64');
  const answer = await analyzer(['workspace', 'query', '--db', db, '--request', '-'], { stdin });
  expect(JSON.parse(answer.stdout)).toMatchObject({ operation: 'summary' });
});

test('the commands of the page run', async () => {
  const commands = ['contracts --dir contracts', 'serve rest', 'serve grpc', 'workspace index ~/work --discover'];
  for (const command of commands) expect(page).toContain(`npx analyzer ${command}`);
  const script = 'npx analyzer contracts --dir contracts && cd contracts && sha256sum -c SHA256SUMS';
  expect(await runChild('bash', ['-c', script], { cwd: folder, env: environment() })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('analyzer/v1/analyzer.proto: OK'),
  });
  // The Python examples of gRPC need packages of PyPI: `npm run peers` runs them.
});

describe('the page names', () => {
  test('the options and default ports of the commands', async () => {
    const helps = await Promise.all(['rest', 'grpc', 'mcp'].map((name) => analyzer(['serve', name, '--help'])));
    const help = helps.map(({ stdout }) => stdout).join('\n');
    const rows = [...page.matchAll(/^\| `(--[a-z-]+)`/gm)].map(([, flag]) => flag);
    const flags = new Set(help.match(/(?<![\w-])--[a-z-]+/g));
    expect([...rows, '--help'].sort()).toEqual([...flags].sort());
    const ports = [...help.matchAll(/port \(default (\d+)\)/g)].map(([, port]) => port);
    expect(ports).toHaveLength(2);
    for (const port of ports) expect(page).toContain(`(default ${port})`);
  });

  test('exactly the routes that the server describes', async () => {
    const { port } = await startServer('rest', db);
    const description: unknown = await (await fetch(`http://127.0.0.1:${port}/v1/openapi.json`)).json();
    const described = Object.entries(Object(Reflect.get(Object(description), 'paths'))).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = [...section('REST').matchAll(/^\| `((?:GET|POST) [^`]+)`/gm)].map(([, route]) => route);
    expect(rows).toEqual(described);
  });

  test('the methods of the gRPC service', () => {
    const definition = readFileSync(join(repository, 'packages/contracts/proto/analyzer/v1/analyzer.proto'), 'utf8');
    const methods = [...definition.matchAll(/^ {2}rpc (\w+)/gm)].map(([, name]) => name);
    expect([...section('gRPC').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(methods);
  });

  test('the limits of the code', () => {
    const mib = 1024 * 1024;
    expect(section('REST')).toContain(
      `at most ${MAX_REQUEST_BYTES / mib} MiB, is complete within ${REQUEST_SECONDS} seconds`,
    );
    expect(MAX_RESULT_BYTES).toBe(MAX_REQUEST_BYTES - 64 * 1024);
    expect(section('REST')).toContain('at most 8 MiB less 64 KiB');
    expect(section('gRPC')).toContain(`not complete after ${REQUEST_SECONDS} seconds`);
    expect(section('Access')).toContain(TOKEN_VARIABLE);
  });
});
