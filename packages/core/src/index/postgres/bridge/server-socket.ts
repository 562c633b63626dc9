import { connect, type Socket } from 'node:net';

/** Where a server listens. */
export interface Address {
  /** A path of a folder means a Unix socket in it. */
  host: string;
  port: number;
}

/** Requests that a server accepts on a new connection (postgresql.org/docs/current/protocol-message-formats.html). */
const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const WORD = 4;

/**
 * Whether the server answers within a time: each server answers the question whether it encrypts with one byte, without
 * a login.
 */
export function answers(address: Address, timeoutMs: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = open(address);
    const end = (alive: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      done(alive);
    };
    const timer = setTimeout(() => end(false), timeoutMs);
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.write(request(SSL_REQUEST));
  });
}

/**
 * Asks the server to end the running statement of a connection. Never fails: the statement then just continues. The server
 * closes the request after it has told the process of the connection, so that what that process receives later is safe.
 */
export function requestCancel(address: Address, processId: number, key: number): Promise<void> {
  return new Promise((done) => {
    const socket = open(address);
    socket.once('error', () => undefined);
    socket.once('close', () => done());
    socket.resume();
    // Not ended, which would let this end close the connection before the server does.
    socket.write(request(CANCEL_REQUEST, processId, key));
  });
}

function open({ host, port }: Address): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}

/** A message with its length, as big-endian words. */
function request(...words: number[]): Buffer {
  const bytes = Buffer.alloc(WORD * (words.length + 1));
  for (const [index, word] of [bytes.length, ...words].entries()) bytes.writeInt32BE(word | 0, WORD * index);
  return bytes;
}
