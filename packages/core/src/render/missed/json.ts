import { jsonText } from '@analyzer/contracts';
import type { Missed } from '#missed/model.ts';

/** `analyzer.missed.v1`: properties in schema order, a line feed after each finding and at the end. */
export function renderMissedJson({ engine, root, revision, projects, options, scan, ...result }: Missed): string {
  const chosen = { ...options, ...(scan && selectionOf(scan)) };
  const searched =
    revision === undefined ? `"projects":${jsonText(projects ?? [])}` : `"revision":${jsonText(revision)}`;
  const findings = result.findings.map((finding) => jsonText(finding)).join(',\n');
  return (
    `{"schema":"analyzer.missed.v1","engine":${jsonText(engine)},"root":${jsonText(root)}` +
    `,${searched},"options":${jsonText(chosen)}` +
    `,"history":${jsonText(result.history)},"apart":${jsonText(result.apart)},"left_out":${jsonText(result.left_out)}` +
    `,"findings":[${findings}],"runtime":${jsonText(result.runtime)}}\n`
  );
}

function selectionOf({ profile, all, gitignore, exclude, max_bytes }: NonNullable<Missed['scan']>) {
  return { profile, all, gitignore, exclude, max_bytes };
}
