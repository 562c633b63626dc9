import type { FileFacts } from '#parse/facts.ts';

type Declaration = FileFacts['declarations'][number];

/** The fingerprint of a function's body or of a class; undefined if it has a syntax error. */
export function fingerprintOf({ function_body: body, tree_hash: tree }: Declaration): string | undefined {
  return body ?? tree;
}

/** Fingerprints of all declarations of a file, and of the file. */
export function fingerprintsOf({ declarations, tree_hash: tree }: FileFacts): ReadonlySet<string> {
  return new Set([tree, ...declarations.flatMap((one) => fingerprintOf(one) ?? [])]);
}
