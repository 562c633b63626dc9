import { jsonText } from '@analyzer/contracts';
import type { ManifestFindingsV1 } from '@analyzer/contracts/analyzer.manifest-findings.v1';
import type { CheckedFile } from './model.ts';

/** Findings as `analyzer.manifest-findings.v1`. */
export function renderFindingsJson(files: readonly CheckedFile[]): string {
  const document: ManifestFindingsV1 = {
    schema: 'analyzer.manifest-findings.v1',
    files: files.map(({ path, format, findings, omitted, readable }) => ({
      path,
      format,
      readable,
      valid: readable && omitted === 0 && findings.every(({ severity }) => severity !== 'error'),
      findings: [...findings],
      omitted,
    })),
  };
  return `${jsonText(document, 2)}\n`;
}
