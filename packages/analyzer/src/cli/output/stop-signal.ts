import { ERRORS } from '@analyzer/contracts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal. A second one ends the process. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const first = (): void => {
      for (const name of SIGNALS) process.off(name, first).once(name, () => process.exit(ERRORS.cancelled.exit));
      resolve();
    };
    for (const name of SIGNALS) process.on(name, first);
  });
}
