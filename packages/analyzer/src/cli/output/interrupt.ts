import { AnalyzerError, ERRORS } from '@analyzer/contracts';

/** Default time after an interrupt at which the process is ended, in milliseconds. */
const PATIENCE_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that Ctrl-C interrupts by aborting its signal. If the work has not ended soon after, or at a second Ctrl-C,
 * the process ends at once.
 *
 * @param work gets the signal, and a function to register cleanup that also runs if the process ends at once
 * @param patienceMs time after an interrupt at which the process is ended
 * @throws AnalyzerError `cancelled` if interrupted; the error of the work
 */
export async function interruptible<T>(
  work: (signal: AbortSignal, onForcedEnd: (tidy: () => void) => void) => Promise<T>,
  patienceMs = PATIENCE_MS,
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
    setTimeout(endNow, patienceMs).unref();
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
