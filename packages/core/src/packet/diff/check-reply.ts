import { validate as isPacket } from '@analyzer/contracts/analyzer.diff-packet.v1/validate';
import type { DiffReplyV1 } from '@analyzer/contracts/analyzer.diff-reply.v1';
import { validate as isReply } from '@analyzer/contracts/analyzer.diff-reply.v1/validate';
import type { DiffReplyCheckV1 } from '@analyzer/contracts/analyzer.diff-reply-check.v1';
import { feedbackOn } from '../check/feedback.ts';
import { KnownNames } from '../check/known-names.ts';
import { evidenceIn, invalidFile, violation } from '../check/packet-evidence.ts';
import { readAnswer } from '../check/read-answer.ts';
import { propertyOf, readDocument } from '../check/read-document.ts';

type Problem = DiffReplyCheckV1['problems'][number];
type Statement = DiffReplyV1['statements'][number];

/** A diff packet that was read again. */
export interface ReadDiffPacket {
  diffSha256: string;
  evidenceIds: ReadonlySet<string>;
  names: KnownNames;
}

/**
 * @param path as the user wrote it, for errors
 * @throws AnalyzerError `invalid_file`, `unsupported_schema`
 */
export function readDiffPacket(text: string, path: string): ReadDiffPacket {
  const origin = { path, hint: 'Write it with `analyzer-llm prepare`.' };
  const packet = readDocument(text, 'analyzer.diff-packet.v1', origin);
  if (!isPacket(packet)) throw invalidFile(origin, violation(isPacket.errors ?? []));
  const document = evidenceIn(packet, origin);
  const evidence = propertyOf(document, 'evidence');
  const ids = Array.isArray(evidence) ? evidence.map((item) => String(propertyOf(item, 'id'))) : [];
  return { diffSha256: packet.diff_sha256, evidenceIds: new Set(ids), names: new KnownNames(document) };
}

/** Checks format and references of a model's answer, without trusting it. */
export function checkReply(packet: ReadDiffPacket, text: string): DiffReplyCheckV1 {
  const problems: Problem[] = [];
  const reply = readAnswer(text, 'analyzer.diff-reply.v1', isReply, (code, pointer, message) =>
    problems.push({ pointer, code, message }),
  );
  const isStale = reply !== undefined && reply.diff_sha256 !== packet.diffSha256;
  if (isStale) {
    const message = `the packet is about the diff ${packet.diffSha256}`;
    problems.push({ pointer: '/diff_sha256', code: 'other_diff', message });
  }
  const statements = (reply?.statements ?? []).map((statement, index) => {
    const its = problemsOf(statement, `/statements/${index}`, packet);
    problems.push(...its);
    const verdict = its.length === 0 ? ('supported' as const) : ('unsupported' as const);
    return { statement: index, verdict: isStale ? ('stale' as const) : verdict };
  });
  return {
    schema: 'analyzer.diff-reply-check.v1',
    accepted: problems.length === 0,
    checked: 'references',
    diff_sha256: packet.diffSha256,
    statements,
    problems,
    feedback: feedbackOn(problems),
  };
}

function problemsOf({ text, evidence_ids: ids, suggested_test: test }: Statement, at: string, packet: ReadDiffPacket) {
  const problems: Problem[] = [];
  for (const [index, id] of ids.entries()) {
    if (packet.evidenceIds.has(id)) continue;
    const message = `the packet has no evidence ${id}`;
    problems.push({ pointer: `${at}/evidence_ids/${index}`, code: 'unknown_evidence', message });
  }
  for (const [key, its] of Object.entries({ text, suggested_test: test ?? '' })) {
    const pointer = `${at}/${key}`;
    const message = (name: string) => `the packet does not contain ${name}`;
    for (const name of packet.names.unknownPaths(its))
      problems.push({ pointer, code: 'unknown_path', message: message(name) });
    for (const id of packet.names.unknownIds(its)) problems.push({ pointer, code: 'unknown_id', message: message(id) });
  }
  return problems;
}
