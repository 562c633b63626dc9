import type { Location } from 'sarif';
import type { Lines, Missed } from '#missed/model.ts';
import { sarifLog, uriOf } from '../sarif.ts';
import { commitText, evidenceText } from './wording.ts';

const HELP =
  'Look at the change of the commit, and make it here too if it is right here. If the copies should differ, nothing is to do.';

/** The findings as a SARIF 2.1.0 log (OASIS), each at its copies. */
export function renderMissedSarif(result: Missed, version: string): string {
  const rule = {
    id: 'missed/change',
    shortDescription: { text: 'A change did not reach a copy of the changed code.' },
    help: { text: HELP },
    defaultConfiguration: { level: 'note' as const },
  };
  return sarifLog(version, [rule], {
    results: result.findings.map((finding) => ({
      ruleId: rule.id,
      ruleIndex: 0,
      level: 'note',
      message: {
        text: `${commitText(finding)} "${finding.subject}" changed ${finding.hunks[0]?.origin.path ?? ''}; this copy ${finding.hunks[0] ? evidenceText(finding.hunks[0]) : ''} and does not have the change.`,
      },
      locations: finding.hunks.map(({ target }) => locationOf(target)),
      relatedLocations: finding.hunks.map(({ origin }) => ({
        ...locationOf(origin),
        message: { text: `as changed by ${finding.commit}` },
      })),
      partialFingerprints: { 'analyzerMissed/v1': finding.id },
    })),
  });
}

function locationOf({ path, start_line, end_line }: Lines): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(path) },
      region: { startLine: start_line, endLine: end_line },
    },
  };
}
