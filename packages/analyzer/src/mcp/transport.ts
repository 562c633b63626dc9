import type { Readable, Writable } from 'node:stream';
import { AnalyzerError, jsonText } from '@analyzer/contracts';
import { checkExtent } from '@analyzer/core/query/request/extent.ts';
import { requireUniqueKeys } from '@analyzer/core/query/request/unique-keys.ts';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { checkMessage, idOf, invalidRequest, notJson, type Refusal } from './json-rpc.ts';
import { LineSplitter, TOO_LONG } from './lines.ts';

/** The only revision with batches. */
const BATCH_REVISION = '2025-03-26';
/** As many queries as may wait. */
const MAX_BATCH = 100;
const CARRIAGE_RETURN = 0x0d;

type Reply = JSONRPCMessage | Refusal;

/** The answers of a batch, which are written together. */
interface Batch {
  answers: Reply[];
  /** Number of requests without an answer. */
  missing: number;
}

/**
 * Messages as lines of standard input and output. Every complete line that is not a valid message gets an error, unlike in
 * the transport of the SDK, which ignores it. Input is not read while the client does not read the output.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the client closed one of the streams, or `close` was called. */
  readonly closed: Promise<void>;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #maxBytes: number;
  readonly #lines: LineSplitter;
  /** Requests without an answer; undefined for those outside of a batch. */
  readonly #running = new Map<RequestId, Batch | undefined>();
  readonly #end: () => void;
  #hasBatches = false;
  #isClosed = false;

  /** @param maxBytes of a line; a longer one is refused */
  constructor(stdin: Readable, stdout: Writable, maxBytes: number) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#maxBytes = maxBytes;
    this.#lines = new LineSplitter(maxBytes);
    let end = (): void => undefined;
    this.closed = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = () => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      this.#stdin.off('data', this.#read).pause();
      end();
      this.onclose?.();
    };
  }

  async start(): Promise<void> {
    this.#stdout.on('error', this.#end).on('close', this.#end);
    this.#stdout.on('drain', () => {
      if (!this.#isClosed) this.#stdin.resume();
    });
    this.#stdin.on('end', this.#end).on('close', this.#end).on('error', this.#end).on('data', this.#read);
  }

  async close(): Promise<void> {
    this.#end();
  }

  setProtocolVersion(version: string): void {
    this.#hasBatches = version === BATCH_REVISION;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCResponse(message) || message.id === undefined) return this.#write(message);
    const batch = this.#running.get(message.id);
    this.#running.delete(message.id);
    return batch === undefined ? this.#write(message) : this.#answerInBatch(batch, message);
  }

  readonly #read = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) {
      if (line === TOO_LONG) this.#refuse(invalidRequest(null, `a line has at most ${this.#maxBytes} bytes`));
      else if (!isBlank(line)) this.#readLine(line);
    }
  };

  #readLine(line: Buffer): void {
    const parsed = parse(line);
    if ('refusal' in parsed) this.#refuse(parsed.refusal);
    else if (Array.isArray(parsed.value)) this.#readBatch(parsed.value);
    else this.#readMessage(parsed.value, undefined);
  }

  #readBatch(messages: unknown[]): void {
    if (!this.#hasBatches) this.#refuse(invalidRequest(null, 'this revision of the protocol has no batches'));
    else if (messages.length === 0) this.#refuse(invalidRequest(null, 'the batch is empty'));
    else if (messages.length > MAX_BATCH) {
      this.#refuse(invalidRequest(null, `a batch has at most ${MAX_BATCH} messages`));
    } else {
      // Counted as missing until all messages are read, so that no early answer completes the batch.
      const batch: Batch = { answers: [], missing: 1 };
      for (const message of messages) this.#readMessage(message, batch);
      this.#settle(batch);
    }
  }

  #readMessage(value: unknown, batch: Batch | undefined): void {
    const checked = checkMessage(value);
    if (checked === undefined) return;
    const refusal = 'refusal' in checked ? checked.refusal : this.#refusalInState(checked.message, batch);
    if (refusal !== undefined) {
      if (batch === undefined) this.#refuse(refusal);
      else batch.answers.push(refusal);
    } else if ('message' in checked) this.#deliver(checked.message, batch);
  }

  #refusalInState(message: JSONRPCMessage, batch: Batch | undefined): Refusal | undefined {
    if (!isJSONRPCRequest(message)) return undefined;
    const { id, method } = message;
    if (batch !== undefined && method === 'initialize') {
      return invalidRequest(id, 'initialize must not be in a batch');
    }
    return this.#running.has(id) ? invalidRequest(id, 'a request with this id is not answered yet') : undefined;
  }

  #deliver(message: JSONRPCMessage, batch: Batch | undefined): void {
    if (isJSONRPCRequest(message)) {
      this.#running.set(message.id, batch);
      if (batch !== undefined) batch.missing++;
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      this.#forget(message.params?.requestId);
    }
    this.onmessage?.(message);
  }

  /** A cancelled request has no answer. */
  #forget(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const batch = this.#running.get(id);
    this.#running.delete(id);
    if (batch !== undefined) this.#settle(batch);
  }

  #answerInBatch(batch: Batch, message: JSONRPCMessage): Promise<void> {
    batch.answers.push(message);
    return this.#settle(batch);
  }

  /** One request of a batch is answered or needs no answer. */
  async #settle(batch: Batch): Promise<void> {
    batch.missing--;
    if (batch.missing === 0 && batch.answers.length > 0) await this.#write(batch.answers);
  }

  #refuse(refusal: Refusal): void {
    void this.#write(refusal);
  }

  /** Resolves when the line left this process, or the client closed its end. */
  #write(value: Reply | Reply[]): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) resolve();
      else if (!this.#stdout.write(`${jsonText(value)}\n`, () => resolve())) this.#stdin.pause();
    });
  }
}

function isBlank(line: Buffer): boolean {
  return line.length === 0 || (line.length === 1 && line[0] === CARRIAGE_RETURN);
}

function parse(line: Buffer): { value: unknown } | { refusal: Refusal } {
  try {
    // Nested arguments get the problem of the operation.
    checkExtent(line, Number.POSITIVE_INFINITY);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line);
    const value: unknown = JSON.parse(text);
    return uniquely(value, text);
  } catch (error) {
    return { refusal: error instanceof AnalyzerError ? invalidRequest(null, error.message) : notJson() };
  }
}

/** @returns the value, or a refusal with its id if an object has the same key twice */
function uniquely(value: unknown, text: string): { value: unknown } | { refusal: Refusal } {
  try {
    requireUniqueKeys(text);
    return { value };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    return { refusal: invalidRequest(idOf(value), error.message) };
  }
}
