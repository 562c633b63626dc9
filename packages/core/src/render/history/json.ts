import { jsonText } from '@analyzer/contracts';
import type { CopyHistory } from '#history/model.ts';

/** `analyzer.history.v1`: properties in schema order, a line feed after each step and at the end. */
export function renderHistoryJson({ engine, root, revision, options, scan, ...result }: CopyHistory): string {
  const chosen = { ...options, ...scan };
  const steps = result.steps.map((step) => jsonText(step)).join(',\n');
  return (
    `{"schema":"analyzer.history.v1","engine":${jsonText(engine)},"root":${jsonText(root)}` +
    `,"revision":${jsonText(revision)},"options":${jsonText(chosen)},"history":${jsonText(result.history)}` +
    `,"most":${jsonText(result.most)},"steps":[${steps}],"runtime":${jsonText(result.runtime)}}\n`
  );
}
