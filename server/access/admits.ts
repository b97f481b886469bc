import type { ServedDefinition } from '../definitions/define-collection.ts';
import type { Use } from '../records/rights.ts';
import type { Actor } from './actor.ts';
import type { Admission } from './admission/admission.ts';
import { decideReach, withSettings } from './decide.ts';
import { reachOf } from './key-reach.ts';

/** Whether an actor's rules admit a use of a collection at all. */
export function admits(
  { switchedOff }: Admission,
  actor: Actor,
  { name, draftOf = name, access }: ServedDefinition,
  use: Use,
): boolean {
  return decideReach(actor, withSettings(access[use], switchedOff), reachOf(draftOf, use)).allowed;
}
