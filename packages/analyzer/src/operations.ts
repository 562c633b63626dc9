import { draft } from '@analyzer/core/drafts/draft.ts';
import { evidence } from '@analyzer/core/drafts/evidence.ts';
import { extractionPlan } from '@analyzer/core/extract/plan/extraction-plan.ts';
import { context } from '@analyzer/core/packet/context.ts';
import type { Operation } from '@analyzer/core/query/operation.ts';
import { changes } from '@analyzer/core/query/operations/changes.ts';
import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { similar } from '@analyzer/core/similar/similar.ts';

/** The operations of this program, in display order. Query threads, interfaces, help and tests use this list. */
export const OPERATIONS: readonly Operation[] = [
  ...INDEX_OPERATIONS.map((its) => (its.name === evidence.name ? evidence : its)),
  ...[similar, changes, draft, context, extractionPlan],
];
