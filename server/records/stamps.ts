import type { AuditForm } from '../../contract/audit.ts';
import type { Act } from './act.ts';

type Stamps = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

/** The audit fields of a row that is being made. */
export function stampCreation(audit: AuditForm, { actor, now, original }: Act): Stamps {
  if (audit === 'none') return {};
  const creation = { create_time: original?.created ?? now, create_user_id: actor.id };
  if (audit === 'creation') return creation;
  return {
    ...creation,
    update_time: original?.updated ?? now,
    update_user_id: actor.id,
    delete_time: null,
    delete_user_id: null,
    is_deleted: false,
  };
}

/** The audit fields that change with a row. Only the full form keeps any. */
export function stampUpdate(audit: AuditForm, act: Act, before: Row): Stamps {
  return audit === 'full' ? { update_time: momentAfter(before, act), update_user_id: act.actor.id } : {};
}

/** The audit fields of a row that is being deleted. */
export function stampDeletion(act: Act, before: Row): Stamps {
  return { delete_time: momentAfter(before, act), delete_user_id: act.actor.id, is_deleted: true };
}

/** The audit fields of a row that comes back from the trash. */
export function stampReturn(act: Act, before: Row): Stamps {
  return {
    update_time: momentAfter(before, act),
    update_user_id: act.actor.id,
    delete_time: null,
    delete_user_id: null,
    is_deleted: false,
  };
}

/** Now, but never before what the row already tells: clocks are set back, and of two requests the later may be first. */
export function momentAfter({ update_time, delete_time }: Row, { now }: Act): number {
  return Math.max(now, Number(update_time), Number(delete_time));
}
