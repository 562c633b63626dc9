import { AnalyzerError } from '@analyzer/contracts';
import { findProgram } from '@analyzer/core/extract/executor/find-program.ts';
import { DiskFiles } from '@analyzer/core/extract/files/disk-files.ts';
import type { ProjectFiles } from '@analyzer/core/extract/files/project-files.ts';
import type { TicketProject } from '@analyzer/core/extract/materialize/materialize.ts';
import type { Checkout, ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { EmbeddedTracker } from '@analyzer/core/extract/tracker/embedded/embedded-tracker.ts';
import { realProgram } from '@analyzer/core/extract/tracker/planfile/find-python.ts';
import { PlanfileProgram } from '@analyzer/core/extract/tracker/planfile/planfile-program.ts';
import { PlanfileTracker } from '@analyzer/core/extract/tracker/planfile/planfile-tracker.ts';
import type { Tracker } from '@analyzer/core/extract/tracker/port.ts';

/**
 * Opens the projects with tickets, by label.
 *
 * @param planfile path or name of its program, as the user wrote it
 * @throws AnalyzerError `tracker_unavailable`
 */
export function openTicketProjects(
  checkouts: readonly Checkout[],
  tracker: ExtractionState['tracker'],
  planfile: string | undefined,
): Map<string, TicketProject> {
  const open = trackersOf(tracker, planfile);
  return new Map(
    checkouts.map((checkout) => {
      const files = new DiskFiles(checkout.root);
      return [checkout.project, { checkout, files, tracker: open(files) }];
    }),
  );
}

function trackersOf(
  { kind, folder }: ExtractionState['tracker'],
  planfile: string | undefined,
): (files: ProjectFiles) => Tracker {
  if (kind === 'embedded') return (files) => new EmbeddedTracker(files, folder ?? '');
  const program = new PlanfileProgram(planfileProgram(planfile));
  return ({ root }) => new PlanfileTracker(root, program);
}

/** The absolute path of planfile. @throws AnalyzerError `tracker_unavailable` */
export function planfileProgram(written = 'planfile'): string {
  const found = findProgram(written, process.env.PATH);
  if (found !== undefined) return realProgram(found);
  throw new AnalyzerError(
    'tracker_unavailable',
    { problem: `there is no program ${written}` },
    { hint: 'Install planfile, or name its program with --planfile or in the environment variable ANALYZER_PLANFILE.' },
  );
}
