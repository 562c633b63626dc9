import { AnalyzerError } from '@analyzer/contracts';
import type { Page } from '@analyzer/contracts/query/common';
import { type Size, sizeOf } from './size.ts';

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
 * @param maxBytes of the data as compact JSON in UTF-8
 * @throws AnalyzerError `result_too_large` when not even the first item fits
 */
export function pageOf<Item extends object>(
  { items, total }: Listing<Item>,
  { offset, limit, max_chars: maxChars = Number.POSITIVE_INFINITY }: PageParams,
  maxBytes: number,
): ListData<Item> {
  const page = (taken: number): Page => ({ offset, limit, total, truncated: offset + taken < total });
  const sizes = items.map(sizeOf);
  const size = { chars: 0, bytes: 0 };
  let taken = 0;
  for (; taken < items.length; taken++) {
    const next = sizes[taken] ?? size;
    const frame = sizeOf({ items: [], page: page(taken + 1) });
    const whole = (of: keyof Size) => frame[of] + size[of] + next[of] + taken;
    if (whole('chars') > maxChars || whole('bytes') > maxBytes) {
      if (taken === 0) throw tooLarge(whole('chars'), maxChars);
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
