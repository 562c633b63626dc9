import { RELATION_RULES } from '#languages/relation-rules.ts';

/** What is a fact of the first screen (`languages/relations.json`). */
export const SCREEN_RULES = RELATION_RULES.screen;
