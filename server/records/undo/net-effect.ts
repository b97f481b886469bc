import type { RevisionAction } from '../../../contract/audit.ts';
import { isSame } from '../record.ts';
import type { FieldChange } from '../write/revisions.ts';

type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
type FieldChanges = Readonly<Record<string, FieldChange>>;

/** One revision of a record. */
export interface PastRevision {
  readonly id: bigint;
  readonly action: RevisionAction;
  /** The record's id where it is a text. */
  readonly key?: string | null;
  /** Whether it is one of those that are to be undone. */
  readonly isWithin: boolean;
  readonly changes: FieldChanges;
  /** Changed fields whose values are not kept. */
  readonly unkept: readonly string[];
}

/** What the steps within a scope did to a record, as far as no other step has changed it since. */
export interface NetEffect {
  /** What the scope did to the record's existence. */
  readonly life: 'made' | 'deleted' | 'restored' | undefined;
  /** Fields with their values before and since. */
  readonly fields: Changes;
  /** Fields that other steps changed since, and fields whose values are not kept. */
  readonly overwritten: readonly string[];
  readonly unkept: readonly string[];
  /** Why nothing of the record can be undone. */
  readonly leftFor: 'changedSince' | 'deletedSince' | 'purged' | undefined;
}

const NOTHING: NetEffect = {
  life: undefined,
  fields: {},
  overwritten: [],
  unkept: [],
  leftFor: undefined,
};

/**
 * Works out what a scope did to a record. `steps` are oldest first and begin with the first one within the scope. For each field,
 * and for the record's existence, the result is the difference to a history without the scope's steps.
 */
export function netEffectOf(steps: readonly PastRevision[]): NetEffect {
  if (steps.some(({ action }) => action === 'purge')) return { ...NOTHING, leftFor: 'purged' };
  const life = lifeOf(steps);
  if (steps[0]?.action === 'create' && steps[0].isWithin) {
    if (steps.every(({ isWithin }) => isWithin))
      return { ...NOTHING, life: life.isThere ? 'made' : undefined };
    return { ...NOTHING, leftFor: life.isThere ? 'changedSince' : 'deletedSince' };
  }
  const isBack = life.isThere || life.own === 'deleted';
  const { fields, overwritten } = fieldsOf(steps);
  const unkept = [...new Set(steps.flatMap((step) => (step.isWithin ? unkeptBy(step) : [])))];
  if (!isBack && !isEmpty(fields, overwritten, unkept)) return { ...NOTHING, leftFor: 'deletedSince' };
  return {
    life: life.own,
    fields,
    overwritten,
    unkept,
    leftFor: life.isOverwritten && isEmpty(fields, overwritten, unkept) ? 'changedSince' : undefined,
  };
}

function isEmpty(fields: Changes, ...names: readonly (readonly string[])[]): boolean {
  return Object.keys(fields).length === 0 && names.every(({ length }) => length === 0);
}

/** Whether the record exists in the end, and what the scope did to that. */
function lifeOf(steps: readonly PastRevision[]) {
  let isThere = true;
  let before: boolean | undefined; // as it was before the last steps of the scope in a row
  let isOverwritten = false;
  for (const { action, isWithin } of steps) {
    if (action === 'update') {
      // Removing a restored record again would also remove others' later changes.
      if (isWithin || before !== false) continue;
      isOverwritten = true;
      before = undefined;
      continue;
    }
    const wasThere = action === 'delete';
    isThere = !wasThere;
    if (isWithin) before ??= wasThere;
    else {
      if (before !== undefined) isOverwritten = before !== wasThere;
      before = undefined;
    }
  }
  const isOwn = before !== undefined && before !== isThere;
  const own: NetEffect['life'] = isOwn ? (isThere ? 'restored' : 'deleted') : undefined;
  return { isThere, own, isOverwritten: isOverwritten && !isOwn };
}

/** The fields of a change that cannot be set back: their values were not kept, or their rules have removed them. */
function unkeptBy({ unkept, changes }: PastRevision): string[] {
  return [...unkept, ...Object.keys(changes).filter((name) => changes[name]?.[2])];
}

function fieldsOf(steps: readonly PastRevision[]) {
  const own = new Map<string, readonly [before: unknown, after: unknown]>();
  const overwritten = new Set<string>();
  for (const step of steps) {
    const { isWithin, changes } = step;
    for (const [name, [before, after, removed]] of Object.entries(changes)) {
      if (removed) continue;
      if (isWithin) own.set(name, [own.has(name) ? own.get(name)?.[0] : before, after]);
      else if (own.delete(name)) overwritten.add(name);
    }
    if (!isWithin) for (const name of unkeptBy(step)) own.delete(name);
  }
  const fields = [...own].filter(([, [before, after]]) => !isSame(before, after));
  for (const [name] of own) overwritten.delete(name);
  return { fields: Object.fromEntries(fields), overwritten: [...overwritten] };
}
