// Guards: the days, core hours, storage and price that docs/operate/scale.md states. Takes: 49 s at load 6.
import { parseArgs } from 'node:util';
import { table } from '../table.ts';
import { type Estimate, estimate } from './estimate.ts';
import { differenceOf, type Measured, readMeasured, requirePredicted } from './measured.ts';
import { PRICES, scenario } from './scenarios.ts';

/** The two sizes of the documentation, with the machines that work on them. */
const SIZES = [
  { projects: 100_000, machines: 2 },
  { projects: 10_000_000, machines: 32 },
];
/** Projects of a variation: enough for a stable mean, few enough for many runs. */
const VARIED = { projects: 100_000, machines: 2 };

/**
 * Estimates time, storage and price of indexing public projects with many workers, and how much they depend on two
 * assumptions. `--projects N --machines N` estimates another size, `--seed N` draws other projects.
 */
export function simulateCommand(): void {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      projects: { type: 'string' },
      machines: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
    },
  });
  const measured = readMeasured();
  const seed = Number(values.seed);
  const sizes =
    values.projects === undefined ? SIZES : [{ projects: Number(values.projects), machines: Number(values.machines) }];
  const estimates = sizes.map((size) => ({ ...size, its: estimate(scenario(measured, { ...size, seed })) }));
  process.stdout.write(`${table(rowsOf(estimates))}\n`);
  process.stdout.write(`Prices are assumptions: ${PRICES.coreHour} for a core hour, `);
  process.stdout.write(`${PRICES.gigabyteMonth} for a gigabyte a month.\n\n`);
  if (values.projects === undefined) process.stdout.write(`${table(sensitivity(measured, seed))}\n`);
  process.stdout.write(table(validation(measured)));
  requirePredicted(measured.runs);
}

function rowsOf(estimates: readonly { projects: number; machines: number; its: Estimate }[]): string[][] {
  const row = (name: string, cell: (its: Estimate) => string): string[] => [
    name,
    ...estimates.map(({ its }) => cell(its)),
  ];
  return [
    ['projects', ...estimates.map(({ projects }) => count(projects))],
    ['machines with 16 cores', ...estimates.map(({ machines }) => count(machines))],
    row('bytes of source', ({ bytes }) => size(bytes)),
    row('functions', ({ functions }) => count(functions)),
    row('facts of all projects, days', ({ seconds }) => days(seconds)),
    row('one publication, days', ({ publication }) => days(publication)),
    row('the same with crashes, days', ({ crashedPublication }) => days(crashedPublication)),
    row('core hours used', ({ useful, lost, crashedPublication }) =>
      count((useful + lost + crashedPublication) / 3600),
    ),
    row('core hours paid', ({ coreHours }) => count(coreHours)),
    row('jobs again after crashes', ({ again }) => count(again)),
    row('busy connections to PostgreSQL, mean', ({ database, seconds }) => (database / seconds).toFixed(2)),
    row('facts by content', ({ storage }) => size(storage.facts)),
    row('parts of the queue', ({ storage }) => size(storage.queue)),
    row('index in PostgreSQL, two generations', ({ storage }) => size(storage.index)),
    row('Parquet', ({ storage }) => size(storage.parquet)),
    row('price of the cores', ({ price }) => count(price.cores)),
    row('price of the storage, a month', ({ price }) => count(price.storage)),
  ];
}

/** Hours for fetching that takes other times, and for other shares of known content. */
function sensitivity(measured: Measured, seed: number): string[][] {
  const shares = [0.6, 0.7, 0.8, 0.9];
  const hours = (fetch: number, known: number): string => {
    const { seconds, crashedPublication } = estimate(scenario(measured, { ...VARIED, fetch, known, seed }));
    return ((seconds + crashedPublication) / 3600).toFixed(2);
  };
  const title = `hours for ${count(VARIED.projects)} projects; known content`;
  return [
    [title, ...shares.map((share) => `${share * 100} %`)],
    ...[0.5, 1, 4, 16].map((fetch) => [`time to fetch × ${fetch}`, ...shares.map((share) => hours(fetch, share))]),
  ];
}

function validation({ runs, date, machine }: Measured): string[][] {
  return [
    [`measured ${date}, ${machine.cores} cores`, 'projects', 'MB', 'measured', 'predicted', 'difference'],
    ...runs.map((run) => [
      run.name,
      String(run.projects),
      (run.bytes / 1e6).toFixed(1),
      figure(run.measured),
      figure(run.predicted),
      `${(100 * differenceOf(run)).toFixed(1)} %`,
    ]),
  ];
}

function figure(number: number): string {
  return number < 1_000 ? number.toFixed(1) : count(number);
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}

function days(seconds: number): string {
  return (seconds / 86_400).toFixed(3);
}

function size(bytes: number): string {
  return bytes >= 1e12 ? `${(bytes / 1e12).toFixed(2)} TB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
