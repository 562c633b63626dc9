import type { Server } from '@grpc/grpc-js';

/**
 * Finishes the current calls; ends them after `ms`. The library never reports its end if connections were refused because
 * the process had too many open files.
 */
export function drain(server: Pick<Server, 'tryShutdown' | 'forceShutdown'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, ms);
    server.tryShutdown(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
