import { jsonText } from '@analyzer/contracts';
import { catalogOf } from '@analyzer/core/extract/catalog/catalog.ts';
import { survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { plural } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { CatalogFlags } from './flags.ts';
import { withProjects } from './with-projects.ts';

/** Writes the configuration of the next plan: with the packages and routes that tasks delivered. */
export async function catalogCommand(flags: CatalogFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const state = readState(flags.state);
    const { checks } = await withProjects(state, flags, (projects) => survey(state, projects));
    const { config, packages, unverified, routes, without } = catalogOf(state, checks);
    const text = `${jsonText(config, 2)}\n`;
    if (file === undefined) await writeStream(process.stdout, [text], signal);
    else await file.write([text], signal);
    say(`Added: ${plural(packages.length, 'verified package')}, ${plural(routes, 'route')}.`);
    for (const { name, reason } of unverified) {
      say(`Not added: ${name}, its result is consistent, but not verified: ${visible(reason)}`);
    }
    for (const { familyId, answer } of without) {
      say(`The answer about ${familyId} is ${answer}: no route says that. The next plan asks again.`);
    }
  });
}
