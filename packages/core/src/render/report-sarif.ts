import type { ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { SARIF_SCHEMA, uriOf } from './findings/sarif.ts';

const RULES: Readonly<Record<Problem['kind'], string>> = {
  violated: 'A contract forbids what is there, or requires what is not.',
  'unlisted-effect': 'An effect is seen that its contract does not list.',
  stale: 'The scope of a contract matches nothing.',
  'missing-file': 'A file key names no file.',
};

/**
 * Problems as a SARIF 2.1.0 log (OASIS), at the offending code; what has no place in code stands at the manifest.
 *
 * @param manifest its path as a person wrote it
 * @param project of the code, as a person wrote it, for the reader to resolve paths by
 */
export function renderReportSarif(
  report: ManifestReportV1,
  manifest: string,
  project: string,
  version: string,
): string {
  const ids = Object.keys(RULES);
  const rules = Object.entries(RULES).map(([id, text]) => ({ id: `manifest/${id}`, shortDescription: { text } }));
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'analyzer', semanticVersion: version, rules } },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: { PROJECT: { description: { text: `the root of ${project}` } } },
        results: report.problems.map((problem) => ({
          ruleId: `manifest/${problem.kind}`,
          ruleIndex: ids.indexOf(problem.kind),
          level: 'error',
          message: { text: `${problem.message} (${problem.pointer} of the manifest)` },
          locations: locationsOf(problem, manifest),
          partialFingerprints: { 'manifestProblem/v1': problem.key },
          baselineState: problem.known ? 'unchanged' : 'new',
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationsOf({ evidence, pointer }: Problem, manifest: string): object[] {
  if (evidence.length === 0) {
    const logicalLocations = [{ fullyQualifiedName: pointer, kind: 'value' }];
    return [{ physicalLocation: { artifactLocation: { uri: uriOf(manifest) } }, logicalLocations }];
  }
  return evidence.map(({ path, line, text }) => ({
    physicalLocation: { artifactLocation: { uri: uriOf(path), uriBaseId: 'PROJECT' }, region: { startLine: line } },
    message: { text },
  }));
}
