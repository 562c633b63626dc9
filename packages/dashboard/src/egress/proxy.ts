import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Connect, connectAny, portOf } from './connect.ts';
import { type RefusalReason, Refused } from './refusal.ts';
import type { Target, Targets } from './targets.ts';

export interface ProxyParts {
  targets: Targets;
  connect: Connect;
  /** Bytes that all connections together may receive. */
  bytes: number;
  /** Called for each refused request. */
  onRefusal(where: string, reason: RefusalReason, message: string): void;
  /** Called for each request whose server cannot be reached. */
  onUnreached?(where: string, message: string): void;
}

/** Hop-by-hop headers (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * A proxy on this machine that a browser must use. It checks every request, including redirects, subresources and
 * WebSockets, and connects to the checked address. Clients need its password.
 */
export class GuardingProxy {
  readonly username = 'capture';
  readonly password = randomBytes(18).toString('base64url');
  readonly #parts: ProxyParts;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  #remaining: number;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    this.#remaining = parts.bytes;
    this.#server = createServer((incoming, response) => {
      this.#forward(incoming, response).catch((error: unknown) => refuse(response, error));
    });
    this.#server.on('connection', (socket) => this.#track(socket));
    this.#server.on('connect', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#tunnel(incoming, socket, head).catch((error: unknown) => socket.end(statusLine(error)));
    });
  }

  /** @returns its URL, such as `http://127.0.0.1:40123` */
  listen(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address();
        resolve(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`);
      });
    });
  }

  /** Closes every connection. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#checkPassword(incoming);
    const url = incoming.url ?? '';
    const target = await this.#find(url, () => this.#parts.targets.find(url));
    const socket = await this.#connect(target);
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
    const onward = request({
      createConnection: () => socket,
      method: incoming.method ?? 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      // The Host header is the checked host, not the header of the client.
      headers: { ...headers, host: target.url.host, connection: 'close' },
      setHost: false,
    });
    onward.on('error', (error) => refuse(response, error));
    onward.on('response', (answer) => {
      const forwarded = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(forwarded));
      answer.on('data', (chunk: Buffer) => this.#count(chunk));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    incoming.pipe(onward);
  }

  async #tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    this.#checkPassword(incoming);
    const authority = incoming.url ?? '';
    const target = await this.#find(authority, () => this.#parts.targets.findTunnel(authority));
    const far = await this.#connect(target);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) far.write(head);
    far.on('data', (chunk: Buffer) => this.#count(chunk));
    far.pipe(socket).pipe(far);
    far.on('close', () => socket.destroy());
    socket.on('close', () => far.destroy());
  }

  async #find(where: string, find: () => Promise<Target>): Promise<Target> {
    try {
      return await find();
    } catch (error) {
      if (error instanceof Refused) this.#parts.onRefusal(where, error.reason, error.message);
      throw error;
    }
  }

  async #connect({ url, addresses }: Target): Promise<Socket> {
    const socket = await connectAny(addresses, portOf(url), this.#parts.connect).catch((error: unknown) => {
      this.#parts.onUnreached?.(url.href, error instanceof Error ? error.message : String(error));
      throw error;
    });
    this.#track(socket);
    socket.on('error', () => socket.destroy());
    return socket;
  }

  #count(chunk: Buffer): void {
    this.#remaining -= chunk.length;
    if (this.#remaining < 0) this.close();
  }

  #checkPassword({ headers }: IncomingMessage): void {
    const wanted = Buffer.from(`Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`);
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new PasswordNeeded();
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** The status of the answer if the server of a request cannot be reached. */
export const UNREACHED = 502;

class PasswordNeeded extends Error {}

function statusOf(error: unknown): { status: number; text: string; headers: Record<string, string> } {
  if (error instanceof PasswordNeeded) {
    const headers = { 'Proxy-Authenticate': 'Basic realm="capture"' };
    return { status: 407, text: 'Proxy Authentication Required', headers };
  }
  if (error instanceof Refused) return { status: 403, text: 'Not allowed', headers: {} };
  return { status: UNREACHED, text: 'Bad Gateway', headers: {} };
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, text, headers } = statusOf(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { ...headers, 'Content-Type': 'text/plain' }).end(text);
}

function statusLine(error: unknown): string {
  const { status, text, headers } = statusOf(error);
  const lines = Object.entries({ ...headers, 'Content-Length': '0' }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n`;
}
