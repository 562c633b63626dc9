import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { storedEvent } from '../event/stored.ts';
import { readLog } from './read-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'dashboard-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (seq: number, extra = ''): string => {
  const event = acceptEvent(Buffer.from(`{"type":"PASS","service":"s${seq}","x":"é${extra}"}`));
  if ('complaints' in event) throw new Error('refused');
  return storedEvent(event, seq, 1_000 + seq).line.toString();
};
const read = async (content: string | Buffer, wanted = 10) => {
  const path = join(folder, 'events.jsonl');
  writeFileSync(path, content);
  const found = await readLog(path, wanted);
  return { ...found, seqs: found.events.map(({ seq }) => seq) };
};

describe('readLog', () => {
  it('reads all complete records if the last record is torn at any byte', async () => {
    const last = Buffer.from(line(3));
    const before = Buffer.from(line(1) + line(2));
    for (let length = 0; length < last.length; length++) {
      const { seqs, bad } = await read(Buffer.concat([before, last.subarray(0, length)]));
      // Without its line break the record itself is complete.
      const whole = length === last.length - 1;
      expect(seqs, `torn at ${length}`).toEqual(whole ? [1, 2, 3] : [1, 2]);
      expect(bad.length).toBe(whole || length === 0 ? 0 : 1);
    }
  });

  it.each([
    ['a tail of NULs', line(1) + line(2) + '\0'.repeat(5_000), [1, 2]],
    ['NULs in place of a record', `${line(1)}${'\0'.repeat(80)}${line(2)}`, [1, 2]],
    ['a byte order mark', `\ufeff${line(1)}${line(2)}`, [1, 2]],
    ['CRLF', (line(1) + line(2)).replaceAll('\n', '\r\n'), [1, 2]],
    ['a bad line between good ones', `${line(1)}{"seq":2,"at":3,"cut":0,"event":{"type"\n${line(3)}`, [1, 3]],
    ['a duplicate record', line(1) + line(2) + line(2), [1, 2]],
    ['another kind of object', `${line(1)}{"hello":1}\n${line(2)}`, [1, 2]],
  ])('survives %s', async (_, content, expected) => {
    const { seqs, clean } = await read(content);
    expect(seqs).toEqual(expected);
    expect(clean).toBe(false);
  });

  it('reads both of two logs that were concatenated, in their order', async () => {
    const first = [1, 2, 3].map((seq) => line(seq)).join('');
    const second = [1, 2, 3, 4, 5].map((seq) => line(seq, 'second')).join('');
    const { events, bad, clean, renumbered } = await read(first + second);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events.map(({ facts }) => facts.service)).toEqual(['s1', 's2', 's3', 's1', 's2', 's3', 's4', 's5']);
    expect([bad.length, clean, renumbered]).toEqual([0, false, 5]);
    expect((await read(first + first)).seqs).toEqual([1, 2, 3]);
    expect((await read(first + second + second)).seqs).toHaveLength(8);
  });

  it.each([
    ['above 2^53', '9007199254740993'],
    ['far above all others', '9007199254740000'],
  ])('quarantines a line whose number is %s', async (_, seq) => {
    const damaged = line(2).replace('"seq":2,', `"seq":${seq},`);
    const { seqs, bad } = await read(line(1) + damaged + line(3));
    expect(seqs).toEqual([1, 3]);
    expect(bad.map(String)).toEqual([damaged.trim()]);
  });

  it('quarantines a line whose time of receipt is not a date', async () => {
    const damaged = line(2).replace('"at":1002,', '"at":9000000000000000,');
    expect(await read(line(1) + damaged)).toMatchObject({ seqs: [1], bad: { length: 1 } });
  });

  it('is clean if the log has no errors', async () => {
    expect(await read(line(1) + line(2))).toMatchObject({ seqs: [1, 2], clean: true, bad: [], lines: 2 });
  });

  it("reads an old agent's file, nulls and extras included, in its order", async () => {
    const old = [
      '{"type": "REGRESSION", "service": "web", "file": null, "reason": "é\\n", "timestamp": 1730000009, "from": "up"}',
      '{"type":"PASS","service":null,"timestamp":1730000001}',
    ];
    const { events, clean } = await read(`${old.join('\n')}\n`);
    expect(events.map(({ raw }) => raw.toString())).toEqual(old);
    expect(events.map(({ seq, at }) => [seq, at])).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(clean).toBe(false);
  });

  it('reads only the end of a long file', async () => {
    const long = 'x'.repeat(6_000);
    const lines = Array.from({ length: 3_000 }, (_, i) => line(i + 1, long)).join('');
    const { seqs, skipped } = await read(lines, 100);
    expect(seqs.at(-1)).toBe(3_000);
    expect(seqs.length).toBeGreaterThanOrEqual(100);
    expect(seqs.length).toBeLessThan(1_500);
    expect(skipped).toBeGreaterThan(0);
  });
});
