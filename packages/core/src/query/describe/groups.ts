import type { CloneGroup } from '@analyzer/contracts/query/common';
import { classesOf, classFlags, codeOf, GROUP_KINDS, NODE_KINDS, nameOf } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { textList } from './lists.ts';

/** Maximum number of listed projects of a group. */
const NAMED_PROJECTS = 5;

const GROUPS = `
  SELECT
    its.id, detail.key, its.kind, language.name AS language, its.score, its.nodes, its.projects, its.occurrences,
    detail.names, its.classes,
    twin.key AS same_as, holder.key AS contained_in, holding.kind AS holder_kind,
    whole_copy.kind AS copy_kind, whole_copy.copies, whole_copy.groups,
    (
      SELECT json_group_array(label ORDER BY id) FROM (
        SELECT project.id, label FROM group_project JOIN project ON project.id = project_id
        WHERE group_id = its.id ORDER BY project_id LIMIT ${NAMED_PROJECTS}
      ) AS first
    ) AS labels
  FROM json_each(?) AS wanted
  CROSS JOIN clone_group AS its ON its.id = wanted.value
  JOIN group_detail AS detail ON detail.id = its.id
  JOIN language ON language.id = its.language_id
  LEFT JOIN group_detail AS twin ON twin.id = its.same_as
  LEFT JOIN group_detail AS holder ON holder.id = its.contained_in
  LEFT JOIN clone_group AS holding ON holding.id = its.contained_in
  LEFT JOIN whole_copy ON whole_copy.id = its.whole_copy_id
  ORDER BY wanted.key`;

const LAST_FUNCTION_KIND = codeOf(GROUP_KINDS, 'function-shape');

/**
 * @param ids integer ids
 * @returns in the same order
 */
export function describeGroups(snapshot: Snapshot, ids: readonly number[]): CloneGroup[] {
  if (ids.length === 0) return [];
  return snapshot.all(GROUPS, [JSON.stringify(ids)], describeGroup);
}

function describeGroup(row: Row): CloneGroup {
  const labels = textList(row.text('labels'));
  const common = classFlags(row.integer('classes'));
  const sameAs = row.optionalBytes('same_as');
  const containedIn = row.optionalBytes('contained_in');
  return {
    group_id: groupIdOfKey(row.bytes('key')),
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    language: row.text('language'),
    score: row.integer('score'),
    nodes: row.integer('nodes'),
    projects: row.integer('projects'),
    occurrences: row.integer('occurrences'),
    project_labels: labels,
    more_projects: row.integer('projects') - labels.length,
    names: textList(row.text('names')),
    ...identicalNodesOf(row),
    tests_only: common.is_test,
    vendored_only: common.is_vendored,
    classes: classesOf(row.integer('classes')),
    ...(sameAs === undefined ? {} : { same_as: groupIdOfKey(sameAs) }),
    ...(containedIn === undefined ? {} : representative(row, groupIdOfKey(containedIn))),
  };
}

function identicalNodesOf(row: Row): Pick<CloneGroup, 'whole_copy'> {
  const kind = row.optionalInteger('copy_kind');
  if (kind === undefined) return {};
  return {
    whole_copy: { kind: nameOf(NODE_KINDS, kind), copies: row.integer('copies'), groups: row.integer('groups') },
  };
}

/** Functions inside functions of another group are contained in it; all other groups are folded. */
function representative(row: Row, id: string): Pick<CloneGroup, 'contained_in' | 'folded_into'> {
  const areFunctions = [row.integer('kind'), row.integer('holder_kind')].every((kind) => kind <= LAST_FUNCTION_KIND);
  return areFunctions ? { contained_in: id } : { folded_into: id };
}
