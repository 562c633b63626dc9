import type { ReportingDescriptor, Result } from 'sarif';
import { RULES, type RuleId, ruleOf } from '#manifest/rules.ts';
import { sarifLog, uriOf } from '../sarif.ts';
import type { CheckedFile } from './model.ts';

/** Findings as a SARIF 2.1.0 log (OASIS). */
export function renderSarif(files: readonly CheckedFile[], version: string): string {
  const used = new Set(files.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  const ids: RuleId[] = [];
  for (const id of Object.keys(RULES)) if (isRule(id) && used.has(id)) ids.push(id);
  const omitted = files.reduce((sum, file) => sum + file.omitted, 0);
  return sarifLog(version, ids.map(descriptor), {
    artifacts: files.map(({ path }) => ({ location: { uri: uriOf(path) } })),
    results: files.flatMap((file, index) => file.findings.map((finding) => resultOf(file, index, finding, ids))),
    ...(omitted === 0 ? {} : { properties: { omitted } }),
  });
}

function isRule(id: string): id is RuleId {
  return Object.hasOwn(RULES, id);
}

function descriptor(id: RuleId): ReportingDescriptor {
  const { message, remedy, severity } = ruleOf(id);
  return {
    id,
    shortDescription: { text: message },
    help: { text: `${remedy} See docs/specifications/manifest-rules.md#${anchorOf(id)}.` },
    defaultConfiguration: { level: severity },
  };
}

/** The anchor that Markdown renderers give to the heading of a rule. */
export function anchorOf(id: RuleId): string {
  return id.replaceAll('/', '');
}

function resultOf(
  { path }: CheckedFile,
  index: number,
  { rule, severity, message, remedy, pointer, ...at }: CheckedFile['findings'][number],
  ids: readonly RuleId[],
): Result {
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: severity,
    message: { text: `${message}. ${remedy}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(path), index },
          region: { startLine: at.line, startColumn: at.column, endLine: at.end_line, endColumn: at.end_column },
        },
        logicalLocations: [{ fullyQualifiedName: pointer, kind: 'value' }],
      },
    ],
  };
}
