import type { Location, ReportingDescriptor } from 'sarif';
import type { Check } from '#check/model.ts';
import { sarifLog, uriOf } from '../sarif.ts';
import { type Annotation, annotationsOf, silencedAnnotations } from './annotations.ts';

const RULES: Readonly<Record<Annotation['rule'], string>> = {
  'new-copies': 'Functions, types or blocks are copies of each other that the baseline does not list.',
  'more-copies': 'There are more copies of a function, type or block than the baseline lists.',
  'new-cycle': 'The baseline does not list the import cycle.',
  'larger-cycle': 'An import cycle has more files than the baseline lists.',
  elsewhere: 'Another project of the index has the new declaration.',
  contract: 'The code does not keep a contract of the manifest, or the contract applies to nothing.',
  missed: 'A change of copied code merges into a copy that does not have it.',
  drift: 'A change added functions on one side of an intended mirror and not on another one.',
};

/** Rules whose results are notes unless an option lets them count. */
const NOTES = ['missed', 'drift'];

const COPIES_HELP =
  'Call the first related location instead of the copy. To allow the finding, write the comment analyzer-ignore-next-function: reason before the function, or analyzer-ignore-start: reason and analyzer-ignore-end around the lines; or add it to the baseline: analyzer baseline --accept <id>, with the id at the end of the message.';
const HELP: Readonly<Record<string, string>> = {
  'new-copies': COPIES_HELP,
  'more-copies': COPIES_HELP,
  missed:
    'Make the change in the related locations too if it is right there. If the copies should differ, nothing is to do.',
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
    ...(HELP[id] !== undefined && { help: { text: HELP[id] } }),
    defaultConfiguration: { level: NOTES.includes(id) ? 'note' : 'error' },
  }));
  const { against } = check;
  return sarifLog(version, rules, {
    ...('revision' in against && { properties: { against } }),
    results: [...annotationsOf(check), ...silencedAnnotations(check)].map(
      ({ rule, level, id, groups = [], text, locations, silenced }) => ({
        ruleId: `check/${rule}`,
        ruleIndex: ids.indexOf(rule),
        level,
        message: { text },
        ...(silenced !== undefined && { suppressions: [{ kind: 'inSource', justification: silenced }] }),
        locations: locations.slice(0, 1).map((location) => locationOf(location, prefix)),
        ...(locations.length > 1 && {
          relatedLocations: locations
            .slice(1)
            .map((location) => ({ ...locationOf(location, prefix), message: { text: location.about } })),
        }),
        ...(groups.length > 0 && { properties: { groups: [id, ...groups] } }),
        partialFingerprints: { 'analyzerCheck/v1': `${rule} ${id}` },
      }),
    ),
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
