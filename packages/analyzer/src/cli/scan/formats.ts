import type { KnownEase } from '@analyzer/core/generalize/ease.ts';
import type { CopyAges } from '@analyzer/core/history/ages/model.ts';
import type { IntendedMirror } from '@analyzer/core/lists/intended-mirror.ts';
import type { ListClass } from '@analyzer/core/lists/list-classes.ts';
import type { CopyRelations } from '@analyzer/core/relations/model.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

/** Up to this size a document is rendered once, for its id and for the reader. A larger one is rendered twice to save memory. */
const BUFFERED_BYTES = 192 * 1024 * 1024;

interface View extends StyleFlags {
  detail?: 'files' | 'declarations' | 'full';
  include?: ListClass[];
  ease?: KnownEase[];
  mirrors: IntendedMirror[];
  signal: AbortSignal;
  /** The folder, as the user wrote it. */
  path: string;
  /** Reads files of the scanned folder. */
  findRelations: () => Promise<CopyRelations>;
  /** Undefined if they are not wanted. */
  findAges: () => Promise<CopyAges | undefined>;
}

/** Formats of `scan`; the native engine has the same. */
export const SCAN_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (scan, { include = [], ...view }) => {
      const { renderTerminal } = await import('@analyzer/core/render/terminal.ts');
      const relations = view.detail === undefined && view.ease === undefined ? await view.findRelations() : undefined;
      const ages = await view.findAges();
      const { detail, path, mirrors, ease } = view;
      return renderTerminal(scan, { ...terminalStyle(view), detail, relations, ages, path, include, mirrors, ease });
    },
  },
  json: {
    help: 'json (analyzer.scan.v1)',
    render: async (scan, { detail, signal, findRelations, findAges }) => {
      const { takeSnapshot } = await import('@analyzer/core/render/snapshot-id.ts');
      const { renderJson } = await import('@analyzer/core/render/json.ts');
      const facts = detail !== 'files';
      const { id, body } = await takeSnapshot(scan, facts ? BUFFERED_BYTES : 0, signal);
      return renderJson(scan, {
        facts,
        snapshotId: id,
        relations: await findRelations(),
        ages: await findAges(),
        body,
      });
    },
  },
  dot: {
    help: 'dot (Graphviz)',
    render: async (scan, { detail = 'declarations' }) => {
      return (await import('@analyzer/core/render/dot.ts')).renderDot(scan, detail);
    },
  },
} satisfies Formats<[Scan, View], string | Uint8Array>;

export type ScanFormat = keyof typeof SCAN_FORMATS;
