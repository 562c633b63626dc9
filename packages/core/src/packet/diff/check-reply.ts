import { AnalyzerError } from '@analyzer/contracts';
import { validate as isPacket } from '@analyzer/contracts/analyzer.diff-packet.v1/validate';
import type { DiffReplyV1 } from '@analyzer/contracts/analyzer.diff-reply.v1';
import { validate as isReply } from '@analyzer/contracts/analyzer.diff-reply.v1/validate';
import type { DiffReplyCheckV1 } from '@analyzer/contracts/analyzer.diff-reply-check.v1';
import { feedbackOn } from '../check/feedback.ts';
import { KnownNames } from '../check/known-names.ts';
import { parsed, propertyOf, readDocument } from '../check/read-document.ts';
import { sha256 } from '../digest.ts';

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
  const hint = 'Write it with `analyzer-llm prepare`.';
  const packet = readDocument(text, 'analyzer.diff-packet.v1', { path, hint });
  const invalid = (problem: string) => new AnalyzerError('invalid_file', { path, problem }, { hint });
  if (!isPacket(packet)) throw invalid(`${isPacket.errors?.[0]?.instancePath} ${isPacket.errors?.[0]?.message}`);
  const content = packet.messages[1]?.content ?? '';
  if (sha256(content) !== packet.packet_sha256) throw invalid('the evidence was changed: it has another packet_sha256');
  const document = parsed(content);
  const evidence = propertyOf(document, 'evidence');
  const ids = Array.isArray(evidence) ? evidence.map((item) => String(propertyOf(item, 'id'))) : [];
  return { diffSha256: packet.diff_sha256, evidenceIds: new Set(ids), names: new KnownNames(document) };
}

/** Checks format and references of a model's answer, without trusting it. */
export function checkReply(packet: ReadDiffPacket, text: string): DiffReplyCheckV1 {
  const problems: Problem[] = [];
  const reply = readReply(text, problems);
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

function readReply(text: string, problems: Problem[]): DiffReplyV1 | undefined {
  const value = parsed(text);
  if (value === undefined) {
    problems.push({ pointer: '', code: 'malformed_json', message: 'the answer is not one JSON document' });
  } else if (propertyOf(value, 'schema') !== 'analyzer.diff-reply.v1') {
    const message = 'schema must be analyzer.diff-reply.v1';
    problems.push({ pointer: '/schema', code: 'unsupported_schema', message });
  } else if (isReply(value)) return value;
  else {
    for (const { instancePath, message = 'is not valid' } of isReply.errors ?? []) {
      problems.push({ pointer: instancePath, code: 'schema_violation', message });
    }
  }
  return undefined;
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
