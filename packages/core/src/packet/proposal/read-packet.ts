import { AnalyzerError } from '@analyzer/contracts';
import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { validate as isEvidence } from '@analyzer/contracts/analyzer.context-evidence.v1/validate';
import { validate as isPacket } from '@analyzer/contracts/query/context.data/validate';
import { evidenceIn, invalidFile, violation } from '../check/packet-evidence.ts';
import { parsed, propertyOf } from '../check/read-document.ts';

/** A packet that was read again. */
export interface ReadPacket {
  sha256: string;
  evidence: ContextEvidenceV1;
}

const SCHEMA = 'analyzer.context.v1';
const HINT = 'Write it with `analyzer workspace context`.';

/**
 * Reads a packet, or the answer of the operation `context` that contains it.
 *
 * @param path as the user wrote it, for errors
 * @throws AnalyzerError `invalid_file`, `unsupported_schema`
 */
export function readPacket(text: string, path: string): ReadPacket {
  const origin = { path, hint: HINT };
  const document = parsed(text);
  const packet = propertyOf(document, 'schema') === 'analyzer.result.v1' ? propertyOf(document, 'data') : document;
  const schema = propertyOf(packet, 'schema');
  if (schema === undefined) throw invalidFile(origin, 'not a context packet');
  if (schema !== SCHEMA) throw new AnalyzerError('unsupported_schema', { name: String(schema) }, { hint: HINT });
  if (!isPacket(packet)) throw invalidFile(origin, violation(isPacket.errors ?? []));
  const evidence = evidenceIn(packet, origin);
  if (!isEvidence(evidence)) throw invalidFile(origin, 'the second message is not analyzer.context-evidence.v1');
  return { sha256: packet.packet_sha256, evidence };
}
