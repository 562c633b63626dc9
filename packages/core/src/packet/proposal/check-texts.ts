import type { ProposalV1 } from '@analyzer/contracts/analyzer.proposal.v1';
import { namesOf } from './names.ts';
import type { Report } from './problems.ts';
import type { ReadPacket } from './read-packet.ts';

/** Control, format, private and unassigned characters, such as those that reverse text, and separators of lines. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Checks that texts have no invisible characters, and name only paths, URLs and ids of the packet. */
export function checkTexts(proposal: ProposalV1, { evidence }: ReadPacket, report: Report): void {
  const names = namesOf(evidence);
  for (const [pointer, text] of textsOf(proposal)) {
    const hidden = HIDDEN.exec(text)?.[0];
    if (hidden !== undefined)
      report('hidden_character', pointer, `it has the invisible character ${codePoint(hidden)}`);
    for (const name of names.unknownPaths(text)) report('unknown_path', pointer, `the packet does not contain ${name}`);
    for (const id of names.unknownIds(text)) report('unknown_id', pointer, `the packet does not contain ${id}`);
  }
}

function textsOf(proposal: ProposalV1): [pointer: string, text: string][] {
  const { rationale, claims, risks, tests, parameters } = proposal;
  return [
    ...rationale.map((text, index): [string, string] => [`/rationale/${index}`, text]),
    ...claims.map(({ text }, index): [string, string] => [`/claims/${index}/text`, text]),
    ...risks.map((text, index): [string, string] => [`/risks/${index}`, text]),
    ...tests.map((text, index): [string, string] => [`/tests/${index}`, text]),
    ...parameters.map(({ description }, index): [string, string] => [`/parameters/${index}/description`, description]),
  ];
}
