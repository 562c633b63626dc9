import type { Findings } from '../findings.ts';
import type { Path } from '../pointer.ts';
import type { ObjectValue, Value } from '../tree.ts';
import { quoted } from './quoted.ts';

/** Objects with fewer properties are compared without a table. */
const FEW = 12;

/** Reports duplicate keys in objects, at any depth. Visits each value once, without recursion. */
export function checkDuplicateNames(root: Value, findings: Findings): void {
  const open: { value: Value; path: Path | undefined }[] = [{ value: root, path: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, path } = visit;
    if (value.kind === 'array') {
      for (const [step, item] of value.items.entries())
        if (hasParts(item)) open.push({ value: item, path: { parent: path, step } });
    } else if (value.kind === 'object') {
      checkObject(value, path, findings);
      for (const { name, value: member } of value.properties) {
        if (hasParts(member)) open.push({ value: member, path: { parent: path, step: name } });
      }
    }
  }
}

function hasParts({ kind }: Value): boolean {
  return kind === 'array' || kind === 'object';
}

function checkObject({ properties }: ObjectValue, path: Path | undefined, findings: Findings): void {
  const first = properties.length < FEW ? undefined : new Map<string, number>();
  for (const [index, { name, key }] of properties.entries()) {
    const before =
      first === undefined ? properties.findIndex((other) => other.name === name) : (first.get(name) ?? index);
    if (before === index) {
      first?.set(name, index);
      continue;
    }
    const at = findings.at(properties[before]?.key.start ?? 0);
    findings.add('text/duplicate-name', key, { parent: path, step: name }, { name: quoted(name), ...at });
  }
}
