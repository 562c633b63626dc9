#!/usr/bin/env node
/**
 * An executor for the projects of this folder: it does each task as an agent would, by fixed rules instead of a model.
 * It reads the task's files from the paths in the environment, changes the project, runs its tests, and writes the
 * result. The brief of the task is on standard input; it names the same paths for agents that can read.
 *
 * Its only argument is the folder of all projects.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { designTask } from './design.mjs';
import { migrateTask } from './migrate.mjs';
import { packageTask } from './package.mjs';
import { Result } from './result.mjs';
import { validateTask, verifyTask } from './verify.mjs';

const TASKS = {
  design: designTask,
  package: packageTask,
  verify: verifyTask,
  migrate: migrateTask,
  validate: validateTask,
};

const {
  ANALYZER_STAGE: stage,
  ANALYZER_TASK_KEY: key,
  ANALYZER_PROJECT: root,
  ANALYZER_INCOMING: incoming,
} = process.env;
const [workspace] = process.argv.slice(2);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const context = readJson(join(root, '.tracker/analyzer/context', key, 'context.json'));
const handoff = readJson(process.env.ANALYZER_HANDOFF);

/** The results of the tasks before this one, of one stage. */
const resultsOf = (wanted) =>
  handoff.predecessors
    .filter((predecessor) => predecessor.stage === wanted)
    .map((predecessor) => readJson(join(incoming, predecessor.task_key, 'result.json')));

const result = new Result({ root, folder: process.env.ANALYZER_ARTIFACTS, context, handoff });
const work = TASKS[stage];
if (work === undefined) result.needsReview(`this agent does no ${stage} task`);
else work({ root, workspace, context, resultsOf, result });
result.write();
