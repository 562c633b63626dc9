import { readdirSync, readFileSync } from 'node:fs';

// Places in /proc/<pid>/stat behind the command's name, which stands in parentheses: proc(5).
const STATE = 0;
const GROUP = 2;

/** Processes of a group that still run, by id; those that ended and were not yet asked for do not count. */
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
