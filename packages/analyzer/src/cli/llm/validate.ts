import { EXIT, jsonText } from '@analyzer/contracts';
import { checkReply, readDiffPacket } from '@analyzer/core/packet/diff/check-reply.ts';
import { MAX_ANSWER_BYTES, MAX_PACKET_BYTES } from '@analyzer/core/packet/size.ts';
import { readText } from '../input/read-text.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';

/** Prints the check of an answer as JSON; exit code 1 if it is refused. */
export async function validateCommand(packetPath: string, replyPath: string): Promise<void> {
  await interruptible(async (signal) => {
    const packet = readDiffPacket(readText(packetPath, MAX_PACKET_BYTES), packetPath);
    const check = checkReply(packet, readText(replyPath, MAX_ANSWER_BYTES));
    await writeStream(process.stdout, [`${jsonText(check)}\n`], signal);
    if (!check.accepted) process.exitCode = EXIT.findings;
  });
}
