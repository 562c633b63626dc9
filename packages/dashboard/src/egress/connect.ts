import { connect, type Socket } from 'node:net';

/** Opens a connection to one address. */
export type Connect = (address: string, port: number) => Promise<Socket>;

const CONNECT_MS = 3_000;

/** @throws the system's error, or an error after the time limit */
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

/** Tries checked addresses one after another. @throws the last error */
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

/** The port of a URL, or the default port of its scheme. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
