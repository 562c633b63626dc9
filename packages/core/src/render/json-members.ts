import { GroupMembers } from '#lists/group-members.ts';
import type { Scan } from '#scan/model.ts';
import { quote } from './json-text.ts';

/**
 * Returns a function that renders the property `members` of a group: its occurrences as objects.
 *
 * @throws RangeError for an occurrence that is not a declaration of the scan
 */
export function membersText(scan: Scan): (occurrences: readonly string[]) => string {
  const members = new GroupMembers(scan, scan.groups);
  const textOf = (id: string): string => {
    const { path, declaration } = members.of(id);
    const { qualified_name, start_line, end_line } = declaration;
    return `{"path":${quote(path)},"qualified_name":${quote(qualified_name)},"start_line":${start_line},"end_line":${end_line}}`;
  };
  return (occurrences) => `,"members":[${occurrences.map(textOf).join(',')}]`;
}
