import { readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { indexDrafts } from '@analyzer/core/drafts/index-draft.ts';
import { mapDraft } from '@analyzer/core/drafts/map-draft.ts';
import { type ExportedMap, exportMap, type MapPage } from '@analyzer/core/export/map/export-map.ts';
import type { CopyHistory } from '@analyzer/core/history/model.ts';
import type { IndexReader, Snapshot } from '@analyzer/core/index/port.ts';
import { bytes, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { mapHtml, packed } from '@analyzer/web/map/embed';
import manifest from '../../../package.json' with { type: 'json' };
import { openTreeEngine } from '../engine/open.ts';

interface PageChoices {
  limit: number;
  source: boolean;
  /** Of all listed groups. */
  drafts?: true;
  /** By label of the project. */
  histories?: ReadonlyMap<string, CopyHistory> | undefined;
}

/** Exports the map of an index; sources are read from the indexed folders. */
export async function makeMap(
  reader: IndexReader,
  snapshot: Snapshot,
  { limit, source, drafts, histories }: PageChoices,
  signal: AbortSignal,
): Promise<ExportedMap> {
  const engine = openTreeEngine({}, signal);
  try {
    return await exportMap(snapshot, {
      page: mapPage(),
      limit,
      created: new Date().toISOString(),
      analyzer: manifest.version,
      ...(histories && { histories }),
      ...(source && {
        quote: quoter(reader.roots(snapshot), signal),
        drafts: {
          write: async (groups) => (await indexDrafts(snapshot, groups, engine))?.map(mapDraft),
          all: drafts === true,
        },
      }),
    });
  } finally {
    await engine.close();
  }
}

/** Notes on the file: its size, whether it contains source, and its omissions. */
export function* mapNotes(path: string, map: ExportedMap, chosen: PageChoices): Generator<string> {
  const holds = map.holdsSource ? 'it contains source text of the projects' : 'it contains no source text';
  yield `Map: ${visible(path)} (${bytes(Buffer.byteLength(map.html))}); ${holds}.\n`;
  if (chosen.source && map.holdsSource) yield '  Exclude it with --no-source before you share the file.\n';
  for (const { what, count, reason } of map.omissions) {
    const cause = CAUSES[reason];
    if (cause !== undefined) yield `  Not in it: ${plural(count, what.slice(0, -1), what)} ${cause}.\n`;
  }
}

/** Omissions that the user did not choose. */
const CAUSES: Partial<Record<ExportedMap['omissions'][number]['reason'], string>> = {
  size: 'that would make it too large',
  changed: 'whose file changed after it was indexed',
  unreadable: 'whose file could not be read again',
  long: 'longer than the limit of quotes',
};

function mapPage(): MapPage {
  const template = readTemplate();
  return {
    size: Buffer.byteLength(template),
    packed,
    withData: (data, packedGraph) => mapHtml(template, data, packedGraph),
  };
}

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
