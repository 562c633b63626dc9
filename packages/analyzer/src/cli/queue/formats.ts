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

export type QueueFormat = keyof typeof STATUS_FORMATS;
