import { connect, type Socket } from 'node:net';

/** Measurements of several clients. Times in milliseconds. */
export interface Measured {
  answers: number;
  refused: number;
  perSecond: number;
  p50: number;
  p99: number;
  most: number;
}

export interface Load {
  port: number;
  clients: number;
  /** A new connection for each request, as the agent does it. */
  fresh: boolean;
  request(number: number): Buffer;
  /** Duration in milliseconds, or number of requests. */
  until: { ms: number } | { requests: number };
}

/** Clients send requests sequentially; each request is measured. */
export async function load({ port, clients, fresh, request, until }: Load): Promise<Measured> {
  const times: number[] = [];
  let refused = 0;
  let number = 0;
  const start = performance.now();
  const goesOn = (): boolean => ('ms' in until ? performance.now() - start < until.ms : number < until.requests);
  const client = async (): Promise<void> => {
    let socket: Socket | undefined;
    while (goesOn()) {
      const bytes = request(number++);
      const began = performance.now();
      socket ??= await opened(port);
      const status = await exchange(socket, bytes);
      times.push(performance.now() - began);
      if (status >= 300) refused++;
      if (!fresh) continue;
      socket.destroy();
      socket = undefined;
    }
    socket?.destroy();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    answers: times.length,
    refused,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  };
}

export function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** Sends a request and reads the complete response. @returns its status; rejects if the connection ends early */
export function exchange(socket: Socket, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = '';
    let missing = -1;
    let status = 0;
    const finish = (): void => {
      socket.removeListener('data', take);
      socket.removeListener('close', closed);
    };
    const closed = (): void => {
      finish();
      reject(new Error('the connection ended'));
    };
    const take = (chunk: Buffer): void => {
      let body = chunk.length;
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        status = Number(head.slice(9, 12));
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        body = head.length - end - 4;
        head = '';
      }
      missing -= body;
      if (missing > 0) return;
      finish();
      resolve(status);
    };
    socket.on('data', take);
    socket.on('close', closed);
    socket.write(bytes);
  });
}

/** A request with an event of `bytes` bytes. */
export function eventRequest(port: number, event: object, size: number): Buffer {
  const bare = JSON.stringify({ ...event, reason: '' });
  const body = JSON.stringify({ ...event, reason: 'Error: '.padEnd(Math.max(0, size - bare.length), 'x') });
  return Buffer.from(
    `POST /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
