import type { DraftRules } from '#languages/draft-rules.ts';
import { callsIn } from './call-shape.ts';
import { formOf } from './check-block.ts';
import { CopyCheck } from './check-copy.ts';
import { EXPORT, isRestEqual, skippedIn } from './check-rest.ts';
import type { Copy } from './copy.ts';
import { around, child, isInside, type SyntaxNode } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

/** What is checked: the files with the draft, and the copies before it. */
export interface Checked {
  name: string;
  /** The file with the new function, parsed again. */
  host: SourceFile;
  copies: readonly Copy[];
  /** The files after the patch, by path. */
  after: ReadonlyMap<string, SourceFile>;
  /** Statements of the files before that were not parsed again. */
  omitted: ReadonlySet<SyntaxNode>;
  rules: DraftRules;
}

/**
 * Compares the written function with each copy: the arguments of the parsed call are put in place of the parameters, and
 * the result must be the tree of the copy, name by name. It reads only trees, and shares no code with the generator's
 * alignment and text.
 *
 * @returns why the draft is wrong; undefined if it is right
 */
export function checkDraft({ name, host, copies, after, omitted, rules }: Checked): string | undefined {
  const written = findFunction(host, name, rules);
  if (written === undefined) return `the file ${host.path} has no one function ${name}`;
  const isElsewhere = copies.some(({ file }) => file.path !== host.path);
  if (isElsewhere && /^Function/.test(written.kind) && written.parent?.kind !== EXPORT)
    return `the file ${host.path} does not export ${name}`;
  for (const file of new Set(copies.map((copy) => copy.file))) {
    const now = after.get(file.path);
    if (now === undefined) return `the file ${file.path} is not parsed`;
    const its = copies.filter((copy) => copy.file === file).sort((a, b) => a.from - b.from);
    const gone = new Set(omitted);
    const calls = callsIn(now.tree, name, rules).filter(({ node }) => now !== host || !isInside(node, written));
    if (calls.length !== its.length) return `the file ${file.path} has ${calls.length} calls for ${its.length} copies`;
    const bodies = new Map<SyntaxNode, SyntaxNode>();
    for (const [at, copy] of its.entries()) {
      const call = calls[at];
      if (call === undefined) continue;
      const problem = new CopyCheck(copy, { call, written, host, now, rules }).problem();
      if (problem !== undefined) return `${copy.name}: ${problem}`;
      if (copy.block !== undefined) {
        const [first, ...others] = copy.body.children;
        const statement = formOf(call.node)?.statement;
        if (first !== undefined && statement !== undefined) bodies.set(first, statement);
        for (const it of others) gone.add(it);
        continue;
      }
      const caller = around(call.node, rules.functions);
      const body = child(caller, 'body');
      if (body !== undefined) bodies.set(copy.body, body);
    }
    if (!isRestEqual(file.root, now.root, bodies, skippedIn(now, written, name, gone, bodies))) {
      return `the file ${file.path} differs outside of the copies`;
    }
  }
  return undefined;
}

function findFunction(host: SourceFile, name: string, rules: DraftRules): SyntaxNode | undefined {
  const found = [...host.tree.nodesOf(new Set(rules.functions))].filter((node) => {
    const its =
      child(node, 'name') ??
      child(node, 'id') ??
      (node.parent?.kind === 'MethodDefinition' ? child(node.parent, 'key') : undefined);
    return its !== undefined && (its.text === name || its.children[0]?.text === name);
  });
  return found.length === 1 ? found[0] : undefined;
}
