import type { WhichRecords } from '../../definitions/types/where.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Actor } from '../actor.ts';
import { decideReach, refusalOf } from '../decide.ts';
import { missingFactor, missingProof } from '../decide-proof.ts';
import { actingAs, type Question } from './who-asks.ts';

/** The records that the route's rule leaves to an actor, or the refusal. Pure. */
export function verdictOn(question: Question, actor: Actor): WhichRecords | AppError {
  const { gate, policy, now } = question;
  const overdue = overdueFactor(question, actor);
  if (overdue) return overdue;
  const acting = actingAs(question, actor);
  const decision = decideReach(acting, policy.access, policy.reach);
  if (!decision.allowed) {
    const isForATime = acting !== actor && decideReach(actor, policy.access, policy.reach).allowed;
    return isForATime
      ? new AppError('beyondOwnRights', { detail: message('rightEnds') })
      : refusalOf(decision);
  }
  return missingProof(actor, policy.needsProof, gate.factorPolicy, now) ?? decision.records;
}

/** The refusal of an actor who did not set up a required second factor in time. Who has just signed in is not refused. Pure. */
export function overdueFactor({ gate, policy, now, proved }: Question, actor: Actor): AppError | undefined {
  return proved ? undefined : missingFactor(actor, policy, gate.factorPolicy, now);
}

/** The records that the route's rule leaves to an actor. Throws the refusal. */
export function requireRecords(question: Question, actor: Actor): WhichRecords {
  const verdict = verdictOn(question, actor);
  if (verdict instanceof AppError) throw verdict;
  return verdict;
}
