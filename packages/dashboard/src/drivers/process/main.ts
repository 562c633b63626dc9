import { CaptureFiles } from '../../captures/capture-files.ts';
import { domDiff, issuesOf } from '../../captures/dom-diff.ts';
import { Refused } from '../../egress/refusal.ts';
import { type CompareJob, type Failure, type Job, JobFailed, type Results } from '../jobs.ts';

/** A driver process: runs one job after another, and ends with the server. */
process.on('disconnect', () => process.exit(0));
// Ctrl-C signals the whole process group; the server decides when this process ends.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: failureOf(error) }),
  );
});

async function run(job: Job): Promise<Results[Job['kind']]> {
  switch (job.kind) {
    case 'capture':
      return (await import('./capture-job.ts')).capture(job);
    case 'compare':
      return compare(job);
    case 'screenshot':
      return (await import('./screenshot-job.ts')).screenshot(job);
    case 'probe':
      return (await import('./probe-job.ts')).probe(job);
    case 'webhook':
      return (await import('./webhook-job.ts')).deliver(job);
    case 'mail':
      return (await import('./mail-job.ts')).sendMail(job);
  }
}

async function compare({ folder, before, after, httpStatus }: CompareJob): Promise<Results['compare']> {
  const files = new CaptureFiles(folder);
  const [old, fresh] = [await files.readTree(before), await files.readTree(after)];
  return domDiff(old, fresh, issuesOf(fresh, httpStatus));
}

function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return { kind: 'refused', reason: error.reason, message: error.message };
  if (error instanceof JobFailed) return { kind: error.kind, message: error.message };
  // Messages of libraries continue for several lines, with a log.
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return { kind: 'failed', message: line.slice(0, 300) };
}
