import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf } from './installed.mjs';

/** llama.cpp's grammar engine, on the CPU and without a model, reads every published grammar. */
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
  transcript.expect(
    'llama.cpp refuses an underscore in a rule',
    (await problemOf('root ::= a_b\na_b ::= "x"\n')) !== '',
  );
  await engine.dispose();
}
