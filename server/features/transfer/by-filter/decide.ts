import { planDecision, type Task } from '../../../access/index.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { AnyRecord, Writes } from '../../../records/index.ts';
import type { Decision } from './actions.ts';

/** The state and the plan that each decision leaves behind. */
const LEAVES = {
  publish: { state: 'published', plan: 'publish_time' },
  unpublish: { state: 'draft', plan: 'unpublish_time' },
} as const;

/** A time to do something at. */
export interface Planned {
  /** In milliseconds since 1970; null takes the plan back. */
  readonly at: number | null;
  /** Whose rights the plan has when its time comes. */
  readonly task: Task;
}

interface Deciding {
  readonly definition: Definition;
  readonly action: Decision;
  readonly planned: Planned | undefined;
}

/** Publishes or unpublishes a draft, now unless it is planned. */
export async function decide(
  writes: Writes,
  { definition, action, planned }: Deciding,
  draft: AnyRecord,
): Promise<'updated' | 'unchanged'> {
  const { state, plan } = LEAVES[action];
  const { id } = draft;
  const before = draft[plan] ?? null;
  if (planned ? before === planned.at : draft.publication === state && before === null) return 'unchanged';
  if (planned) {
    const planning = { task: planned.task, preconditions: { uses: ['publish'] } } as const;
    await planDecision(writes, definition, { id, does: action, at: planned.at }, planning);
  } else await writes[action](definition, id);
  return 'updated';
}
