import { jsonText } from '@analyzer/contracts';
import type { Log, ReportingDescriptor, Run } from 'sarif';

/** The parts of a run that differ between reports. Properties are written in the caller's order. */
type RunContent = Pick<Run, 'originalUriBaseIds' | 'artifacts' | 'results' | 'properties'>;

/** A SARIF 2.1.0 log (OASIS) with one run. */
export function sarifLog(version: string, rules: ReportingDescriptor[], content: RunContent): string {
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'analyzer', semanticVersion: version, rules } },
        // Columns are Unicode scalar values, as in all outputs.
        columnKind: 'unicodeCodePoints',
        ...content,
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

/** A reference (RFC 3986): relative, or of the scheme `file` for an absolute path. */
export function uriOf(path: string): string {
  if (path === '-') return 'stdin';
  const [, drive, rest = path] = /^(?:([A-Za-z]:)(?=[\\/])|(?=\/))(.*)$/s.exec(path) ?? [];
  const encoded = rest.split(/[\\/]/).map(encodeURIComponent).join('/');
  if (drive !== undefined) return `file:///${drive}${encoded}`;
  return rest.startsWith('/') ? `file://${encoded}` : encoded;
}
