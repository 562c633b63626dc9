import { digestOf } from './digest.ts';
import type { Family, PlanConfig, PlanTask, Stage } from './model.ts';

/** Raised when a change of the plan makes earlier results unusable. */
const FORMAT_VERSION = 1;
const DIGITS = 20;

/**
 * The key of a task, which is the same in every plan that has the task.
 *
 * @param scope id of a package, label of a project, or id of a family
 */
export function taskKey(stage: Stage, scope: string): string {
  return `${stage}-${digestOf([stage, scope]).slice(0, DIGITS)}`;
}

export interface TaskInput {
  stage: Stage;
  /** The package, project or family that the task is about. */
  target: unknown;
  families: readonly Family[];
  /** Hashes of the cited files. */
  files: Iterable<string>;
  config: PlanConfig;
}

/** Digest of all that the task depends on, without tickets, positions and results of other tasks. */
export function inputDigest({ stage, target, families, files, config }: TaskInput): PlanTask['input_digest'] {
  return digestOf({
    format: FORMAT_VERSION,
    stage,
    target,
    families: families.map(({ family_id, fingerprint }) => [family_id, fingerprint]).sort(),
    files: [...new Set(files)].sort(),
    config: configDigest(config),
  });
}

const digests = new WeakMap<PlanConfig, string>();

/** Computed once for each configuration: every task needs it. Where tickets are published changes no task. */
function configDigest(config: PlanConfig): string {
  const known = digests.get(config);
  if (known !== undefined) return known;
  const { repositories: _, ...relevant } = config;
  const digest = digestOf(relevant);
  digests.set(config, digest);
  return digest;
}
