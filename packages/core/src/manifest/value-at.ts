import { propertyOf, type Value } from './tree.ts';

/** The value that a JSON Pointer names; undefined if there is none. */
export function valueAt(root: Value, pointer: string): Value | undefined {
  let value: Value | undefined = root;
  for (const step of pointer.split('/').slice(1)) {
    if (value?.kind === 'array') value = value.items[Number(step)];
    else if (value?.kind === 'object') value = propertyOf(value, unescaped(step))?.value;
    else return undefined;
  }
  return value;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
