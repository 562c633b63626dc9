import fc from 'fast-check';

/*
 * Property tests try the same inputs in each run, so that a change is judged by itself: `ANALYZER_PROPERTY_SEED=random`
 * searches with new inputs, a number repeats the inputs of a failure.
 */
const wanted = process.env.ANALYZER_PROPERTY_SEED ?? '1';
if (wanted !== 'random') fc.configureGlobal({ seed: seedOf(wanted) });

function seedOf(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`ANALYZER_PROPERTY_SEED is ${text}: set a whole number, or "random"`);
  return Number(text);
}
