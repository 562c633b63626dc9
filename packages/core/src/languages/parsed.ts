import bash from '../../../../languages/bash.json' with { type: 'json' };
import estree from '../../../../languages/estree.json' with { type: 'json' };
import javascript from '../../../../languages/javascript.json' with { type: 'json' };
import php from '../../../../languages/php.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import typescript from '../../../../languages/typescript.json' with { type: 'json' };

/** The data of each language that is parsed; written by `npm run languages` from the files of `languages/`. */
export const PARSED = [bash, { ...estree, ...javascript }, php, python, { ...estree, ...typescript }] as const;
