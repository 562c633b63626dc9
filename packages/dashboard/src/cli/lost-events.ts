import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { LOG_NAME } from '../store/found-log.ts';

/** The error of a program that ends with acknowledged events that it could not write. */
export function lostEvents(dataDir: string, count: number): AnalyzerError {
  const events = count === 1 ? 'event is' : 'events are';
  return new AnalyzerError(
    'output_failed',
    { path: join(dataDir, LOG_NAME), reason: `${count} acknowledged ${events} lost: they could not be written` },
    { hint: 'Free space on the volume of --data-dir, or raise the limit of file sizes.' },
  );
}
