import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import type { FastifyReply } from 'fastify';
import { checkAccept } from './negotiation.ts';
import { replyWith } from './problem-reply.ts';

/** A text that is the same as long as the server runs. */
export interface StaticText {
  mediaType: string;
  text: string;
  /** SHA-256 of the text. */
  sha256: string;
}

export function staticText(mediaType: string, text: string): StaticText {
  return { mediaType, text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** With an ETag, so that clients need to load it only once. */
export function sendStatic(
  reply: FastifyReply,
  headers: IncomingHttpHeaders,
  { mediaType, text, sha256 }: StaticText,
): FastifyReply {
  checkAccept(headers.accept, mediaType);
  const tag = `"${sha256}"`;
  reply.header('ETag', tag).header('Cache-Control', 'no-cache');
  if (matches(headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(mediaType).send(Buffer.from(text));
}

/** Compares as RFC 9110, 13.1.2: weakly. */
function matches(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}

export function sendProblem(reply: FastifyReply, problem: ProblemV1): FastifyReply {
  const { status, headers, body } = replyWith(problem);
  return reply.code(status).headers(headers).send(Buffer.from(body));
}
