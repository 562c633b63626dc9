import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileFacts } from '../facts.ts';
import { decodeAnswer, decodeRequest, encodeAnswer, encodeFrame, encodeRequest, FrameReader } from './wire.ts';

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

test('a long frame is copied as its chunks arrive, with the frames around it', () => {
  const body = Uint8Array.from({ length: 1_500_000 }, (_, at) => at % 251);
  const bodies = [new Uint8Array(10), body, new Uint8Array(20), body, new Uint8Array(0)];
  const stream = Buffer.concat(bodies.map((it, at) => encodeFrame(`${at}`, it)));
  const reader = new FrameReader();
  const chunk = Buffer.alloc(64 * 1024);
  const received: string[] = [];
  for (let at = 0; at < stream.length; at += chunk.length) {
    // The next chunk overwrites this one.
    reader.push(chunk.subarray(0, stream.copy(chunk, 0, at)));
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      received.push(frame.header);
      expect(Buffer.compare(frame.body, bodies[Number(frame.header)] ?? body)).toBe(0);
    }
  }
  expect(received).toEqual(['0', '1', '2', '3', '4']);
  expect(reader.partial).toBe(false);
});

const NO_FACTS: FileFacts = {
  tree_hash: '',
  declarations: [],
  imports: [],
  calls: { callee: [], line: [], within: [] },
  control: { kind: [], depth: [], line: [], within: [] },
};

test('elements and token records of an answer are in the body of its frame', () => {
  const [elements, tokens] = [new Uint8Array([1, 0, 255]), new Uint8Array([7, 8])];
  const facts: FileFacts = { ...NO_FACTS, elements, tokens };
  const reader = new FrameReader();
  for (const piece of encodeAnswer({ outcome: { status: 'analyzed', facts }, retiring: false })) reader.push(piece);
  const frame = reader.next();
  expect(frame?.body).toEqual(Buffer.from([1, 0, 255, 7, 8]));
  const answer = frame && decodeAnswer(frame);
  expect(answer).toEqual({
    outcome: { status: 'analyzed', facts: { ...facts, tokens: Buffer.from(tokens) } },
    retiring: false,
  });
});

test.each([
  ['most', 1_000_000, true],
  ['a part', 100, false],
])('elements that are %s of a frame share its memory: %s bytes', (_, length, isShared) => {
  const facts: FileFacts = { ...NO_FACTS, elements: new Uint8Array(length), tokens: new Uint8Array(10_000) };
  const reader = new FrameReader();
  for (const piece of encodeAnswer({ outcome: { status: 'analyzed', facts }, retiring: false })) reader.push(piece);
  const frame = reader.next();
  const answer = frame && decodeAnswer(frame);
  if (answer === undefined || !('outcome' in answer) || !('facts' in answer.outcome)) throw new Error('no facts');
  const { elements } = answer.outcome.facts;
  expect(elements).toHaveLength(length);
  expect(elements?.buffer === frame?.body.buffer).toBe(isShared);
});
