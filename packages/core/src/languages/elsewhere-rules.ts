import rules from '../../../../languages/elsewhere.json' with { type: 'json' };

/** Which code of other projects `check --index` reports. */
export const ELSEWHERE_RULES = rules;
