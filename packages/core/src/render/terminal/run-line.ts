import { cutNarrow } from './narrow.ts';
import { duration, plural } from './numbers.ts';
import { glyphsOf, type LookOptions, lineWidthOf, painted } from './style.ts';

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
  const line = `${engine} engine, ${work}, ${duration(wall_ms)}`;
  const shown = cutNarrow(line, lineWidthOf(options), glyphsOf(options).ellipsis);
  return `\n${painted('faint', shown, options.color)}\n`;
}
