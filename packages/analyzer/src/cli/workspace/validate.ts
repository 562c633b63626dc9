import { EXIT, jsonText } from '@analyzer/contracts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { checkProposal } from '@analyzer/core/packet/proposal/check-proposal.ts';
import { type IndexState, indexState } from '@analyzer/core/packet/proposal/index-state.ts';
import { type ReadPacket, readPacket } from '@analyzer/core/packet/proposal/read-packet.ts';
import { MAX_ANSWER_BYTES, MAX_PACKET_BYTES } from '@analyzer/core/packet/size.ts';
import { readText } from '../input/read-text.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ProposalFlags } from './flags.ts';

/** Prints the check of a proposal as JSON; exit code 1 if it is refused. */
export async function validateCommand(packetPath: string, proposalPath: string, { db }: ProposalFlags): Promise<void> {
  await interruptible(async (signal) => {
    const packet = readPacket(readText(packetPath, MAX_PACKET_BYTES), packetPath);
    const proposal = readText(proposalPath, MAX_ANSWER_BYTES);
    const state = db === undefined ? undefined : await stateOf(db, packet, signal);
    const check = checkProposal(packet, proposal, state);
    await writeStream(process.stdout, [`${jsonText(check)}\n`], signal);
    if (!check.accepted) process.exitCode = EXIT.findings;
  });
}

async function stateOf(db: string, packet: ReadPacket, signal: AbortSignal): Promise<IndexState> {
  const reader = await openIndex(db, { signal });
  try {
    return reader.read((snapshot) => indexState(snapshot, packet));
  } finally {
    reader.close();
  }
}
