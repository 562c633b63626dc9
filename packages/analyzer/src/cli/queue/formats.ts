import type { SharedGroups } from '@analyzer/core/queue/copies/read-copies.ts';
import type { QueueStatus } from '@analyzer/core/queue/manage.ts';
import { type Formats, indentedJson } from '../options/format.ts';

/** Formats of `queue status`. */
export const STATUS_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (status) => (await import('./status-lines.ts')).statusLines(status),
  },
  json: {
    help: 'json (analyzer.queue.v1)',
    render: (status) => indentedJson({ schema: 'analyzer.queue.v1', ...status }),
  },
} satisfies Formats<[QueueStatus]>;

/** Formats of `queue copies`. */
export const COPIES_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (copies) => (await import('./copies-lines.ts')).copiesLines(copies),
  },
  json: {
    help: 'json (analyzer.queue-copies.v1)',
    render: (copies) => indentedJson({ schema: 'analyzer.queue-copies.v1', ...copies }),
  },
} satisfies Formats<[SharedGroups]>;

export type QueueFormat = keyof typeof STATUS_FORMATS;
export type CopiesFormat = keyof typeof COPIES_FORMATS;
