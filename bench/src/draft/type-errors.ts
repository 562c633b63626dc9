import { cpSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import ts from 'typescript';
import { applyDraft } from '../draft-behaviour/apply.ts';
import { roundsOf } from '../draft-behaviour/rounds.ts';

/**
 * Type errors that a project has with drafts and not without them.
 *
 * @param folder of the drafts, in the project
 * @param config path of the `tsconfig.json` in the project
 * @param work an empty folder
 */
export function newTypeErrors(
  drafts: readonly Draft[],
  { project, folder, config }: { project: string; folder: string; config: string },
  work: string,
): string[] {
  const before = new Set(typeErrors(project, config));
  return roundsOf(drafts).flatMap((round, at) => {
    const copy = join(work, `types-${at}`);
    cpSync(project, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => basename(path) !== '.git' });
    for (const draft of round) applyDraft(draft, join(copy, relative(project, folder)));
    return typeErrors(copy, config).filter((it) => !before.has(it));
  });
}

function typeErrors(project: string, config: string): string[] {
  const { config: json } = ts.readConfigFile(join(project, config), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, project);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  return ts.getPreEmitDiagnostics(program).map(({ file, code, messageText }) => {
    const path = file === undefined ? '' : relative(project, file.fileName);
    return `${path}: TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(project, '')}`;
  });
}
