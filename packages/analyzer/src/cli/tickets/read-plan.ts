import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { validate as isPlan } from '@analyzer/contracts/analyzer.extraction-plan.v1/validate';
import { readDocument } from '@analyzer/core/packet/check/read-document.ts';
import { readText } from '../input/read-text.ts';

const LARGEST_PLAN = 256 * 1024 * 1024;
const HINT = 'Write it with `analyzer tickets plan`.';

/** @throws AnalyzerError `not_found`, `unreadable`, `invalid_file`, `unsupported_schema` */
export function readPlan(path: string): ExtractionPlanV1 {
  const plan = readDocument(readText(path, LARGEST_PLAN), 'analyzer.extraction-plan.v1', { path, hint: HINT });
  if (isPlan(plan)) return plan;
  const [error] = isPlan.errors ?? [];
  const problem = `${error?.instancePath} ${error?.message}`;
  throw new AnalyzerError('invalid_file', { path, problem }, { hint: HINT });
}
