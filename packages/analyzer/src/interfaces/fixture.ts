import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ERRORS, type ErrorCode } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import type { ResultV1 } from '@analyzer/contracts/analyzer.result.v1';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import { parseRequest } from '@analyzer/core/query/request/read-request.ts';
import type { Token } from '@analyzer/core/service/token.ts';
import { Client, credentials, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { onTestFinished } from 'vitest';
import { DIST, LAUNCHER, requestOf, type TestService } from '../fixture.ts';
import { PROBLEM_TRAILER } from '../grpc/problem.ts';
import { serveGrpc } from '../grpc/server.ts';
import { serviceOf } from '../grpc/service-definition.ts';
import { serveMcp } from '../mcp/server.ts';
import { serveRest } from '../rest/server.ts';

export type InterfaceName = 'library' | 'cli' | 'mcp' | 'rest' | 'grpc';

const ALL: readonly InterfaceName[] = ['library', 'cli', 'mcp', 'rest', 'grpc'];

/** Where an error can occur. `errors.process.test.ts` sends each of these; `unreachable.process.test.ts` shows that there are no others. */
export const REACHABLE: Readonly<Record<ErrorCode, readonly InterfaceName[]>> = {
  usage: ['cli'],
  incomplete: ['cli'],
  output_exists: ['cli'],
  invalid_file: ['cli'],
  malformed_json: ['library', 'cli', 'rest', 'grpc'],
  invalid_request: ALL,
  unsupported_schema: ['library', 'cli', 'rest', 'grpc'],
  not_found: ALL,
  unreadable: ALL,
  unusable_index: ALL,
  no_snapshot: ALL,
  stale_id: ALL,
  snapshot_mismatch: ALL,
  request_too_large: ALL,
  result_too_large: ALL,
  busy: ALL,
  state_locked: ['cli'],
  other_projects: ['cli'],
  plan_mismatch: ['cli'],
  stale_source: ['cli'],
  tracker_unavailable: ['cli'],
  result_rejected: ['cli'],
  attempt_ambiguous: ['cli'],
  unauthenticated: ['rest', 'grpc'],
  host_forbidden: ['rest', 'grpc'],
  origin_forbidden: ['rest', 'grpc'],
  unknown_route: ['rest', 'grpc'],
  method_not_allowed: ['rest'],
  not_acceptable: ['rest'],
  unsupported_media_type: ['rest'],
  malformed_http: ['rest'],
  request_timeout: ['rest', 'grpc'],
  unavailable: ['library', 'mcp', 'rest', 'grpc'],
  too_many_open_files: ['cli'],
  output_failed: ['cli'],
  output_closed: ['cli'],
  internal: ALL,
  timeout: ALL,
  cancelled: ['library', 'cli', 'grpc'],
};

/** A request by its operation, or as bytes; a tool call of MCP has no bytes. */
export type Question = { operation: string; params?: object } | { bytes: string };

export interface AskOptions {
  /** Abandons the question as a client does: it closes the connection, cancels the call, or interrupts the command. */
  signal?: AbortSignal;
  /** How a command is interrupted (default SIGINT). */
  kill?: NodeJS.Signals;
}

/** `none`: the client got no answer. */
export type Reply = { ok: ResultV1 } | { error: ProblemV1 } | 'none';

/** Asks over one interface. Fails if an error does not have the exit code or status of the error table. */
export type Ask = (question: Question, options?: AskOptions) => Promise<Reply>;

export function askLibrary(service: TestService): Ask {
  return async (question, options = {}) => {
    try {
      const request = 'bytes' in question ? parseRequest(Buffer.from(question.bytes)) : envelopeOf(question);
      return await service.ask(request, options);
    } catch (error) {
      return { error: problemOf(error) };
    }
  };
}

export async function askRest(service: TestService, token?: Token): Promise<Ask> {
  const server = await serveRest(service, { port: 0, token });
  onTestFinished(() => server.close());
  return async (question, { signal } = {}) => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', body: textOf(question), headers, ...(signal && { signal }) };
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}/v1/query`, init);
      const reply = replyOf(response.ok, await response.text());
      if ('error' in reply && ERRORS[reply.error.code].http !== response.status)
        throw new Error(`status ${response.status}: ${reply.error.code}`);
      return reply;
    } catch (error) {
      if (signal?.aborted) return 'none';
      throw error;
    }
  };
}

export async function askGrpc(service: TestService): Promise<Ask> {
  const server = await serveGrpc(service, DIST, { port: 0, token: undefined, drainMs: 500 });
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': 8 * 1024 * 1024,
    'grpc.max_send_message_length': -1,
  });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const { Query } = serviceOf(
    loadSync('analyzer/v1/analyzer.proto', { includeDirs: [`${DIST}proto`], keepCase: true }),
  );
  if (Query === undefined) throw new Error('the definition has no method Query');
  const { path, requestSerialize, responseDeserialize } = Query;
  return (question, { signal } = {}) =>
    new Promise((resolve, reject) => {
      const message = { json_utf8: Buffer.from(textOf(question)) };
      const call = client.makeUnaryRequest(path, requestSerialize, responseDeserialize, message, (failure, answer) => {
        if (failure === null) return resolve(replyOf(true, String(Reflect.get(Object(answer), 'json_utf8'))));
        const [trailer] = failure.metadata.get(PROBLEM_TRAILER);
        // A cancelled call ends in the client, with a status of its own.
        if (trailer === undefined && failure.code === status.CANCELLED) return resolve('none');
        if (trailer === undefined) return reject(failure);
        const reply = replyOf(false, String(trailer));
        if ('error' in reply && ERRORS[reply.error.code].grpc !== status[failure.code]) return reject(failure);
        resolve(reply);
      });
      signal?.addEventListener('abort', () => call.cancel());
    });
}

export function askMcp(service: TestService): Ask {
  const { send, line, waiting } = openMcp(service);
  let last = 0;
  return (question, { signal } = {}) =>
    new Promise((resolve) => {
      last += 1;
      const id = last;
      waiting.set(id, ({ isError = false, content: [{ text }], structuredContent }) =>
        resolve(replyOf(!isError, isError ? text : JSON.stringify(structuredContent))),
      );
      const { operation, params } = 'bytes' in question ? { operation: 'summary', params: {} } : question;
      if ('bytes' in question) line(question.bytes);
      else send({ id, method: 'tools/call', params: { name: `analyzer_${operation}`, arguments: params } });
      signal?.addEventListener('abort', () => {
        send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'test' } });
        // Messages are answered in order unless they wait: after the next answer the abandoned one would have come.
        const after = `after ${id}`;
        waiting.set(after, () => resolve('none'));
        send({ id: after, method: 'tools/call', params: { name: 'analyzer_summary', arguments: {} } });
      });
    });
}

interface ToolResult {
  isError?: boolean;
  content: [{ text: string }];
  structuredContent?: object;
}

/** A session of revision 2025-11-25 with a server in this process. */
export function openMcp(service: TestService) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = serveMcp(service, { stdin, stdout, version: '1' });
  onTestFinished(() => server.close());
  const waiting = new Map<unknown, (result: ToolResult) => void>();
  let rest = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const { id, result } of lines.map((one) => JSON.parse(one))) waiting.get(id)?.(result);
  });
  const line = (text: string) => stdin.write(`${text}\n`);
  const send = (message: object) => line(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  return { send, line, waiting };
}

/**
 * @param db the index
 * @param launcher of the program
 * @param flags further flags of `workspace query`
 */
export function askCli(db: string, launcher = LAUNCHER, flags: readonly string[] = []): Ask {
  return (question, { signal, kill = 'SIGINT' } = {}) =>
    new Promise((resolve, reject) => {
      const args = [launcher, 'workspace', 'query', '--db', db, ...flags, '--request', '-'];
      const child = spawn(process.execPath, args, { stdio: 'pipe' });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      // The program may end before it has read all input.
      child.stdin.on('error', () => undefined).end(textOf(question));
      signal?.addEventListener('abort', () => child.kill(kill));
      child.on('error', reject).on('close', (code, killedBy) => {
        // The stack of an internal error is before its problem.
        const last = stderr.trimEnd().split('\n').at(-1) ?? '';
        if (code !== 0 && !last.startsWith('{')) return reject(new Error(`${code ?? killedBy}: ${stderr}`));
        const reply = replyOf(code === 0, code === 0 ? stdout : last);
        if ('error' in reply && ERRORS[reply.error.code].exit !== code) reject(new Error(`exit code ${code}: ${last}`));
        resolve(reply);
      });
    });
}

/**
 * A copy of the program whose query threads have the slow operations of the tests.
 *
 * @returns its launcher
 */
export function slowProgram(threadPath: string): { launcher: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-slow-'));
  cpSync(dirname(LAUNCHER), join(folder, 'bin'), { recursive: true });
  cpSync(DIST, join(folder, 'dist'), { recursive: true, filter: (path) => !/grammars|\.html$/.test(path) });
  cpSync(threadPath, join(folder, 'dist/query-thread.js'));
  symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  return { launcher: join(folder, 'bin/analyzer.js'), remove: () => rmSync(folder, { recursive: true }) };
}

function envelopeOf({ operation, params }: { operation: string; params?: object }): object {
  return requestOf(operation, params);
}

function textOf(question: Question): string {
  return 'bytes' in question ? question.bytes : JSON.stringify(envelopeOf(question));
}

function replyOf(isAnswer: boolean, text: string): Exclude<Reply, 'none'> {
  if (isAnswer) {
    const ok: ResultV1 = JSON.parse(text);
    return { ok };
  }
  const error: ProblemV1 = JSON.parse(text);
  return { error };
}
