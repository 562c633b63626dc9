import type { Random } from '../unbreakable/random.ts';

const STEPS = 2 ** 32;

/** A number above 0 and at most 1. */
function fraction(random: Random): number {
  return (random.below(STEPS) + 1) / STEPS;
}

export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(fraction(random));
}

/**
 * A log-normal number.
 *
 * @param spread standard deviation of its natural logarithm
 */
export function logNormal(random: Random, mean: number, spread: number): number {
  // Box and Muller 1958.
  const normal = Math.sqrt(-2 * Math.log(fraction(random))) * Math.cos(2 * Math.PI * fraction(random));
  return mean * Math.exp(spread * normal - (spread * spread) / 2);
}
