import { type Recipe, STANDARD, type Tally } from '../corpus/recipe.ts';
import more from './recipe.json' with { type: 'json' };

export const MORE: Recipe & { result: Tally } = { ...STANDARD, npm: [], debian: more.debian, result: more.result };
