import type { ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { Location } from 'sarif';
import { sarifLog, uriOf } from './sarif.ts';

const RULES: Readonly<Record<Problem['kind'], string>> = {
  violated: 'The code has an entry that its contract forbids, or lacks an entry that its contract requires.',
  'unlisted-effect': 'The code has an effect that its contract does not list.',
  undecided: 'The facts no longer decide an entry, or do not decide it with --strict.',
  stale: 'The scope of a contract matches nothing.',
  'missing-file': 'A file key is not the path of a file.',
};

/**
 * Problems as a SARIF 2.1.0 log (OASIS), located at the offending code, or at the manifest if there is none.
 *
 * @param manifest path as written on the command line
 * @param project directory as written on the command line, which relative paths refer to
 */
export function renderReportSarif(
  report: ManifestReportV1,
  manifest: string,
  project: string,
  version: string,
): string {
  const ids = Object.keys(RULES);
  const rules = Object.entries(RULES).map(([id, text]) => ({ id: `manifest/${id}`, shortDescription: { text } }));
  return sarifLog(version, rules, {
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
  });
}

function locationsOf({ evidence, pointer }: Problem, manifest: string): Location[] {
  if (evidence.length === 0) {
    const logicalLocations = [{ fullyQualifiedName: pointer, kind: 'value' }];
    return [{ physicalLocation: { artifactLocation: { uri: uriOf(manifest) } }, logicalLocations }];
  }
  return evidence.map(({ path, line, text }) => ({
    physicalLocation: { artifactLocation: { uri: uriOf(path), uriBaseId: 'PROJECT' }, region: { startLine: line } },
    message: { text },
  }));
}
