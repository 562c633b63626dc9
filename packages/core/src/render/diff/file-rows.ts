import type { Diff, FileChange, FileEffect } from '#diff/model.ts';
import type { Section, SectionRow } from './section.ts';

const EFFECTS: Readonly<Record<FileEffect, string>> = {
  layout: ', comments and formatting only',
  code: '',
  content: ', not code',
  unknown: ', not analyzed on one side',
};

export function fileSections({ files, similar_files }: Diff, arrow: string): Section[] {
  const taken = new Set(files.map(({ before, after }) => `${before?.path}\n${after?.path}`));
  const others = similar_files.filter(({ removed, added }) => !taken.has(`${removed}\n${added}`));
  return [
    { title: 'Files', rows: files.map((change) => fileRow(change, arrow)) },
    {
      title: 'Other similar files',
      rows: others.map((pair) => ({ location: pair.removed, text: `${arrow} ${pair.added} (${percent(pair)})` })),
    },
  ];
}

/** Percentage rounded down, so that only equal files show 100. */
export function percent({ intersection, union }: { intersection: number; union: number }): string {
  return `${union === 0 ? 0 : Math.floor((intersection * 100) / union)} %`;
}

function fileRow(change: FileChange, arrow: string): SectionRow {
  const { before, after } = change;
  return { location: after?.path ?? before?.path ?? '', text: textOf(change, arrow) };
}

function textOf({ change, before, effect, resemblance, same_as }: FileChange, arrow: string): string {
  const what = EFFECTS[effect ?? 'code'];
  switch (change) {
    case 'moved':
      return `moved from ${before?.path}`;
    case 'copied':
      return `copied from ${before?.path}`;
    case 'moved-edited':
      return `moved from ${before?.path} and edited, ${percent(resemblance ?? { intersection: 0, union: 0 })} similar${what}`;
    case 'removed':
      return same_as === undefined ? 'removed' : `removed, identical content in ${arrow} ${same_as}`;
    default:
      return `${change}${what}`;
  }
}
