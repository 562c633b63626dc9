import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestServer } from '@analyzer/core/postgres/postgres-fixture.ts';
import { ANALYZER } from '../../folders.ts';
import { startPostgres } from '../../postgres-server.ts';
import { entryPoints } from '../entries/entry-points.ts';
import type { Child, Expected } from '../entries/watched-run.ts';

type Command = readonly [program: string, ...args: string[]];

/** A program whose time, memory and output are measured over a family. */
export interface Program extends Expected {
  name: string;
  /** The project is the work tree of a repository whose commit has the family with half the size. */
  ofChange?: true;
  /** @returns what is measured */
  prepare(project: string, scratch: string): Command | Promise<Command>;
  /** Ends what the preparation started. */
  end?(): Promise<void>;
}

export function entryPrograms(native: string): Program[] {
  return entryPoints(native).map(({ name, command }) => ({ name, prepare: command }));
}

/** Entry points of projects, and commands that compare or serve them, with each engine. */
export function programs(native: string): Program[] {
  const commands = ['native', 'portable'].flatMap((engine) => {
    const options = ['--engine', engine, ...(engine === 'native' ? ['--rust-bin', native] : [])];
    const analyzer = (command: string, ...args: string[]): Command => [
      process.execPath,
      ANALYZER,
      command,
      ...args,
      ...options,
    ];
    const document = (scratch: string) => ['--format', 'json', '-o', join(scratch, 'document.json')];
    const prefix = engine === 'native' ? '' : 'portable-';
    return [
      {
        name: `${prefix}map`,
        prepare: (project, scratch) =>
          analyzer(
            'map',
            ...[project, '--db', join(scratch, 'index.db'), '-o', join(scratch, 'map.html')],
            // By default its portable engine uses a cache, which would have the files of an earlier run.
            ...(engine === 'portable' ? ['--cache-dir', join(scratch, 'cache')] : []),
          ),
      },
      {
        name: `${prefix}check`,
        ofChange: true,
        codes: [0, 1],
        prepare: (project, scratch) => analyzer('check', project, '--against', 'HEAD', ...document(scratch)),
      },
      {
        name: `${prefix}diff`,
        ofChange: true,
        prepare: (project, scratch) => analyzer('diff', `HEAD:${project}`, project, ...document(scratch)),
      },
      languageServer(`${prefix}lsp`, options),
      worker(`${prefix}worker`, options),
    ] satisfies Program[];
  });
  return [...entryPrograms(native), ...commands];
}

/** It answers the diagnostics of all documents, then of one that changed. */
function languageServer(name: string, options: readonly string[]): Program {
  let project = '';
  return {
    name,
    prepare: (folder) => {
      project = folder;
      return [process.execPath, ANALYZER, 'lsp', folder, ...options];
    },
    talk: (child) => askDiagnostics(child, project),
  };
}

function askDiagnostics(child: Child, project: string): void {
  const path = readdirSync(project, { recursive: true, encoding: 'utf8' }).find((name) =>
    /\.(js|py|sh|ts|jsx|php)$/.test(name),
  );
  const file = join(project, path ?? '');
  const uri = pathToFileURL(file).href;
  const text = readFileSync(file, 'utf8');
  const send = (message: object) => {
    const json = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
  };
  const steps = [
    () => {
      send({ method: 'initialized', params: {} });
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'text', version: 1, text } },
      });
      send({ id: 2, method: 'workspace/diagnostic', params: { previousResultIds: [] } });
    },
    () => {
      const changed = { textDocument: { uri, version: 2 }, contentChanges: [{ text: `${text}\n` }] };
      send({ method: 'textDocument/didChange', params: changed });
      send({ id: 3, method: 'textDocument/diagnostic', params: { textDocument: { uri } } });
    },
    () => send({ id: 4, method: 'shutdown' }),
    () => send({ method: 'exit' }),
  ];
  // An answer has its number at its beginning; of long ones only that is kept.
  let end = '';
  let answered = 0;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    end = (end + piece).slice(-KEPT - piece.length);
    while (answered < steps.length && end.includes(`"jsonrpc":"2.0","id":${answered + 1},`)) steps[answered++]?.();
    end = end.slice(-KEPT);
  });
  const workspaceFolders = [{ uri: pathToFileURL(project).href, name: 'project' }];
  const capabilities = { textDocument: { diagnostic: {} } };
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, workspaceFolders, capabilities } });
}

/** Characters of the longest beginning of an answer. */
const KEPT = 60;

/** The server of the queue is not measured. */
function worker(name: string, options: readonly string[]): Program {
  let server: TestServer | undefined;
  return {
    name,
    prepare: async (project) => {
      server ??= await startPostgres();
      const url = await server.database();
      const { status, stderr } = spawnSync(
        process.execPath,
        [ANALYZER, 'enqueue', project, '--queue', url, '--max-bytes', '0'],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`analyzer enqueue: ${stderr}`);
      return [process.execPath, ANALYZER, 'worker', '--once', '--queue', url, ...options];
    },
    end: async () => server?.remove(),
  };
}
