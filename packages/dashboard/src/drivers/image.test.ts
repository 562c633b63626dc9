import { expect, it } from 'vitest';
import { pictureOf } from './image.ts';

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

const PNG = '89504e470d0a1a0a 0000000d 49484452 00000500 00000320 08060000 00';
const JPEG = 'ffd8 ffe00010 4a46494600010100000100010000 ffc00011 08 0320 0500 03 01220002110103110100';
const LOSSY = `52494646 00000000 57454250 56503820 00000000 000000 9d012a 0005 2003 ${'00'.repeat(8)}`;
const LOSSLESS = `52494646 00000000 57454250 5650384c 00000000 2f ff c4 c7 00 ${'00'.repeat(8)}`;
const EXTENDED = `52494646 00000000 57454250 56503858 0a000000 00000000 ff0400 1f0300 ${'00'.repeat(4)}`;

it.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/webp', LOSSY],
  ['image/webp', LOSSLESS],
  ['image/webp', EXTENDED],
])('reads type and size of %s', (type, hex) => {
  expect(pictureOf(bytes(hex))).toEqual({ type, width: 1280, height: 800 });
});

it.each([
  ['no bytes', ''],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>').toString('hex')],
  ['an SVG, which may contain scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('hex')],
  ['a GIF', '474946383961 0100 0100'],
  ['a PNG without size', PNG.slice(0, 30)],
  ['a PNG of no width', PNG.replace('00000500', '00000000')],
  ['a JPEG without a frame', 'ffd8 ffe00004 0000 ffd9 0000000000000000'],
  ['a JPEG whose segments contain no frame', `ffd8 ${'ffe00000'.repeat(3)}`],
])('rejects %s', (_, hex) => {
  expect(pictureOf(bytes(hex))).toBeUndefined();
});
