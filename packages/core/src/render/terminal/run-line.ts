import { Look, type LookOptions } from './look.ts';
import { duration, plural } from './numbers.ts';

/** What a view says of the run that shows it. */
export interface ShownRun {
  engine: string;
  wall_ms: number;
  /** Files that were worked on at once; absent when an earlier run's view is shown again. */
  jobs?: number;
}

/** The end of a view, which alone differs from run to run. */
export function runLine({ engine, wall_ms, jobs }: ShownRun, options: LookOptions): string {
  const work = jobs === undefined ? 'nothing changed, view kept by an earlier scan' : plural(jobs, 'worker');
  return `\n${new Look(options).line('faint', `${engine} engine, ${work}, ${duration(wall_ms)}`)}\n`;
}
