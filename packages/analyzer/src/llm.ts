import { runLlm } from './cli/run.ts';

await runLlm(process.argv.slice(2));
