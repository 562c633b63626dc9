import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface Published {
  uri: string;
  version?: number;
  diagnostics: {
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
    severity: number;
    code: string;
    message: string;
    relatedInformation: { location: { uri: string; range: { start: { line: number } } }; message: string }[];
  }[];
}

/** The error that answers a request. */
export class RequestError extends Error {
  readonly code: number;

  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

/** A client of the Language Server Protocol over the standard streams of a process. */
export class LspClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #published: Published[] = [];
  #buffer = Buffer.alloc(0);
  #last = 0;
  #wake: (() => void) | undefined;
  /** Requests of the server. */
  readonly requests: Message[] = [];
  /** What answers requests of the server, by method; others are answered with null. */
  readonly results = new Map<string, unknown>();
  /** Notifications of the server other than diagnostics. */
  readonly notifications: Message[] = [];
  stderr = '';
  /** Number of diagnostics that were received. */
  received = 0;
  /** Length of the last message that was received, in bytes. */
  length = 0;
  readonly ended: Promise<number | null>;

  constructor(args: readonly string[], cwd: string) {
    this.#child = spawn(process.execPath, args, { cwd });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    this.#child.stdout.on('data', (piece: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, piece]);
      for (let text = this.#take(); text !== undefined; text = this.#take()) this.#receive(text);
    });
    this.#child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      this.stderr += piece;
    });
    this.ended = new Promise((resolve) => this.#child.on('close', resolve));
  }

  /** Resolves when the server has sent a notification with some text. */
  async notified(text: string): Promise<void> {
    while (!this.notifications.some((it) => JSON.stringify(it).includes(text))) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async initialize(folder: string, capabilities: object = {}, initializationOptions?: unknown): Promise<unknown> {
    const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: 'project' }];
    const result = await this.request('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders,
      capabilities,
      initializationOptions,
    });
    this.notify('initialized', {});
    return result;
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#last;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new RequestError(error)),
      );
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  /** The next diagnostics that satisfy a condition; earlier ones are skipped. */
  async diagnostics(condition: (published: Published) => boolean): Promise<Published> {
    for (;;) {
      const published = this.#published.shift();
      if (published !== undefined && condition(published)) return published;
      if (published !== undefined) continue;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Number of diagnostics that were received and not read. */
  get unread(): number {
    return this.#published.length;
  }

  end(): void {
    this.#child.stdin.end();
  }

  #send(message: Message): void {
    this.sendText(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** Resolves with the code of the next error that answers no known request. */
  unknownError(): Promise<number | undefined> {
    return new Promise((resolve) => this.#answers.set(0, ({ error }) => resolve(error?.code)));
  }

  /** Sends the text of a message. */
  sendText(text: string): void {
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #take(): string | undefined {
    const head = this.#buffer.indexOf('\r\n\r\n');
    if (head < 0) return undefined;
    const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, head))?.[1]);
    const [start, end] = [head + 4, head + 4 + length];
    if (this.#buffer.length < end) return undefined;
    const text = this.#buffer.toString('utf8', start, end);
    this.#buffer = this.#buffer.subarray(end);
    this.length = length;
    return text;
  }

  #receive(text: string): void {
    const message: Message = JSON.parse(text);
    if (message.method === undefined) {
      this.#answers.get(message.id ?? 0)?.(message);
    } else if (message.id !== undefined) {
      this.requests.push(message);
      this.#send({ id: message.id, result: this.results.get(message.method) ?? null });
    } else if (message.method === 'textDocument/publishDiagnostics') {
      const { params }: { params: Published } = JSON.parse(text);
      this.#published.push(params);
      this.received++;
    } else this.notifications.push(message);
    this.#wake?.();
  }
}
