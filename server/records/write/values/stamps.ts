import type { AuditForm } from '../../../../contract/audit.ts';
import type { WriteContext } from '../../store/write-context.ts';

type Stamps = Readonly<Record<string, unknown>>;
type AnyRecord = Readonly<Record<string, unknown>>;

/** The audit fields of a new record. */
export function stampCreation(audit: AuditForm, { actor, now, original }: WriteContext): Stamps {
  if (audit === 'none') return {};
  const creation = {
    create_time: original?.created ?? now,
    create_user_id: original?.creator ?? actor.id,
  };
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

/** The audit fields that a change sets; none unless the audit form is full. */
export function stampUpdate(audit: AuditForm, context: WriteContext, before: AnyRecord): Stamps {
  return audit === 'full'
    ? { update_time: momentAfter(before, context), update_user_id: context.actor.id }
    : {};
}

/** The audit fields that a deletion sets. */
export function stampDeletion(context: WriteContext, before: AnyRecord): Stamps {
  return { delete_time: momentAfter(before, context), delete_user_id: context.actor.id, is_deleted: true };
}

/** The audit fields that a restore sets. */
export function stampReturn(context: WriteContext, before: AnyRecord): Stamps {
  return {
    update_time: momentAfter(before, context),
    update_user_id: context.actor.id,
    delete_time: null,
    delete_user_id: null,
    is_deleted: false,
  };
}

/** Now, but never before the record's last change: clocks are set back, and the later of two requests may write first. */
export function momentAfter({ update_time, delete_time }: AnyRecord, { now }: WriteContext): number {
  return Math.max(now, Number(update_time), Number(delete_time));
}
