import type { Reader, Requester, Version } from '../../database/index.ts';
import type { AccessRule, WhichRecords } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { type MaybePromise, readTraceparent, type Trace, whenKnown } from '../../shared/index.ts';
import { type Actor, anonymous, callerOf, networkOf } from '../actor.ts';
import type { StrangerShare } from '../bookkeeping/stranger-writes.ts';
import { decideReach, missingFactor, missingProof, refusalOf } from '../decide.ts';
import type { LogMessage } from '../log-lines.ts';
import { type ActorRights, makeRights } from '../rights.ts';
import { actorSource } from '../sign-in/actors.ts';
import {
  type Admission,
  type Admit,
  actingAs,
  actorOf,
  type Gate,
  identify,
  permissionOf,
  type Question,
  Refusal,
} from './admission.ts';

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

/**
 * Identifies the caller and decides the rule, both as the question's connection sees them. Throws if the request is refused.
 */
export async function admitNow(question: Question): Promise<Admission> {
  const actor = await actorOf(question);
  return new RequestAdmission(question, actingAs(question, actor), requireRecords(question, actor));
}

/** An admission that keeps its question, so that it can be confirmed again. */
class RequestAdmission implements Admission {
  readonly #question: Question;
  readonly actor: Actor;
  readonly records: WhichRecords;

  constructor(question: Question, actor: Actor, records: WhichRecords) {
    this.#question = question;
    this.actor = actor;
    this.records = records;
  }

  get access(): AccessRule {
    return this.#question.policy.access;
  }

  get describe(): LogMessage {
    return this.#question.policy.describe;
  }

  get permission(): Text {
    return permissionOf(this.#question.policy);
  }

  get trace(): Trace | undefined {
    const { traceparent } = this.#question.request;
    return traceparent === undefined ? undefined : readTraceparent(traceparent);
  }

  get requestId(): string {
    return this.#question.request.requestId;
  }

  get method(): string {
    return this.#question.request.method;
  }

  get path(): string {
    return this.#question.request.path;
  }

  get network(): string | null {
    const { proved, request } = this.#question;
    return proved || this.actor === anonymous ? networkOf(request.address()) : null;
  }

  get strangerShare(): StrangerShare | undefined {
    const { gate, policy, request } = this.#question;
    if (!policy.asksForCaller || this.actor !== anonymous) return undefined;
    return gate.strangerShareOf?.(networkOf(request.address()));
  }

  get requester(): Requester {
    const { address, hangUp } = this.#question.request;
    return { caller: callerOf(this.actor, address()), signal: hangUp?.() };
  }

  get now(): number {
    return this.#question.now;
  }

  get version(): Version | undefined {
    return this.#question.version;
  }

  get switchedOff(): ReadonlySet<string> {
    return this.#question.gate.switchedOff;
  }

  get needsApproval(): boolean {
    return this.#question.gate.needsApproval ?? false;
  }

  get outlives(): boolean {
    return this.#question.policy.outlives ?? false;
  }

  identify(): MaybePromise<Actor> {
    return whenKnown(identify(this.#question), (actor) => {
      const overdue = overdueFactor(this.#question, actor);
      if (overdue) throw overdue;
      return actingAs(this.#question, actor);
    });
  }

  async renew(reader: Reader): Promise<Admission> {
    const version = this.#question.gate.database.engine.version?.();
    const isOver = (this.actor.rightsEnd ?? Number.POSITIVE_INFINITY) <= Date.now();
    if (!isOver && version && this.version?.holdsAt(version, actorSource)) return this;
    return admitNow({ ...this.#question, version, reader });
  }

  async again(): Promise<Admission> {
    const { engine, reads } = this.#question.gate.database;
    return admitNow({ ...this.#question, now: Date.now(), version: engine.version?.(), reader: reads });
  }

  requireProof(): void {
    const { gate, now, policy } = this.#question;
    if (policy.needsProof !== 'sometimes')
      throw new Error('the route does not declare that it asks for proofs');
    const lack = missingProof(this.actor, 'withSecondFactor', gate.factorPolicy, now);
    if (lack) throw lack;
  }

  as(actor: Actor): Admission {
    return new RequestAdmission({ ...this.#question, proved: actor }, actor, this.records);
  }

  rightsOf(actor: Actor): ActorRights {
    const { gate, now } = this.#question;
    const noteUse = (rule: AccessRule) => gate.notePermissionUse?.(actor, rule, now);
    return makeRights(actor, { switchedOff: this.switchedOff, admittedBy: this.access, noteUse });
  }
}

/** The records that the route's rule leaves to an actor, or the refusal. Pure. */
function verdictOn(question: Question, actor: Actor): WhichRecords | AppError {
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
function overdueFactor({ gate, policy, now, proved }: Question, actor: Actor): AppError | undefined {
  return proved ? undefined : missingFactor(actor, policy, gate.factorPolicy, now);
}

/** The records that the route's rule leaves to an actor. Throws the refusal. */
function requireRecords(question: Question, actor: Actor): WhichRecords {
  const verdict = verdictOn(question, actor);
  if (verdict instanceof AppError) throw verdict;
  return verdict;
}
