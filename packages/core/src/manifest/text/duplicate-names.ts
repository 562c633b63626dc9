import type { Findings } from '../findings.ts';
import type { Path } from '../pointer.ts';
import type { ObjectValue, Value } from '../tree.ts';
import { quoted } from './quoted.ts';

/** Objects with fewer members are compared without a table. */
const FEW = 12;

/** Finds names that stand twice in one object, at any depth. Each value is looked at once; no recursion. */
export function checkDuplicateNames(root: Value, findings: Findings): void {
  const open: { value: Value; path: Path | undefined }[] = [{ value: root, path: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, path } = visit;
    if (value.kind === 'array') {
      for (const [step, item] of value.items.entries())
        if (hasParts(item)) open.push({ value: item, path: { parent: path, step } });
    } else if (value.kind === 'object') {
      checkObject(value, path, findings);
      for (const { name, value: member } of value.members) {
        if (hasParts(member)) open.push({ value: member, path: { parent: path, step: name } });
      }
    }
  }
}

function hasParts({ kind }: Value): boolean {
  return kind === 'array' || kind === 'object';
}

function checkObject({ members }: ObjectValue, path: Path | undefined, findings: Findings): void {
  const first = members.length < FEW ? undefined : new Map<string, number>();
  for (const [index, { name, key }] of members.entries()) {
    const before = first === undefined ? members.findIndex((other) => other.name === name) : (first.get(name) ?? index);
    if (before === index) {
      first?.set(name, index);
      continue;
    }
    const at = findings.at(members[before]?.key.start ?? 0);
    findings.add('text/duplicate-name', key, { parent: path, step: name }, { name: quoted(name), ...at });
  }
}
