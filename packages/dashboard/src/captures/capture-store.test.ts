import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CaptureStore } from './capture-store.ts';
import type { StoredCapture } from './stored-capture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'captures-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

let clock = 0;

/** Stores a capture with a file of its own. */
async function add(store: CaptureStore, given: Partial<StoredCapture> = {}) {
  const hash = await store.files.add(Buffer.from(`content ${clock++}`));
  return store.add({
    kind: 'dom',
    service: 'web',
    url: 'http://localhost/',
    at: clock,
    final_url: '',
    title: '',
    http_status: 200,
    image: null,
    dom: { nodes: 1, truncated: false },
    diff: null,
    baseline: null,
    refused_as_baseline: null,
    blocked: [],
    files: { dom: hash, image: null },
    bytes: 100,
    ...given,
  });
}

const files = (): string[] => readdirSync(join(folder, 'files')).sort();

it('writes nothing before the first capture', async () => {
  const path = join(folder, 'none');
  await CaptureStore.open(path);
  expect(existsSync(path)).toBe(false);
});

it('makes the first usable capture of a page its baseline, later the approved capture', async () => {
  const store = await CaptureStore.open(folder);
  const broken = await add(store, { refused_as_baseline: 'broken page' });
  const first = await add(store);
  const second = await add(store);
  const other = await add(store, { service: 'other' });
  expect([broken, first, second, other].map(({ is_baseline }) => is_baseline)).toEqual([false, true, false, true]);
  await expect(store.approve(broken.id, 'me', '', 1)).rejects.toThrow('broken page');
  expect(await store.approve('nothing', 'me', '', 1)).toBeUndefined();
  expect(await store.approve(second.id, 'me', 'new colors', 7)).toMatchObject({
    capture: second.id,
    history: [
      { capture: second.id, at: 7, by: 'me', note: 'new colors' },
      { capture: first.id, by: 'first' },
    ],
  });
  const again = await CaptureStore.open(folder);
  expect(again.baselineOf({ kind: 'dom', service: 'web', url: 'http://localhost/' })?.id).toBe(second.id);
  expect(again.list({ service: 'web', url: '', kind: 'dom' }).map(({ id }) => id)).toEqual([
    second.id,
    first.id,
    broken.id,
  ]);
  expect(again.find(first.id)?.is_baseline).toBe(false);
});

it('approves several captures in one write, and lists those that it cannot approve', async () => {
  const store = await CaptureStore.open(folder);
  const first = await add(store);
  const second = await add(store);
  const other = await add(store, { service: 'other' });
  const broken = await add(store, { refused_as_baseline: 'broken page' });
  const { approved, refused } = await store.approveAll([second.id, broken.id, 'nothing', second.id], 'me', 'new', 7);
  expect(approved.map(({ capture }) => capture)).toEqual([second.id]);
  expect(refused).toEqual([
    { capture: broken.id, reason: 'broken page' },
    { capture: 'nothing', reason: 'Capture not found' },
  ]);
  expect(store.find(first.id)?.is_baseline).toBe(false);
  expect(store.find(other.id)?.is_baseline).toBe(true);
});

it('rejects a capture, but not a baseline and not a capture of a page without one', async () => {
  const store = await CaptureStore.open(folder);
  const lonely = await add(store, { refused_as_baseline: 'broken page' });
  await expect(store.reject(lonely.id, 'me', '', 1)).rejects.toThrow('This page has no baseline');
  const first = await add(store);
  await expect(store.reject(first.id, 'me', '', 1)).rejects.toThrow('This capture is the baseline');
  expect(await store.reject('nothing', 'me', '', 1)).toBeUndefined();
  const second = await add(store, { baseline: first.id, diff: { status: 'changed' } });
  expect(store.toReview().map(({ after, before }) => [after.id, before.id])).toEqual([[second.id, first.id]]);
  const rejected = { at: 8, by: 'me', note: 'wrong', baseline: first.id };
  expect(await store.reject(second.id, 'me', 'wrong', 8)).toMatchObject({ id: second.id, rejected });
  const again = await CaptureStore.open(folder);
  expect([again.toReview(), again.find(second.id)?.rejected]).toEqual([[], rejected]);
  const shown = again.find(second.id);
  if (shown === undefined) throw new Error('the rejected capture is missing');
  const same = await add(again, { baseline: first.id, diff: { status: 'changed' }, files: shown.files });
  expect(same.rejected).toEqual(rejected);
});

