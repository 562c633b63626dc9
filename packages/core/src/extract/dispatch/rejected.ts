import { AnalyzerError } from '@analyzer/contracts';
import type { Refusal } from '../result/model.ts';
import type { SurveyedTask } from './survey.ts';

type Rejected = Pick<SurveyedTask, 'check'> & { task: Pick<SurveyedTask['task'], 'project'> };

/** The error for a task whose result is refused. Another task has no such error: its state says what happened. */
export function resultRejected({ check, task }: Rejected): AnalyzerError {
  const [first] = check.state === 'refused' ? check.refusals : [];
  const { file = '', message = 'the result is refused' } = first ?? {};
  const reason = `${file}: ${message}`;
  return new AnalyzerError(
    'result_rejected',
    { task: check.key, reason },
    { hint: remedyOf(first, check.key, task.project) },
  );
}

/** What a person can do about a refused result. */
export function remedyOf(refusal: Refusal | undefined, key: string, project: string): string {
  const resolve = `analyzer tickets attempts resolve ${key}`;
  const correct = refusal?.remedy ?? 'Correct the result.';
  return `${correct} Then run \`${resolve}\`; or restore the files of ${project} and run \`${resolve} --replace\`.`;
}
