import type { CopyRelation, CopyRelations, MatchedFiles } from '#relations/model.ts';
import { quote, quoteList } from './json-text.ts';

/** The properties `relations` and, if something was not compared, `relations_left_out`. */
export function relationsText({ relations, left_out }: CopyRelations): string {
  const items = relations.map(relationText);
  const leftOut = left_out === 0 ? '' : `,"relations_left_out":${left_out}`;
  return `,"relations":[${items.join(',\n')}${items.length > 0 ? '\n' : ''}]${leftOut}`;
}

function relationText({ kind, sides, pairs, lines, differs, groups, elsewhere }: CopyRelation): string {
  return (
    `{"kind":"${kind}","sides":${quoteList(sides)},"pairs":[${pairs.map(pairText).join(',')}],"lines":${lines}` +
    (differs === undefined ? '' : `,"differs":${quote(differs)}`) +
    `,"groups":${quoteList(groups)},"elsewhere":${elsewhere}}`
  );
}

function pairText(pair: MatchedFiles): string {
  const { left, right, left_lines, right_lines, equal_lines, same, edited, only_left, only_right } = pair;
  return (
    `{"left":${quote(left)},"right":${quote(right)},"left_lines":${left_lines},"right_lines":${right_lines}` +
    `,"equal_lines":${equal_lines},"same":${same},"edited":${edited},"only_left":${only_left},"only_right":${only_right}}`
  );
}
