import { digestOf } from './digest.ts';
import type { Family, PlanConfig, PlanOccurrence, PlanTask, Stage } from './model.ts';

/** Raised when a change of the plan makes earlier results unusable. */
const FORMAT_VERSION = 1;
const FUNCTION_FORMAT = 2;
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
  /** The copies that it cites. */
  copies: readonly PlanOccurrence[];
  config: PlanConfig;
}

/**
 * Digest of all that the task depends on, without tickets, positions and results of other tasks. Copies with a digest of
 * their code are known by it and their names; without planning in the configuration, by the hashes of their files.
 */
export function inputDigest({ stage, target, families, copies, config }: TaskInput): PlanTask['input_digest'] {
  const inputs = {
    stage,
    target,
    families: families.map(({ family_id, fingerprint }) => [family_id, fingerprint]).sort(),
    config: configDigest(config),
  };
  if (config.planning === undefined) {
    return digestOf({
      format: FORMAT_VERSION,
      ...inputs,
      files: [...new Set(copies.map(({ sha256 }) => sha256))].sort(),
    });
  }
  const code = copies.map(({ project, qualified_name: name, digest, links, sha256 }) => {
    return digest === undefined ? [project, name, 'file', sha256] : [project, name, digest, links ?? ''];
  });
  return digestOf({ format: FUNCTION_FORMAT, ...inputs, copies: code.map((one) => one.join(' ')).sort() });
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
