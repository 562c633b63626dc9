import { readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { type ExportedMap, exportMap } from '@analyzer/core/export/map/export-map.ts';
import type { IndexReader, Snapshot } from '@analyzer/core/index/port.ts';
import { bytes, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import manifest from '../../../package.json' with { type: 'json' };

interface PageChoices {
  limit: number;
  source: boolean;
}

/** The map of an index; sources come from where the projects were indexed on this machine. */
export function makeMap(
  reader: IndexReader,
  snapshot: Snapshot,
  { limit, source }: PageChoices,
  signal: AbortSignal,
): Promise<ExportedMap> {
  return exportMap(snapshot, {
    template: readTemplate(),
    limit,
    created: new Date().toISOString(),
    analyzer: manifest.version,
    ...(source && { quote: quoter(reader.roots(snapshot), signal) }),
  });
}

/** What a person should know of the file: its size, whether it can be passed on, and what it lacks. */
export function* mapNotes(path: string, map: ExportedMap, chosen: PageChoices): Generator<string> {
  const holds = map.holdsSource ? 'it holds source text of the projects' : 'it holds no source text';
  yield `Map: ${visible(path)} (${bytes(Buffer.byteLength(map.html))}); ${holds}.\n`;
  if (chosen.source && map.holdsSource) yield '  Leave it out with --no-source before you pass the file on.\n';
  for (const { what, count, reason } of map.omissions) {
    const cause = CAUSES[reason];
    if (cause !== undefined) yield `  Not in it: ${plural(count, what.slice(0, -1), what)} ${cause}.\n`;
  }
}

/** Of the omissions that nobody asked for. */
const CAUSES: Partial<Record<ExportedMap['omissions'][number]['reason'], string>> = {
  size: 'for which it would have grown too large',
  changed: 'whose file has changed since it was indexed',
  unreadable: 'whose file could not be read again',
  long: 'longer than what is quoted',
};

function readTemplate(): string {
  try {
    return readFileSync(new URL('map.html', import.meta.url), 'utf8');
  } catch (error) {
    throw new AnalyzerError(
      'internal',
      { problem: 'the page of the map is missing from the installation' },
      { hint: 'Install again with `npm ci`.', cause: error },
    );
  }
}
