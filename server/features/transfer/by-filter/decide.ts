import type { Task } from '../../../access/admission/admit-task.ts';
import { planDecision } from '../../../access/guarded/planned-publishing.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { AnyRecord } from '../../../records/record.ts';
import type { Writes } from '../../../records/write/writes.ts';
import type { Decision } from './actions.ts';

/** The state and the plan that each decision leaves behind. */
const LEAVES = {
  publish: { state: 'published', plan: 'publish_time' },
  unpublish: { state: 'draft', plan: 'unpublish_time' },
} as const;

interface Deciding {
  readonly definition: Definition;
  readonly action: Decision;
  /** When to do it, in milliseconds since 1970; null takes such a plan back. Undefined does it now. */
  readonly at: number | null | undefined;
  /** Whose rights a plan has when its time comes. */
  readonly task: Task;
}

/** Publishes or unpublishes a draft, now or at a time. */
export async function decide(
  writes: Writes,
  { definition, action, at, task }: Deciding,
  draft: AnyRecord,
): Promise<'updated' | 'unchanged'> {
  const { state, plan } = LEAVES[action];
  const isNow = at === undefined;
  const planned = draft[plan] ?? null;
  if (isNow ? draft.publication === state && planned === null : planned === at) return 'unchanged';
  const { id } = draft;
  if (isNow) await writes[action](definition, id);
  else {
    const planning = { task, preconditions: { uses: ['publish'] } } as const;
    await planDecision(writes, definition, { id, does: action, at }, planning);
  }
  return 'updated';
}
