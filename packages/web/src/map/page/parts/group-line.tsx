import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { hashOf } from '../../model/route.ts';
import { count, lineRange } from '../../model/words.ts';

/** A group in two short lines, as a link. */
export function GroupLine({ group }: { group: MapGroup }): JSX.Element {
  const projects = group.projects.project.length;
  return (
    <a class="group-line" href={hashOf({ view: 'group', id: group.id, left: 0, right: 1 })}>
      <code>{group.names.join(', ')}</code>
      <span>
        {count(group.occurrence_count, 'copy', 'copies')} of {lineRange(group.least_lines, group.lines)}
        {projects > 1 ? `, ${projects} projects` : ''}
      </span>
    </a>
  );
}
