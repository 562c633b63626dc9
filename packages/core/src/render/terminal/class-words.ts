import type { ListClass } from '#lists/list-classes.ts';

/** What follows the number of groups of a class. */
export function classWords(name: ListClass): string {
  switch (name) {
    case 'small':
      return 'small';
    case 'data':
      return 'of data';
    default:
      return `in ${name}`;
  }
}
