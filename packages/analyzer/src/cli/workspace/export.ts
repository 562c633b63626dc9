import { AnalyzerError } from '@analyzer/contracts';
import { chooseByRankAndScore } from '@analyzer/core/export/choose-groups.ts';
import { graphJson, graphNdjson } from '@analyzer/core/export/graph/write-graph.ts';
import { readView } from '@analyzer/core/export/read-view.ts';
import { chooseForList } from '@analyzer/core/index/lists/listed-groups.ts';
import type { IndexReader, Snapshot } from '@analyzer/core/index/port.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { renderWorkspaceDot } from '@analyzer/core/render/workspace/dot.ts';
import { renderWorkspace } from '@analyzer/core/render/workspace/terminal.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import { exportParquet } from './export-parquet.ts';
import type { ExportFlags } from './flags.ts';
import { makeMap, mapNotes } from './map-page.ts';

/** Exports an index to a new file or to stdout, from one snapshot of it. */
export async function exportCommand({ format, ...flags }: ExportFlags): Promise<void> {
  if (format === 'parquet') return exportParquet(flags);
  if (format === 'html' && flags.output === undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: '--format html needs a file to write' },
      { hint: 'Set it with -o, such as -o map.html.' },
    );
  }
  await interruptible(async (signal, onForcedEnd) => {
    const reader = await openIndex(flags.db, { signal });
    try {
      const file = flags.output === undefined ? undefined : new NewFile(flags.output);
      onForcedEnd(() => file?.discard());
      const { snapshot, close } = reader.open();
      try {
        const texts = await textsOf(reader, snapshot, { ...flags, format }, signal);
        if (file === undefined) await writeStream(process.stdout, texts, signal);
        else await file.write(texts, signal);
      } finally {
        close();
      }
    } finally {
      reader.close();
    }
  });
}

async function textsOf(
  reader: IndexReader,
  snapshot: Snapshot,
  flags: Omit<ExportFlags, 'format'> & { format: Exclude<ExportFlags['format'], 'parquet'> },
  signal: AbortSignal,
): Promise<Iterable<string>> {
  switch (flags.format) {
    case 'json':
      return graphJson(snapshot);
    case 'ndjson':
      return graphNdjson(snapshot);
    case 'dot':
      return renderWorkspaceDot(readView(snapshot, chooseByRankAndScore(snapshot, flags.limit), flags.limit));
    case 'terminal': {
      const ids = chooseForList(snapshot, flags.limit, flags.include ?? []);
      return renderWorkspace(readView(snapshot, ids, flags.limit), { ...terminalStyle(flags), allOccurrences: true });
    }
    case 'html': {
      const map = await makeMap(reader, snapshot, flags, signal);
      for (const note of mapNotes(flags.output ?? '', map, flags)) process.stderr.write(note);
      return [map.html];
    }
  }
}
