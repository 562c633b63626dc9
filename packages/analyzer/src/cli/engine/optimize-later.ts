import { setFlagsFromString } from 'node:v8';

/**
 * How much a function must run before the slowest compiler of V8 compiles it, 10 or 15 times the defaults: by major version
 * of V8, those of Node 20, 22 and 24.
 */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['11', '--interrupt-budget=1000000'],
  ['12', '--invocation-count-for-turbofan=30000'],
  ['13', '--invocation-count-for-turbofan=30000'],
]);

/**
 * Makes V8 optimize fewer functions, for commands that run most of their code briefly: a scan of the bench corpus from the
 * parse cache takes 3.6 instead of 4.5 CPU seconds in Node 20, 3.2 instead of 3.9 in Node 22; an index of 151 packages of
 * which one changed takes a tenth less, and not more from nothing. Parsers have processes of their own, to which this does not
 * apply. Does nothing in an unknown version of V8, which would report an unknown flag on stderr.
 */
export function optimizeLater(): void {
  const flag = optimizationFlag(process.versions.v8);
  if (flag !== undefined) setFlagsFromString(flag);
}

/** @param version of V8 */
export function optimizationFlag(version: string): string | undefined {
  return FLAGS.get(version.split('.')[0] ?? '');
}
