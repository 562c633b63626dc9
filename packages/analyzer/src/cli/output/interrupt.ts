import { AnalyzerError, ERRORS } from '@analyzer/contracts';

/** After this long an interrupted program ends whatever it is doing. */
const PATIENCE_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that Ctrl-C ends: the signal given to it is aborted, and if it has not ended soon after, or at a second
 * Ctrl-C, the process ends at once.
 *
 * @param work gets the signal, and a way to say what must be tidied up even when the process ends at once
 * @throws AnalyzerError `cancelled` when it was interrupted; what the work throws
 */
export async function interruptible<T>(
  work: (signal: AbortSignal, onForcedEnd: (tidy: () => void) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const tidying: (() => void)[] = [];
  const endNow = (): void => {
    for (const tidy of tidying) tidy();
    process.exit(ERRORS.cancelled.exit);
  };
  const interrupt = (): void => {
    if (controller.signal.aborted) endNow();
    controller.abort(new AnalyzerError('cancelled', {}));
    setTimeout(endNow, PATIENCE_MS).unref();
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    return await work(controller.signal, (tidy) => tidying.push(tidy));
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    for (const name of SIGNALS) process.removeListener(name, interrupt);
  }
}
