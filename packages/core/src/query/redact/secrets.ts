import { looksRandom } from './entropy.ts';

interface Rule {
  reason: string;
  /** Its only group is the secret; without a group the complete match. */
  pattern: RegExp;
  /** Whether a match is a secret; absent: each is. */
  holds?(secret: string): boolean;
}

/** Forms of secrets, most exact first. Every repetition is bounded or followed by what it excludes: linear time. */
const RULES: readonly Rule[] = [
  {
    reason: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:(?!-----END )[\s\S])*(?:-----END [A-Z0-9 ]{0,60}-----)?/g,
  },
  { reason: 'aws-access-key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { reason: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g },
  { reason: 'gitlab-token', pattern: /\bgl(?:pat|rt|dt|ptt)-[A-Za-z0-9_-]{20,200}/g },
  {
    reason: 'slack-token',
    pattern: /\bxox[a-z]-[A-Za-z0-9-]{10,200}|\bhooks\.slack\.com\/services\/[A-Za-z0-9/]{20,100}/g,
  },
  { reason: 'google-api-key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { reason: 'stripe-key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,200}/g },
  { reason: 'api-key', pattern: /\bsk-(?:[a-z]{2,10}-)?[A-Za-z0-9_-]{20,200}/g },
  { reason: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { reason: 'pypi-token', pattern: /\bpypi-[A-Za-z0-9_-]{16,400}/g },
  { reason: 'jwt', pattern: /\beyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}(?:\.[A-Za-z0-9_-]{0,4000})?/g },
  { reason: 'url-password', pattern: /:\/\/[^\s:/@'"`]{0,100}:([^\s/@'"`]{1,200})@/g },
  { reason: 'authorization', pattern: /\b(?:[Bb]earer|[Bb]asic) ([A-Za-z0-9+/=_.~-]{16,4000})/g },
  {
    reason: 'assigned-secret',
    pattern:
      /(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|credentials?)\w{0,20}["'`]?\s{0,10}(?:=>|[:=])\s{0,10}["'`]([^\s"'`]{8,400})["'`]/gi,
    holds: (secret) => /\d/.test(secret) || secret.length >= 16,
  },
  { reason: 'high-entropy', pattern: /[A-Za-z0-9+/_=-]{32,}/g, holds: looksRandom },
];

/** Replaces strings that look like secrets by `[redacted: <reason>]`. */
export function redacted(text: string): string {
  let result = text;
  for (const { reason, pattern, holds } of RULES) {
    result = result.replace(pattern, (match: string, ...rest: unknown[]) => {
      const group = typeof rest[0] === 'string' ? rest[0] : match;
      if (holds !== undefined && !holds(group)) return match;
      // The same string may occur before it, for example as the user name.
      const at = match.lastIndexOf(group);
      return `${match.slice(0, at)}[redacted: ${reason}]${match.slice(at + group.length)}`;
    });
  }
  return result;
}
