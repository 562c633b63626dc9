import { createMultibyteDecoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteDecoder } from '@exodus/bytes/single-byte.js';
import { pythonEncoding } from '#languages/encodings.ts';
import { type Decoded, declaredEncoding, decodeUtf8, invalid, startsWithBom, viewOf } from './decode-utf8.ts';

const MULTI_BYTE = ['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr', 'iso-2022-jp'] as const;

/**
 * Decodes a source file: UTF-8 without BOM, for Python also its declared encoding (PEP 263). Decoders follow the WHATWG
 * Encoding Standard exactly; Node's own `TextDecoder` differs between releases.
 *
 * @param language a language id of `languages/`
 * @returns the text, or why the bytes are not text
 */
export function decode(bytes: Uint8Array, language: string): Decoded {
  const declared = language === 'python' ? declaredEncoding(bytes) : undefined;
  if (declared === undefined) return decodeAs('utf-8', bytes);
  const encoding = pythonEncoding(declared);
  if (encoding !== 'utf-8' && startsWithBom(bytes))
    return { reason: `begins with a UTF-8 BOM and declares ${declared}` };
  if (encoding === undefined) return { reason: `declares an unknown encoding: ${declared}` };
  return decodeAs(encoding, bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): Decoded {
  if (encoding === 'utf-8') return decodeUtf8(bytes);
  if (encoding === 'latin-1') return { text: viewOf(bytes).toString('latin1'), encoding };
  if (encoding === 'ascii') {
    const wrong = bytes.findIndex((byte) => byte > 0x7f);
    return wrong < 0
      ? { text: viewOf(bytes).toString('latin1'), encoding }
      : { reason: invalid(encoding, bytes, wrong) };
  }
  const multiByte = MULTI_BYTE.find((name) => name === encoding);
  const decoder = multiByte ? createMultibyteDecoder(multiByte) : createSinglebyteDecoder(encoding);
  try {
    return { text: decoder(bytes), encoding };
  } catch (error) {
    if (error instanceof TypeError) return { reason: `not valid ${encoding}` };
    throw error;
  }
}
