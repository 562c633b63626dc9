import type { GroupKind } from '#scan/model.ts';

/** How the copies of a group are equal, in words. */
export const EQUALITY: Readonly<Record<GroupKind, string>> = {
  'function-body': 'identical',
  'function-shape': 'identical up to renaming',
  near: 'similar',
  block: 'identical blocks',
  'block-shape': 'blocks identical up to renaming',
};
