import { jsonText } from '@analyzer/contracts';
import type { Missed } from '#missed/model.ts';

/** `analyzer.missed.v1`: properties in schema order, a line feed after each finding and at the end. */
export function renderMissedJson({ engine, root, revision, options, scan, ...result }: Missed): string {
  const { profile, all, gitignore, exclude, max_bytes } = scan;
  const chosen = { ...options, profile, all, gitignore, exclude, max_bytes };
  const findings = result.findings.map((finding) => jsonText(finding)).join(',\n');
  return (
    `{"schema":"analyzer.missed.v1","engine":${jsonText(engine)},"root":${jsonText(root)}` +
    `,"revision":${jsonText(revision)},"options":${jsonText(chosen)}` +
    `,"history":${jsonText(result.history)},"apart":${jsonText(result.apart)},"left_out":${jsonText(result.left_out)}` +
    `,"findings":[${findings}],"runtime":${jsonText(result.runtime)}}\n`
  );
}
