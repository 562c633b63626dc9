import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf } from './installed.mjs';

/**
 * llama.cpp's grammar engine, on the CPU and without a model, reads every published grammar and the grammar of a packet, and
 * accepts the answers that the packet allows.
 */
export async function llama({ peers, folder, program, transcript }) {
  transcript.note(versionOf(peers, 'node-llama-cpp'));
  const out = join(folder, 'contracts');
  transcript.run('the grammars are written', [process.execPath, program.launcher, 'contracts', '--dir', out], {
    quiet: true,
  });
  const { getLlama, LlamaGrammar } = await import('node-llama-cpp');
  const engine = await getLlama({ gpu: false, build: 'never', progressLogs: false, logLevel: 'disabled' });
  const problemOf = async (grammar) => {
    try {
      // The constructor parses it.
      new LlamaGrammar(engine, { grammar });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  for (const file of readdirSync(join(out, 'grammars'))) {
    const problem = await problemOf(readFileSync(join(out, 'grammars', file), 'utf8'));
    transcript.expect(`llama.cpp reads ${file}`, problem === '', problem);
  }
  await packet({ folder, program, transcript, engine, LlamaGrammar });
  transcript.expect(
    'llama.cpp refuses an underscore in a rule',
    (await problemOf('root ::= a_b\na_b ::= "x"\n')) !== '',
  );
  await engine.dispose();
}

/** The grammar of the packet in docs/use/llm.md, with the answer that the page shows and with changed ones. */
async function packet({ folder, program, transcript, engine, LlamaGrammar }) {
  const page = readFileSync(join(program.root, 'docs/use/llm.md'), 'utf8');
  const [, group = ''] = /--group-id (g_[0-9a-f]{20})/.exec(page) ?? [];
  const words = ['workspace', 'context', '--db', program.db, '--group-id', group];
  const { stdout } = spawnSync(process.execPath, [program.launcher, ...words], { encoding: 'utf8', cwd: folder });
  const { grammar, snapshot_id, packet_sha256 } = JSON.parse(stdout);
  const compiled = new LlamaGrammar(engine, { grammar });
  transcript.expect('llama.cpp reads the grammar of a packet', true);
  const [, example = '{}'] = /^```json\n(\{[^`]*"analyzer\.proposal\.v1"[^`]*)^```$/m.exec(page) ?? [];
  const reply = { ...JSON.parse(example), snapshot_id, packet_sha256 };
  // Only a test of the package asks the engine for a text without a model.
  const accepts = (answer) => compiled._testText(JSON.stringify(answer));
  transcript.expect('it accepts the answer of the documentation', accepts(reply));
  for (const [what, change] of Object.entries({
    'an unknown id': { evidence_ids: ['E1', 'E999'] },
    'another group': { group_id: `g_${'0'.repeat(20)}` },
    'another packet': { packet_sha256: '0'.repeat(64) },
    'another snapshot': { snapshot_id: '0'.repeat(64) },
    'another decision': { decision: 'rewrite' },
    'a quote without source': { claims: reply.claims.map((claim) => ({ ...claim, quote: 'x' })) },
    'another property': { more: 1 },
  })) {
    transcript.expect(`it refuses ${what}`, !accepts({ ...reply, ...change }));
  }
}
