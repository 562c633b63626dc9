import { groupBy } from '../group-by.ts';
import { table } from '../table.ts';
import { LISTS } from './compare.ts';
import { KNOWN } from './known.ts';
import type { FactLocation, Tally } from './tally.ts';

const EXAMPLES = 5;

export function summary(tallies: readonly Tally[], tools: ReadonlyMap<string, string>): string {
  const head = ['', 'reader', 'files', 'accepted', 'analyzed', ...LISTS, 'functions whole'];
  const rows = tallies.map((tally) => [
    tally.language,
    tools.get(tally.language) ?? '',
    String(tally.files),
    String(tally.accepted),
    share(tally.analyzed, tally.accepted),
    ...LISTS.map((list) => share(tally.found[list], tally.expected[list])),
    share(tally.wholeFunctions, tally.functions),
  ]);
  return table([head, ...rows]);
}

/** Differences by kind, most frequent first, with examples. */
export function differences(tally: Tally): string {
  const byKind = groupBy(tally.unexplained, ({ difference }) => kindOf(tally, difference));
  const parts = [...byKind]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, locations]) => section(kind, locations));
  for (const [known, locations] of [...groupBy(tally.explained, ({ known }) => known)].sort(([a], [b]) => a - b)) {
    parts.push(section(`${tally.language}, explained: ${KNOWN[known]?.reason ?? ''}`, locations, 1));
  }
  if (tally.rejected.length > 0) {
    const lines = tally.rejected.map((path) => `  ${path}\n`);
    parts.push(`${tally.language}, not accepted by its own tool: ${lines.length}\n${lines.join('')}`);
  }
  if (tally.notAnalyzed.length > 0) {
    const lines = tally.notAnalyzed.map(({ path, status, where }) => `  ${path}: ${status}, ${where}\n`);
    parts.push(`${tally.language}, accepted, not analyzed: ${lines.length}\n${lines.join('')}`);
  }
  return parts.map((part) => `${part}\n`).join('');
}

function kindOf(tally: Tally, { list, side, fact, instead }: FactLocation['difference']): string {
  const kind = list === 'declarations' ? ` ${fact.split(' ')[0]}` : fact === '…' ? ' …' : '';
  return `${tally.language} ${list}: ${side}${kind}${side === 'kind' ? ` as ${instead}` : ''}`;
}

function section(title: string, locations: readonly FactLocation[], examples = EXAMPLES): string {
  const lines = locations.slice(0, examples).map(({ path, difference: { fact, line, instead } }) => {
    return `  ${path}:${line}: ${fact}${instead === undefined ? '' : ` (engine: ${instead})`}\n`;
  });
  return `${title}: ${locations.length}\n${lines.join('')}`;
}

/** To two decimals, never rounded up to 100 %. */
function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  return `${(Math.floor((10_000 * part) / whole) / 100).toFixed(2)} % of ${whole}`;
}
