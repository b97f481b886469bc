import type { AuditForm } from '../../contract/audit.ts';
import { superAdministrator } from './access-rule.ts';
import { requireSoundSingleton } from './checks/sound-singleton.ts';
import { completeCollection, type Definition } from './define-collection.ts';
import type { Fields } from './field.ts';
import type { Served } from './types/collection-source.ts';
import type { CheckedSingleton, SingletonAccess, SingletonSource } from './types/singleton-source.ts';

/**
 * Describes a collection of one record, such as the settings of a site. The record is always there: it is read and changed at the
 * collection's path, never created or deleted. Throws with the collection's name and the reason if the description is invalid.
 */
export function defineSingleton<
  const F extends Fields,
  const A extends AuditForm,
  const R extends SingletonAccess,
  const P extends `/${string}` | undefined = undefined,
>(source: SingletonSource<F, A, R> & Served<P>): Definition<F, A> {
  requireSoundSingleton(source);
  const { access, ...rest } = source as CheckedSingleton<F, A>; // without what only the compiler checks
  // Never decided: no route creates or deletes a singleton, and `usesOf` leaves both out.
  const never = { create: superAdministrator, delete: superAdministrator };
  const definition = completeCollection<F, A>({
    ...rest,
    ...(access && { access: { ...access, ...never } }),
  });
  return { ...definition, isSingleton: true };
}
