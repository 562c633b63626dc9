import type { IndexReader, Snapshot } from '@analyzer/core/index/port.ts';
import type { ListClass } from '@analyzer/core/lists/list-classes.ts';
import type { EngineFlags } from '../engine/open.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

/** Choices of an export; a flag that is not set is absent. */
export interface ExportChoices extends EngineFlags, StyleFlags {
  db: string;
  limit: number;
  /** Classes that a list does not put apart. */
  include?: ListClass[];
  /** False with `--no-source`. */
  source: boolean;
  /** Of all listed groups, in the page. */
  drafts?: true;
}

interface Exported {
  reader: IndexReader;
  snapshot: Snapshot;
  choices: ExportChoices;
  signal: AbortSignal;
}

/** Writes a text from one snapshot of an index, or a folder on its own. */
type ExportFormat =
  | { render(exported: Exported): Promise<Iterable<string>>; example?: string }
  | { writeFolder(choices: ExportChoices & { output: string }): Promise<void>; example: string };

/** Formats of `workspace export`. One with an example of `--output` does not write to stdout. */
export const EXPORT_FORMATS = {
  html: {
    example: 'map.html',
    render: async ({ reader, snapshot, choices, signal }) => {
      const { makeMap, mapNotes } = await import('./map-page.ts');
      const map = await makeMap(reader, snapshot, choices, signal);
      for (const note of mapNotes(choices.output ?? '', map, choices)) process.stderr.write(note);
      return [map.html];
    },
  },
  dot: {
    render: async ({ snapshot, choices: { limit } }) => {
      const { chooseByRankAndScore } = await import('@analyzer/core/export/choose-groups.ts');
      const { readView } = await import('@analyzer/core/export/read-view.ts');
      const { renderWorkspaceDot } = await import('@analyzer/core/render/workspace/dot.ts');
      return renderWorkspaceDot(readView(snapshot, chooseByRankAndScore(snapshot, limit), limit));
    },
  },
  terminal: {
    render: async ({ snapshot, choices }) => {
      const { readView } = await import('@analyzer/core/export/read-view.ts');
      const { chooseForList } = await import('@analyzer/core/index/lists/listed-groups.ts');
      const { renderWorkspace } = await import('@analyzer/core/render/workspace/terminal.ts');
      const view = readView(snapshot, chooseForList(snapshot, choices.limit, choices.include ?? []), choices.limit);
      return renderWorkspace(view, { ...terminalStyle(choices), allOccurrences: true });
    },
  },
  json: {
    render: async ({ snapshot }) => (await import('@analyzer/core/export/graph/write-graph.ts')).graphJson(snapshot),
  },
  ndjson: {
    render: async ({ snapshot }) => (await import('@analyzer/core/export/graph/write-graph.ts')).graphNdjson(snapshot),
  },
  parquet: {
    example: 'shop',
    writeFolder: async (choices) => (await import('./export-parquet.ts')).exportParquet(choices),
  },
} satisfies Record<string, ExportFormat>;
