import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALLOCATION } from '../pool/allocation.ts';
import { encodeRequest, FrameReader } from '../pool/wire.ts';
import { BUILT_HERE, NATIVE_MISSING } from './built-here.ts';

/** Megabytes of a line of proc(5). */
function megabytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000;
}

test.skipIf(NATIVE_MISSING !== undefined || process.platform !== 'linux')(
  `a parser process returns the memory of a large file${NATIVE_MISSING ?? ''}`,
  async () => {
    const bytes = Buffer.from(`const f = (a) => <>${'<B c={a.f} d="e">{a.g} text</B>'.repeat(40_000)}</>;`);
    const child = spawn(BUILT_HERE, ['serve'], { env: { ...ALLOCATION, ...process.env } });
    const closed = once(child, 'close');
    const reader = new FrameReader();
    const answers: number[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      reader.push(chunk);
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) answers.push(frame.body.length);
    });
    const mode = { language: 'javascript' };
    child.stdin.write(encodeRequest({ path: 'a.jsx', mode, bytes, elements: true }));
    await expect.poll(() => answers).toHaveLength(2);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    child.stdin.end();
    await closed;
    expect(answers[1]).toBeGreaterThan(1_000_000);
    expect(megabytes(status, 'VmRSS')).toBeLessThan(50);
    expect(megabytes(status, 'VmHWM')).toBeLessThan(140);
  },
);
