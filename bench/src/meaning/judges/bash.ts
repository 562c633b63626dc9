import { LangVariant, ParseError, print } from 'sh-syntax';
import bench from '../../../package.json' with { type: 'json' };
import { byNormalForm } from '../judge.ts';

/** `function f`, `function f()` and `f()` say the same. */
const FUNCTION = /^function (\S+?)(?:\(\))? /gm;

/** Bash as shfmt prints it: on as few lines as it can, without comments. */
export const bashJudge = byNormalForm(`sh-syntax ${bench.devDependencies['sh-syntax']}`, async (source) => {
  const options = { filepath: 'f.sh', variant: LangVariant.LangBash, keepComments: false, singleLine: true };
  try {
    return (await print(source, options)).replace(FUNCTION, '$1() ');
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
});
