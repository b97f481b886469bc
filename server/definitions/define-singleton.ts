import type { AuditForm } from '../../contract/audit.ts';
import { superAdministrator } from './access-rule.ts';
import { requireSoundSingleton } from './checks/sound-singleton.ts';
import { type Definition, defineRecord } from './define-record.ts';
import type { Fields } from './field.ts';
import type { SingletonSource } from './types/singleton-source.ts';

/**
 * Describes a record of one row, such as the settings of a site. The row is always there: it is read and changed at the
 * record's path, never created or deleted. Throws with the record's name and the reason if the description is invalid.
 */
export function defineSingleton<const F extends Fields, const A extends AuditForm>(
  source: SingletonSource<F, A>,
): Definition<F, A> {
  requireSoundSingleton(source);
  const { access, ...rest } = source;
  // Nobody is ever asked whether they may: no route does this to a singleton, and `usesOf` leaves it out.
  const never = { create: superAdministrator, delete: superAdministrator };
  const definition = defineRecord<F, A>({ ...rest, ...(access && { access: { ...access, ...never } }) });
  return { ...definition, isSingleton: true };
}
