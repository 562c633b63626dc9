import { type Recipe, STANDARD, type Tally } from '../corpus/recipe.ts';
import jsx from './jsx.json' with { type: 'json' };
import more from './recipe.json' with { type: 'json' };

export const MORE: Recipe & { result: Tally } = { ...STANDARD, npm: [], debian: more.debian, result: more.result };

/** Packages with JSX in JavaScript; separate, so that no other sample contains them. */
export const JSX: Recipe & { result: Tally } = {
  ...STANDARD,
  ...{ extensions: jsx.extensions, npm: jsx.npm, debian: [], result: jsx.result },
};
