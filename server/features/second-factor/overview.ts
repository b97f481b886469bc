import {
  type Door,
  groupsOf,
  passkeysOf,
  recoveryCode,
  requiresFactor,
  totp,
  trustedDevice,
  type user,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { FactorRouteParts } from './parts.ts';

/** The factors of a user, their remembered devices, and what is required of them. */
export async function overviewOf(
  { reads, admission: { now } }: Door,
  { id, second_factor, factor_due }: RecordOf<typeof user>,
  { policy, findRelyingParty }: FactorRouteParts,
) {
  const [app, passkeys, recovery_codes, devices, groups] = await Promise.all([
    reads.first(totp, (select) => select.where('user_id', '=', id).where('confirmed_time', 'is not', null)),
    passkeysOf(reads, id),
    reads.count(recoveryCode, (select) => select.where('user_id', '=', id)),
    reads.where(trustedDevice, (select) =>
      select.where('user_id', '=', id).where('expire_time', '>', now).orderBy('used_time', 'desc'),
    ),
    groupsOf(reads, [id]),
  ]);
  const names = (groups.get(id) ?? []).map(({ name }) => name);
  const required = requiresFactor(policy, names);
  return {
    enabled: second_factor,
    required,
    due_time: required && !second_factor ? factor_due : null,
    passkeys_available: findRelyingParty() !== undefined,
    totp: app ?? null,
    passkeys,
    recovery_codes,
    devices,
  };
}
