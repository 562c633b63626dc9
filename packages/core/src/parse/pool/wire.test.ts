import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRequest, encodeFrame, encodeRequest, FrameReader } from './wire.ts';

const frames = fc.array(fc.record({ header: fc.string({ unit: 'binary' }), body: fc.uint8Array({ maxLength: 300 }) }), {
  maxLength: 8,
});

test('frames are read as written, for any chunks of the pipe', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sent, cuts) => {
      const stream = Buffer.concat(sent.map(({ header, body }) => encodeFrame(header, body)));
      const reader = new FrameReader();
      const received: { header: string; body: number[] }[] = [];
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const length = cuts[turn % cuts.length] ?? 1;
        reader.push(stream.subarray(at, at + length));
        at += length;
        for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
          received.push({ header: frame.header, body: [...frame.body] });
        }
      }
      expect(received).toEqual(sent.map(({ header, body }) => ({ header, body: [...body] })));
      expect(reader.partial).toBe(false);
    }),
  );
});

test('a request contains path, mode and all bytes', () => {
  const job = {
    path: 'a/ü\u{1f600}.py',
    mode: { language: 'python', dialect: 'pyi' },
    bytes: Uint8Array.from({ length: 256 }, (_, i) => i),
  };
  const reader = new FrameReader();
  reader.push(encodeRequest(job));
  const frame = reader.next();
  expect(frame && decodeRequest(frame)).toEqual({ ...job, bytes: Buffer.from(job.bytes) });
});

test('an incomplete frame is partial', () => {
  const reader = new FrameReader();
  const frame = encodeFrame('{}', new Uint8Array(100));
  reader.push(frame.subarray(0, 50));
  expect(reader.next()).toBeUndefined();
  expect(reader.partial).toBe(true);
  reader.push(frame.subarray(50));
  expect(reader.next()?.body.length).toBe(100);
  expect(reader.partial).toBe(false);
});
