import { AnalyzerError } from '@analyzer/contracts';
import type { Page } from '@analyzer/contracts/query/common';
import { fits, type Size, type SizeLimits, sizeOf } from './size.ts';

export interface PageParams {
  offset: number;
  limit: number;
  max_chars?: number;
}

/** The items of a page, at most `limit` starting at `offset`, and the total number. */
export interface Listing<Item> {
  items: Item[];
  total: number;
}

/** A page in the answer. */
export interface ListData<Item> {
  items: Item[];
  page: Page;
}

/**
 * Cuts a page to the size limit: items that do not fit go to the next page.
 *
 * @param limits of the interface; `max_chars` of the request replaces their `maxChars`
 * @throws AnalyzerError `result_too_large` when not even the first item fits
 */
export function pageOf<Item extends object>(
  { items, total }: Listing<Item>,
  { offset, limit, max_chars }: PageParams,
  limits: SizeLimits,
): ListData<Item> {
  const { maxChars = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = {
    ...limits,
    ...(max_chars === undefined ? {} : { maxChars: max_chars }),
  };
  const page = (taken: number): Page => ({ offset, limit, total, truncated: offset + taken < total });
  const sizes = items.map(sizeOf);
  const size = { chars: 0, bytes: 0 };
  let taken = 0;
  for (; taken < items.length; taken++) {
    const next = sizes[taken] ?? size;
    const frame = sizeOf({ items: [], page: page(taken + 1) });
    const sum = (of: keyof Size) => frame[of] + size[of] + next[of] + taken;
    if (!fits({ chars: sum('chars'), bytes: sum('bytes') }, { maxChars, maxBytes })) {
      if (taken === 0) throw tooLarge(sum('chars'), maxChars);
      break;
    }
    size.chars += next.chars;
    size.bytes += next.bytes;
  }
  return { items: items.slice(0, taken), page: page(taken) };
}

function tooLarge(chars: number, maxChars: number): AnalyzerError {
  const problem = `a single item does not fit: it needs ${chars} characters`;
  return new AnalyzerError(
    'result_too_large',
    { problem },
    chars > maxChars ? { hint: `Raise max_chars to at least ${chars}.` } : {},
  );
}
