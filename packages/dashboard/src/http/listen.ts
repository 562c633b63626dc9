import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long requests may run on when the server stops, in milliseconds. */
const PATIENCE_MS = 3_000;

/** @returns the port. @throws the error of the socket */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.removeListener('error', reject);
      resolve(portOf(server.address()));
    });
  });
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ends when all requests have ended, or their time is over. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    server.close(() => {
      clearTimeout(impatient);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
