import { fileURLToPath } from 'node:url';
import { AnalyzerError, ERRORS, type ErrorCode } from '@analyzer/contracts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { startMark } from '@analyzer/core/query/pool/thread-fixture.ts';
import { CodeParser } from '@analyzer/core/similar/code-parser.ts';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf, serviceFixture } from '../fixture.ts';
import { OPERATIONS } from '../operations.ts';
import { askCli, askGrpc, askLibrary, askMcp, askRest, type InterfaceName, REACHABLE, slowProgram } from './fixture.ts';

const fixture = serviceFixture();
let slow: ReturnType<typeof slowProgram>;
beforeAll(() => {
  slow = slowProgram(fixture.threadPath());
});
afterAll(() => slow.remove());

const CODES = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS);

const sourceOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const THREADS = ['../query-thread.ts', '../../../core/src/query/pool/pool.ts'];
const ENTRIES: Record<InterfaceName, string[]> = {
  library: THREADS,
  cli: ['../query-thread.ts', '../cli/workspace/query.ts'],
  mcp: [...THREADS, '../mcp/server.ts'],
  rest: [...THREADS, '../rest/server.ts'],
  grpc: [...THREADS, '../grpc/server.ts'],
};

/** These modules run only before a server listens: they check its port and its token. */
const AT_START = /\/service\/(listen-error|token)\.ts$/;

/** The code that runs in an interface, without the error table, schemas and packages of others. */
async function codeOf(name: InterfaceName): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ENTRIES[name].map(sourceOf),
    bundle: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    external: ['fastify', '@grpc/*', 'grpc-health-check', '@modelcontextprotocol/*', '@photostructure/sqlite'],
    plugins: [
      {
        name: 'excluded',
        setup({ onLoad, onResolve }) {
          onLoad({ filter: /\.schema\.json$/ }, () => ({ contents: '{}', loader: 'json' }));
          onResolve({ filter: AT_START }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

/** Codes in the code of an interface that nevertheless cannot occur in it; each has a test below. */
const PROVEN: Readonly<Record<InterfaceName, readonly ErrorCode[]>> = {
  library: ['too_many_open_files', 'usage'],
  cli: ['unavailable'],
  mcp: ['too_many_open_files', 'usage', 'unsupported_schema', 'malformed_json', 'cancelled'],
  rest: ['too_many_open_files', 'usage', 'cancelled'],
  grpc: ['too_many_open_files', 'usage'],
};

describe('an error that the table marks as unreachable', () => {
  const interfaces: InterfaceName[] = ['library', 'cli', 'mcp', 'rest', 'grpc'];

  test.each(interfaces)('is not named in the code of %s, or has a test of its own', async (name) => {
    const code = await codeOf(name);
    const named = CODES.filter((one) => new RegExp(`["'\`]${one}["'\`]`).test(code));
    const unreachable = named.filter((one) => !REACHABLE[one].includes(name));
    expect(unreachable.sort()).toEqual([...PROVEN[name]].sort());
  });

  test('has no status in the table', () => {
    for (const code of CODES) {
      const { http, grpc } = ERRORS[code];
      expect({ code, isReachable: http !== null }).toEqual({ code, isReachable: REACHABLE[code].includes('rest') });
      expect({ code, isReachable: grpc !== null }).toEqual({ code, isReachable: REACHABLE[code].includes('grpc') });
    }
  });

  test('is not the error of an invalid glob: that is invalid_request, not usage', async () => {
    const service = fixture.open();
    const asks = [askLibrary(service), askMcp(service), await askRest(service), await askGrpc(service)];
    for (const { name: operation, params } of OPERATIONS) {
      for (const parameter of ['name', 'path'].filter((one) => one in params.properties)) {
        for (const ask of asks) {
          expect(await ask({ operation, params: { [parameter]: '[a' } }), operation).toMatchObject({
            error: { code: 'invalid_request', errors: [{ pointer: `/params/${parameter}`, code: 'bad_glob' }] },
          });
        }
      }
    }
  });

  test('is not the error of a parser that cannot be started: that is busy, not too_many_open_files', async () => {
    const engine: Engine = {
      name: 'portable',
      jobs: 1,
      versions: () => '',
      parse: () => Promise.reject(new AnalyzerError('too_many_open_files', {})),
      cache: undefined,
      wholeProject: undefined,
      rest: () => undefined,
      close: () => Promise.resolve(),
    };
    const parser = new CodeParser(() => engine);
    await expect(parser.parse({ text: 'x = 1', language: 'python' })).rejects.toMatchObject({ code: 'busy' });
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'is not the error of a command that %s interrupts: that is cancelled, not unavailable',
    async (kill) => {
      const { ready, started } = startMark();
      const client = new AbortController();
      const ask = askCli(fixture.indexed().db, slow.launcher);
      const asked = ask({ operation: 'many-rows', params: { ready } }, { signal: client.signal, kill });
      await started();
      client.abort();
      expect(await asked).toMatchObject({ error: { code: 'cancelled' } });
    },
  );

  test('is not the error of a tool call with another schema: its arguments are only parameters', async () => {
    const asked: unknown[] = [];
    const service = fixture.open();
    const ask = askMcp({
      ...service,
      ask: (request, options) => {
        asked.push(request);
        return service.ask(request, options);
      },
    });
    const params = { schema: 'analyzer.request.v2', operation: 'nodes', params: {} };
    expect(await ask({ operation: 'summary', params })).toMatchObject({
      error: {
        code: 'invalid_request',
        errors: ['schema', 'operation', 'params'].map((one) => ({ pointer: `/params/${one}` })),
      },
    });
    // The server writes the JSON, so that it is never malformed.
    expect(asked.map((bytes) => JSON.parse(String(bytes)))).toEqual([requestOf('summary', params)]);
  });
});
