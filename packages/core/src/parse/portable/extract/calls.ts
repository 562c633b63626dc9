import type { ControlKind } from '../../facts.ts';
import type { NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { CallRule } from './rules.ts';

/** The meaning of a call-like node: a call, a control structure (Bash's `return` is a command), or neither. */
export type Called = { callee: string } | { control: ControlKind } | undefined;

/** The callee is the trailing sequence of names, preceded by `…` for any other receiver. */
export function called(nodes: Nodes, names: NameReader, node: number, rule: CallRule): Called {
  if (rule.written?.has(nodes.text(node)) === false) return undefined;
  if (rule.as !== undefined) return { callee: rule.as };
  if (rule.starts !== undefined) return calledByStart(nodes, node, rule, rule.starts);
  const path = calleePath(nodes, names, node, rule);
  if (path === undefined) return undefined;
  const callee = path.join('.');
  const control = rule.control.get(callee);
  if (control !== undefined) return { control };
  return rule.except.size > 0 && rule.except.has(callee.toLowerCase()) ? undefined : { callee };
}

/** A file that is a device: Bash's `/dev/tcp/host/port`. */
function calledByStart(nodes: Nodes, node: number, { callee }: CallRule, starts: readonly string[]): Called {
  const file = 'as' in callee ? -1 : nodes.select(node, callee);
  const text = file < 0 ? '' : nodes.text(file).replace(/^["']/, '');
  const start = starts.find((it) => text.startsWith(it));
  return start === undefined ? undefined : { callee: start.replace(/\/$/, '') };
}

function calleePath(nodes: Nodes, names: NameReader, node: number, rule: CallRule): string[] | undefined {
  if ('as' in rule.callee) return names.path(node, false, rule.callee);
  const callee = nodes.select(node, rule.callee);
  return callee < 0 ? undefined : names.path(callee, false);
}
