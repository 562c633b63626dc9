import type { Location, ReportingDescriptor } from 'sarif';
import type { Check } from '#check/model.ts';
import { sarifLog, uriOf } from '../sarif.ts';
import { type Annotation, annotationsOf } from './annotations.ts';

const RULES: Readonly<Record<Annotation['rule'], string>> = {
  'new-copies': 'Functions, types or blocks are copies of each other that the baseline does not list.',
  'more-copies': 'There are more copies of a function, type or block than the baseline lists.',
  'new-cycle': 'The baseline does not list the import cycle.',
  'larger-cycle': 'An import cycle has more files than the baseline lists.',
};

/**
 * The findings of a check as a SARIF 2.1.0 log (OASIS), each at an unlisted copy.
 *
 * @param prefix of the paths relative to the repository: empty, or with a trailing slash
 */
export function renderCheckSarif(check: Check, version: string, prefix: string): string {
  const ids = Object.keys(RULES);
  const rules: ReportingDescriptor[] = Object.entries(RULES).map(([id, text]) => ({
    id: `check/${id}`,
    shortDescription: { text },
    defaultConfiguration: { level: 'error' },
  }));
  const { against } = check;
  return sarifLog(version, rules, {
    ...('revision' in against && { properties: { against } }),
    results: annotationsOf(check).map(({ rule, id, text, locations }) => ({
      ruleId: `check/${rule}`,
      ruleIndex: ids.indexOf(rule),
      level: 'error',
      message: { text },
      locations: locations.slice(0, 1).map((location) => locationOf(location, prefix)),
      ...(locations.length > 1 && {
        relatedLocations: locations
          .slice(1)
          .map((location) => ({ ...locationOf(location, prefix), message: { text: location.about } })),
      }),
      partialFingerprints: { 'analyzerCheck/v1': `${rule} ${id}` },
    })),
  });
}

function locationOf({ path, lines }: Annotation['locations'][number], prefix: string): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(prefix + path) },
      ...(lines && { region: { startLine: lines.start, endLine: lines.end } }),
    },
  };
}
