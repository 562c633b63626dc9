import { readdirSync, readFileSync } from 'node:fs';

// Indices of fields in /proc/<pid>/stat after the command's name in parentheses: proc(5).
const STATE = 0;
const GROUP = 2;

/** Ids of running processes of a group, without zombies. */
export function runningInGroup(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const fields = statFields(pid);
      return fields !== undefined && Number(fields[GROUP]) === group && fields[STATE] !== 'Z';
    });
}

function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
