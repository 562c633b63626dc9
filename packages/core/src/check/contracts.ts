import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { type ContractsReport, countVerdicts } from './model.ts';

export function contractsReport(manifest: string, report: ManifestReportV1): ContractsReport {
  const { decided, entries, problems } = report;
  const found = problems.filter(({ known }) => !known);
  const verdicts = countVerdicts(report);
  return { manifest, decided, entries, verdicts, known: problems.length - found.length, problems: found };
}

/** Without the problems that one of the other reports does not have. */
export function problemsInAll(report: ContractsReport, others: readonly ContractsReport[]): ContractsReport {
  const all = others.map(({ problems }) => new Set(problems.map(({ key }) => key)));
  const problems = report.problems.filter(({ key }) => all.every((keys) => keys.has(key)));
  return { ...report, problems, known: report.known + report.problems.length - problems.length };
}
