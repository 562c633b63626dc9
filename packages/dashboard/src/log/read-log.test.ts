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
  const found = await readLog(path, wanted, 0);
  return { ...found, seqs: found.events.map(({ seq }) => seq) };
};

describe('reading the log', () => {
  it('reads what is whole, whatever byte the last record is torn at', async () => {
    const last = Buffer.from(line(3));
    const before = Buffer.from(line(1) + line(2));
    for (let length = 0; length < last.length; length++) {
      const { seqs, bad } = await read(Buffer.concat([before, last.subarray(0, length)]));
      // Without its line break the record itself is whole.
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
    ['a record that stands twice', line(1) + line(2) + line(2), [1, 2]],
    ['another kind of object', `${line(1)}{"hello":1}\n${line(2)}`, [1, 2]],
  ])('survives %s', async (_, content, expected) => {
    const { seqs, clean } = await read(content);
    expect(seqs).toEqual(expected);
    expect(clean).toBe(false);
  });

  it('is clean when nothing is wrong', async () => {
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
