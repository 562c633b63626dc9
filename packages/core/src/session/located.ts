import { compareBytes } from '@analyzer/contracts/order';
import type { Copy, CopyFamily } from './model.ts';

/** A copy with its range in bytes. */
export interface LocatedCopy extends Copy {
  /** Index of the declaration in its file; of a block or callback that of the innermost one around it, -1 for none. */
  declaration: number;
  start_byte: number;
  end_byte: number;
}

/** A family of copies with ranges in bytes. */
export interface LocatedFamily extends Omit<CopyFamily, 'copies'> {
  /** The same before and after a change. */
  key: string;
  copies: LocatedCopy[];
  /** Of functions that are identical up to renaming: those among them that are identical. */
  parts?: LocatedFamily[];
  /** The copies are functions without a name. */
  isOfCallbacks?: true;
}

export function familyWithoutBytes({
  key: _,
  parts: __,
  isOfCallbacks: ___,
  copies,
  ...family
}: LocatedFamily): CopyFamily {
  return { ...family, copies: copies.map(withoutBytes) };
}

export function withoutBytes({ path, name, start_line, end_line, similarity }: LocatedCopy): Copy {
  return similarity === undefined
    ? { path, name, start_line, end_line }
    : { path, name, start_line, end_line, similarity };
}

export function byPosition(a: LocatedCopy, b: LocatedCopy): number {
  return compareBytes(a.path, b.path) || a.start_byte - b.start_byte || b.end_byte - a.end_byte;
}

/** Whether one range contains the other. */
export function areNested(a: LocatedCopy, b: LocatedCopy): boolean {
  return a.path === b.path && a.start_byte < b.end_byte && b.start_byte < a.end_byte;
}

/** The location of a declaration. */
export function located({
  path,
  name,
  declaration,
  start_line,
  end_line,
  start_byte,
  end_byte,
}: LocatedCopy): LocatedCopy {
  return { path, name, declaration, start_line, end_line, start_byte, end_byte };
}
