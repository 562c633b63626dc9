import type { Check } from '#gate/model.ts';
import { SARIF_SCHEMA, uriOf } from '../findings/sarif.ts';
import { type Annotation, annotationsOf } from './annotations.ts';

const RULES: Readonly<Record<Annotation['rule'], string>> = {
  'new-copies': 'Functions are copies of each other that the baseline does not list.',
  'more-copies': 'There are more copies of a function than the baseline lists.',
  'new-cycle': 'Files import each other in a circle that the baseline does not list.',
  'larger-cycle': 'An import cycle has more files than the baseline lists.',
};

/**
 * The findings of a check as a SARIF 2.1.0 log (OASIS), each at a copy that is not listed.
 *
 * @param prefix of the paths, so that they start from the repository: empty, or ended by a slash
 */
export function renderCheckSarif(check: Check, version: string, prefix: string): string {
  const ids = Object.keys(RULES);
  const rules = Object.entries(RULES).map(([id, text]) => ({
    id: `check/${id}`,
    shortDescription: { text },
    defaultConfiguration: { level: 'error' },
  }));
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'analyzer', semanticVersion: version, rules } },
        columnKind: 'unicodeCodePoints',
        results: annotationsOf(check).map(({ rule, id, text, places }) => ({
          ruleId: `check/${rule}`,
          ruleIndex: ids.indexOf(rule),
          level: 'error',
          message: { text },
          locations: places.slice(0, 1).map((place) => locationOf(place, prefix)),
          ...(places.length > 1 && { relatedLocations: places.slice(1).map((place) => locationOf(place, prefix)) }),
          partialFingerprints: { 'analyzerCheck/v1': `${rule} ${id}` },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationOf({ path, lines }: Annotation['places'][number], prefix: string): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(prefix + path) },
      ...(lines && { region: { startLine: lines.start, endLine: lines.end } }),
    },
  };
}
