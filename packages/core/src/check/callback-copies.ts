import type { BlockRange } from '#scan/model.ts';
import { locationOf } from './families.ts';
import type { Copy } from './model.ts';

/** `<path>#<name>` of a callback, as in a baseline. */
export function callbackLocation({ path, name = '' }: Pick<BlockRange, 'path' | 'name'>): string {
  return locationOf(path, name);
}

/** A callback as a copy. */
export function callbackCopy(block: BlockRange): Copy {
  const { path, name = '', start_line, end_line } = block;
  return {
    id: callbackId(block),
    location: callbackLocation(block),
    path,
    qualified_name: name,
    isCallback: true,
    start_line,
    end_line,
  };
}

/** The id of a copy in a group with callbacks: that of a declaration, or path and lines of a callback. */
export function memberId(block: BlockRange): string {
  const { within, is_declaration } = block;
  return is_declaration && within !== undefined ? within : callbackId(block);
}

/** Its path and lines. */
export function callbackId({ path, start_line, end_line }: BlockRange): string {
  return `${path}:${start_line}-${end_line}`;
}
