import { AppError } from '../../errors.ts';
import { whenKnown } from '../../shared/maybe-promise.ts';
import type { Actor } from '../actor.ts';
import { type Admit, permissionOf, Refusal } from './admission.ts';
import { RequestAdmission } from './request-admission.ts';
import { verdictOn } from './verdict.ts';
import { actingAs, actorOf, type Gate, type Question } from './who-asks.ts';

/** Returns synchronously if the actor is cached. */
export function makeAdmit(gate: Gate): Admit {
  const { turnVersion, reads } = gate.database;
  return (policy, request) => {
    const version = turnVersion.of(request.connection);
    const question: Question = { gate, policy, request, now: Date.now(), version, reader: reads };
    const admit = (actor: Actor) => {
      const verdict = verdictOn(question, actor);
      if (verdict instanceof AppError) return new Refusal(verdict, actor, permissionOf(policy));
      gate.notePermissionUse?.(actor, policy.access, question.now);
      return new RequestAdmission(question, actingAs(question, actor), verdict);
    };
    return whenKnown(actorOf(question), (actor) => {
      const noted = actor.key && gate.noteUse?.(actor.key, request, question.now);
      return noted ? whenKnown(noted, () => admit(actor)) : admit(actor);
    });
  };
}
