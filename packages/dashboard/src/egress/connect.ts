import { connect, type Socket } from 'node:net';

/** Opens a connection to one address. */
export type Connect = (address: string, port: number) => Promise<Socket>;

const CONNECT_MS = 3_000;

/** @throws what the system says, or that it took too long */
export const directConnect: Connect = (address, port) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const late = setTimeout(() => socket.destroy(new Error(`${address} does not answer`)), CONNECT_MS);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
  });

/** Tries addresses that were checked before, one after the other. @throws what the last one said */
export async function connectAny(addresses: readonly string[], port: number, open: Connect): Promise<Socket> {
  let last: unknown = new Error('there is no address to connect to');
  for (const address of addresses) {
    try {
      return await open(address, port);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** The port that a URL means. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
