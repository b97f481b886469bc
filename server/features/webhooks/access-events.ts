import { apiKey, CHANGE_EVENTS, grant, group, membership, permission, user } from '../../access/index.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { PlacedChange, Reads } from '../../records/index.ts';

/** The subjects of events about users and access, with their collections. */
const subjects = { user, group, membership, grant, key: apiKey } as const;
export const ACCESS_SUBJECTS = Object.keys(subjects) as (keyof typeof subjects)[];

/** All events that a webhook may ask for. */
export const WEBHOOK_EVENTS = [...CHANGE_EVENTS, 'activated', 'deactivated', 'ended'] as const;

/** A change of users or access as an event: ids and names of fields, no values and never a secret. */
export interface AccessEvent {
  readonly change: PlacedChange<Definition>;
  readonly subject: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of the chosen subjects. Permissions are named by their keys, as in routes and definitions. */
export async function accessEvents(
  reads: Reads,
  wanted: readonly unknown[],
  changes: readonly PlacedChange<Definition>[],
): Promise<AccessEvent[]> {
  const asked = changes.flatMap((change) => {
    const subject = ACCESS_SUBJECTS.find((name) => subjects[name].name === change.definition.name);
    return subject && wanted.includes(subject) ? [{ subject, change }] : [];
  });
  const keys = await permissionKeys(reads, asked);
  return asked.map(({ subject, change }) => {
    const state = change.is ?? change.was ?? {};
    const event = eventOf(change);
    const data = {
      event,
      subject,
      [subject === 'membership' || subject === 'grant' ? 'id' : subject]: change.recordId,
      ...('user_id' in state && { user: state.user_id }),
      ...('group_id' in state && { group: state.group_id }),
      ...('permission_id' in state && { permission: keys.get(state.permission_id as bigint) ?? null }),
      by: change.userId > 0n ? change.userId : null,
      ...(event === 'updated' && { fields: change.changed }),
    };
    return { change, subject, event, data };
  });
}

async function permissionKeys(reads: Reads, asked: readonly { change: PlacedChange<Definition> }[]) {
  const ids = asked.flatMap(({ change: { is, was } }) => idOfPermission(is ?? was));
  if (ids.length === 0) return new Map<bigint, string>();
  const records = await reads.where(permission, (select) => select.where('id', 'in', [...new Set(ids)]));
  return new Map(records.map(({ id, key }) => [id, key]));
}

function idOfPermission(state: Raw | undefined): bigint[] {
  return typeof state?.permission_id === 'bigint' ? [state.permission_id] : [];
}

const NAMES = { create: 'created', delete: 'deleted', restore: 'restored', purge: 'deleted' } as const;

/** Deactivating and activating an account, and the expiry of memberships and grants, have events of their own. */
function eventOf({ action, changed, is }: PlacedChange<Definition>): (typeof WEBHOOK_EVENTS)[number] {
  if (action !== 'update') return NAMES[action];
  if (changed.includes('active')) return is?.active ? 'activated' : 'deactivated';
  return changed.includes('end_logged') && !changed.includes('until') ? 'ended' : 'updated';
}
