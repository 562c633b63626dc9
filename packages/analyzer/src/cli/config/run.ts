import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ConfigFlags } from './flags.ts';
import { CONFIG_FORMATS } from './formats.ts';
import { settingsInForce } from './settings.ts';

/** Prints the settings in force. */
export async function configCommand(flags: ConfigFlags, isOption: (flag: string) => boolean): Promise<void> {
  const text = await CONFIG_FORMATS[flags.format].render(settingsInForce(flags, isOption));
  await interruptible((signal) => writeStream(process.stdout, text, signal));
}
