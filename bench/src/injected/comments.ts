import type { SampledFunction } from '../functions/sample.ts';
import type { Judge } from '../meaning/judge.ts';
import type { Random } from '../unbreakable/random.ts';

const MOST = 3;
const TRIES = 12;

/**
 * Adds up to three comments to lines of a function, each only where an independent parser confirms that the program
 * stays the same, so never inside a string.
 */
export async function withComments(sample: SampledFunction, judge: Judge, random: Random): Promise<string | undefined> {
  const { source, from, to, mode } = sample;
  const sign = mode.language === 'python' || mode.language === 'bash' ? '#' : '//';
  const ends: number[] = [];
  for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1)) ends.push(at);
  let commented = source;
  let count = 0;
  // From the last line to the first, so that earlier positions stay valid.
  const places = new Set(Array.from({ length: Math.min(TRIES, ends.length) }, () => random.pick(ends)));
  for (const at of [...places].sort((a, b) => b - a)) {
    const tried = `${commented.slice(0, at)} ${sign} a comment, number ${count}${commented.slice(at)}`;
    if ((await judge.compare(source, tried, mode)) !== 'same') continue;
    commented = tried;
    if (++count === MOST) break;
  }
  return count === 0 ? undefined : commented;
}
