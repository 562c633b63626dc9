import { EXIT } from '@analyzer/contracts';
import { checkReply, readDiffPacket } from '@analyzer/core/packet/diff/check-reply.ts';
import { readText } from '../input/read-text.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';

/** The largest packet has 10 million characters, escaped once more. */
const MOST_PACKET_BYTES = 128 * 1024 * 1024;
const MOST_REPLY_BYTES = 4 * 1024 * 1024;

/** Prints the check of an answer as JSON; exit code 1 if it is refused. */
export async function validateCommand(packetPath: string, replyPath: string): Promise<void> {
  await interruptible(async (signal) => {
    const packet = readDiffPacket(readText(packetPath, MOST_PACKET_BYTES), packetPath);
    const check = checkReply(packet, readText(replyPath, MOST_REPLY_BYTES));
    await writeStream(process.stdout, [`${JSON.stringify(check)}\n`], signal);
    if (!check.accepted) process.exitCode = EXIT.findings;
  });
}
