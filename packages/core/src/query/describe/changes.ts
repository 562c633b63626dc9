import type { Changes } from '@analyzer/contracts/query/common';
import type { TokenRecord } from '#parse/facts.ts';
import { tokenChanges } from '#relate/align/token-changes.ts';
import { cutText } from '../evidence/differences.ts';
import { redacted } from '../redact/secrets.ts';

const MAX_CHANGES = 20;

/** The aligned changes from the leaves of one declaration to those of another. */
export function describeChanges(first: TokenRecord, second: TokenRecord): Changes {
  const all = tokenChanges(first, second);
  const items = all.slice(0, MAX_CHANGES).map(({ line, ownLine, removed, added }) => ({
    ...{ line, own_line: ownLine },
    removed: cutText(redacted(removed.join(' '))),
    added: cutText(redacted(added.join(' '))),
  }));
  return { items, omitted: all.length - items.length };
}
