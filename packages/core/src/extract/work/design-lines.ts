import type { TaskStatus } from '../dispatch/task-states.ts';
import { quoted } from '../plan/brief/quoted.ts';

/** What the designs before a task decided: a line for each family. */
export function designLines({ task }: TaskStatus, states: readonly TaskStatus[]): string[] {
  const byKey = new Map(states.map((one) => [one.task.task_key, one]));
  const lines: string[] = [];
  const seen = new Set<string>();
  const open = [...task.after];
  for (let key = open.shift(); key !== undefined; key = open.shift()) {
    const its = byKey.get(key);
    if (its === undefined || seen.has(key)) continue;
    seen.add(key);
    open.push(...its.task.after);
    const proposal = 'delivery' in its.check ? its.check.delivery.proposal : null;
    for (const { family_id: id, package_id: target } of proposal?.targets ?? []) {
      const moved = proposal?.exports.find(({ family_id: family }) => family === id);
      if (target === 'keep_local' || moved === undefined) lines.push(`- ${id}: its copies stay; do not change them`);
      else lines.push(`- ${id}: export ${quoted(moved.signature ?? moved.symbol)}`);
    }
  }
  return lines;
}
