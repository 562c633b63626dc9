import { AnalyzerError } from '@analyzer/contracts';
import { sha256 } from '../digest.ts';
import { type Origin, parsed } from './read-document.ts';

interface Packet {
  messages: { content: string }[];
  packet_sha256: string;
}

/**
 * The evidence of a packet: the document in its second message.
 *
 * @throws AnalyzerError `invalid_file` if it was changed or is not JSON
 */
export function evidenceIn({ messages, packet_sha256 }: Packet, origin: Origin): unknown {
  const content = messages[1]?.content ?? '';
  if (sha256(content) !== packet_sha256) {
    throw invalidFile(origin, 'the evidence was changed: it has another packet_sha256');
  }
  const evidence = parsed(content);
  if (evidence === undefined) throw invalidFile(origin, 'the second message is not JSON, or is nested too deep');
  return evidence;
}

export function invalidFile({ path, hint }: Origin, problem: string): AnalyzerError {
  return new AnalyzerError('invalid_file', { path, problem }, { hint });
}

/** The first violation that a validator found. */
export function violation([error]: readonly { instancePath: string; message?: string }[] = []): string {
  return `${error?.instancePath} ${error?.message}`;
}