it('deletes the oldest captures over the quota, but never a present or former baseline', async () => {
  const store = await CaptureStore.open(folder, { captures: 4, bytes: 10_000 });
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push((await add(store)).id);
  await store.approve(ids[2] ?? '', 'me', '', 1);
  for (let i = 0; i < 4; i++) ids.push((await add(store)).id);
  expect(store.list({ service: '', url: '', kind: '' }).map(({ id }) => ids.indexOf(id))).toEqual([7, 6, 2, 0]);
  expect(files()).toHaveLength(4);
  const bytes = await CaptureStore.open(folder, { captures: 100, bytes: 250 });
  await add(bytes);
  expect(bytes.size).toBe(3);
  // Protected captures may exceed the quota; besides them only the newest capture remains.
  const tight = await CaptureStore.open(folder, { captures: 1, bytes: 1 });
  const newest = await add(tight);
  const left = tight.list({ service: '', url: '', kind: '' }).map(({ id }) => id);
  expect(left).toEqual([newest.id, ids[2], ids[0]]);
});

it('stores a file as long as any capture uses it', async () => {
  const store = await CaptureStore.open(folder, { captures: 2, bytes: 10_000 });
  const hash = await store.files.add(Buffer.from('the same'));
  const same = { files: { dom: hash, image: null }, refused_as_baseline: 'no' };
  for (let i = 0; i < 3; i++) await add(store, same);
  expect(files()).toContain(hash);
  for (let i = 0; i < 2; i++) await add(store, { refused_as_baseline: 'no' });
  expect(files()).not.toContain(hash);
});

it('removes files that no stored capture uses, and no other files', async () => {
  const store = await CaptureStore.open(folder);
  const kept = await add(store);
  const lost = await store.files.add(Buffer.from('lost'));
  writeFileSync(join(folder, 'files', `${lost}.99.new`), 'half');
  writeFileSync(join(folder, 'files', 'notes.txt'), 'not ours');
  const again = await CaptureStore.open(folder);
  expect(files()).toEqual([again.find(kept.id)?.files.dom, 'notes.txt'].sort());
});

it('quarantines an unreadable index and retains its files', async () => {
  mkdirSync(folder, { recursive: true });
  const before = await CaptureStore.open(folder);
  await add(before);
  writeFileSync(join(folder, 'index.json'), '{"format":1,"captures":[');
  for (let i = 0; i < 2; i++) expect((await CaptureStore.open(folder)).size).toBe(0);
  expect(existsSync(join(folder, 'index.json.unusable'))).toBe(true);
  expect(files()).toHaveLength(1);
});

it('reads only files of captures', async () => {
  const store = await CaptureStore.open(folder);
  for (const name of ['../index.json', '', 'x'.repeat(64)]) {
    expect(() => store.files.read(name)).toThrow('not the hash of a file of a capture');
  }
});

it('changes nothing if the index cannot be written', async () => {
  const store = await CaptureStore.open(folder);
  const first = await add(store);
  mkdirSync(join(folder, 'index.json.new'));
  await expect(add(store)).rejects.toThrow();
  expect(store.list({ service: '', url: '', kind: '' }).map(({ id }) => id)).toEqual([first.id]);
  rmSync(join(folder, 'index.json.new'), { recursive: true });
  await add(store);
  expect(store.size).toBe(2);
});
