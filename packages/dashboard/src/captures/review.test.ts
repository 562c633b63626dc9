import type { DomDiff } from '@analyzer/contracts/pages/captures';
import { expect, it } from 'vitest';
import { inheritedRejection, toReview } from './review.ts';
import type { CaptureIndex, StoredCapture } from './stored-capture.ts';

const CHANGES = { inserted: 0, removed: 0, moved: 0, text: 0, attributes: 0 };
const CHANGED: DomDiff = { status: 'changed', change_counts: { ...CHANGES, text: 1 } };
const EQUAL_ISSUE: DomDiff = { status: 'issue', issues: ['too_little_content'], change_counts: CHANGES };

/** A capture of `/`; its id is also the content of its files. */
function capture(id: string, given: Partial<StoredCapture> = {}): StoredCapture {
  return {
    id,
    kind: 'dom',
    service: 'web',
    url: 'http://localhost/',
    at: 1,
    final_url: '',
    title: '',
    http_status: 200,
    image: null,
    dom: { nodes: 1, truncated: false },
    diff: CHANGED,
    baseline: 'a',
    refused_as_baseline: null,
    blocked: [],
    files: { dom: id, image: id },
    bytes: 1,
    ...given,
  };
}

function indexOf(...captures: StoredCapture[]): CaptureIndex {
  const history = [{ capture: 'a', at: 1, by: 'first', note: '' }];
  return { format: 1, captures, baselines: [{ ...capture('a'), capture: 'a', history }] };
}

const listed = (...captures: StoredCapture[]): string[] =>
  toReview(indexOf(capture('a', { diff: null, baseline: null }), ...captures)).map(({ after }) => after.id);

it('only the newest capture of a page is to review, if it differs from the present baseline', () => {
  expect(listed()).toEqual([]);
  expect(listed(capture('b'), capture('c'))).toEqual(['c']);
  expect(listed(capture('b'), capture('c', { diff: { status: 'ok' } }))).toEqual([]);
  expect(listed(capture('b', { url: 'http://localhost/other' }))).toEqual([]);
});

it('an issue that the baseline has too is not to review', () => {
  expect(listed(capture('b', { diff: EQUAL_ISSUE }))).toEqual([]);
  const pixels = { changed: 9, ratio: 0.3, resized: false, box: null };
  expect(listed(capture('b', { diff: { ...EQUAL_ISSUE, pixels } }))).toEqual(['b']);
});

it('a capture that was compared with an earlier baseline is to review, unless it shows the present one', () => {
  const ok: DomDiff = { status: 'ok' };
  expect(listed(capture('b', { baseline: 'older', diff: ok }))).toEqual(['b']);
  expect(listed(capture('b', { baseline: 'older', files: { dom: 'a', image: 'a' } }))).toEqual([]);
});

it('a rejected capture is not to review, as long as its page looks the same and has the same baseline', () => {
  const rejected = { at: 2, by: 'me', note: '', baseline: 'a' };
  expect(listed(capture('b', { rejected }))).toEqual([]);
  expect(listed(capture('b', { rejected: { ...rejected, baseline: 'older' } }))).toEqual(['b']);
  const index = indexOf(capture('b', { rejected }));
  expect(inheritedRejection(index, capture('c', { files: { dom: 'b', image: 'b' } }))).toEqual(rejected);
  expect(inheritedRejection(index, capture('c'))).toBeUndefined();
  expect(inheritedRejection(index, capture('b', { service: 'other' }))).toBeUndefined();
});
