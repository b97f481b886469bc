import type { Database } from '../database/database.ts';
import type { Reader, Requester } from '../database/engine.ts';
import type { Version } from '../database/versions/version.ts';
import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import type { Rows } from '../definitions/types/where.ts';
import { AppError } from '../errors.ts';
import type { Text } from '../messages/message.ts';
import { type MaybePromise, whenKnown } from '../shared/maybe-promise.ts';
import { type Actor, type ActorKey, anonymous } from './actor.ts';
import type { FindKey } from './api-keys/find-key.ts';
import { type IdentifyCaller, requireLiving } from './api-keys/identify-key.ts';
import type { StrangerShare } from './bookkeeping/stranger-writes.ts';
import { callerOf } from './caller.ts';
import { decideReach, refusalOf, requireAllowed, withSettings } from './decide.ts';
import { missingFactor, missingProof, type ProofDemand } from './decide-proof.ts';
import { impersonationIn } from './impersonation/impersonation-text.ts';
import type { RouteReach } from './key-reach.ts';
import { type LogMessage, logMessage } from './log-message.ts';
import { type ActorRights, makeRights } from './rights.ts';
import { actorSource, type FindUser, type Found } from './sign-in/actors.ts';
import type { FactorPolicy } from './sign-in/factor-policy.ts';
import { networkOf } from './sign-in/network.ts';
import type { NotePermissionUse } from './uses/permission-uses.ts';

/** What a transport has read of a request before its body. */
export interface RequestHead {
  readonly authorization: string | undefined;
  readonly method: string;
  /** Without the query string and the base path. */
  readonly path: string;
  readonly requestId: string;
  /** Where the request came from. */
  readonly address: () => string;
  /** The connection that the request came on. */
  readonly connection: object;
  /** Aborted when the client hangs up. */
  readonly hangUp?: () => AbortSignal;
}

/** A route's access rule, with settings applied. */
export interface RoutePolicy extends ProofDemand {
  readonly access: AccessRule;
  /** What the route reaches, where a key limits that. */
  readonly reach: RouteReach;
  /** What the log says of a success. */
  readonly describe: LogMessage;
  /** Whether the caller is identified even if everyone is admitted, because rows keep who wrote them. */
  readonly asksForCaller: boolean;
}

/** An admitted request: who acts, on which rows, and what the audit log says about it. */
export interface Admission {
  /** `anonymous` if the rule admits everyone and nothing is written: identification is skipped if it is not needed. */
  readonly actor: Actor;
  /** The rule that admitted the request, and the rows that it left. */
  readonly access: AccessRule;
  readonly rows: Rows;
  readonly requestId: string;
  readonly now: number;
  /** The database version at admission. Answers cached at this version are valid. */
  readonly version: Version | undefined;
  readonly method: string;
  readonly path: string;
  /** The sender's network, if the actor is anonymous or has just signed in. */
  readonly network: string | null;
  /** What an anonymous caller may write. */
  readonly strangerShare: StrangerShare | undefined;
  /** The key by which long reads are shared fairly. */
  readonly requester: Requester;
  /** The name of the permission that the rule requires, if any. */
  readonly permission: Text;
  readonly describe: LogMessage;
  /** Settings that make login rules public. */
  readonly switchedOff: ReadonlySet<string>;
  /** Whether a second person must approve memberships and grants. */
  readonly needsApproval: boolean;
  /** The actor, even if the rule admits everyone. */
  identify(): MaybePromise<Actor>;
  /** Admits the request again with the current state of the database, because a body may arrive long after its headers. Throws if it is refused now. */
  renew(reader: Reader): Promise<Admission>;
  /** The same request as it would be admitted now, for what goes on after its answer began. Throws if it is refused now. */
  again(): Promise<Admission>;
  /** The same request for an actor who has just signed in. */
  as(actor: Actor): Admission;
  /** Throws if the caller has a second factor and has given no fresh proof. For routes that need one for some bodies alone. */
  requireProof(): void;
  /** The rights that the definitions' rules give an actor. */
  rightsOf(actor: Actor): ActorRights;
}

/** A refused request, with its log entry. */
export class Refusal {
  readonly error: AppError;
  readonly actor: Actor;
  readonly permission: Text;

  constructor(error: AppError, actor: Actor, permission: Text) {
    this.error = error;
    this.actor = actor;
    this.permission = permission;
  }
}

/** What admission needs to know of the server. */
export interface Gate {
  readonly database: Database;
  readonly identify: IdentifyCaller;
  /** Remembers that a key was used, if it is time to. */
  readonly noteUse?: (
    key: ActorKey,
    request: Pick<RequestHead, 'address'>,
    now: number,
  ) => MaybePromise<void>;
  /** Remembers which permissions let an actor do something. */
  readonly notePermissionUse?: NotePermissionUse;
  readonly switchedOff: ReadonlySet<string>;
  /** Whether a second person must approve memberships and grants. */
  readonly needsApproval?: boolean;
  /** Absent for tasks, which outlive sessions. */
  readonly factorPolicy?: FactorPolicy;
  /** Absent for tasks, which only signed-in callers can start. */
  readonly strangerShareOf?: (network: string) => StrangerShare;
}

/** Identifies the caller and applies the route's rule. Throws if the token is invalid. */
export type Admit = (policy: RoutePolicy, request: RequestHead) => MaybePromise<Admission | Refusal>;

/** Returns synchronously if the actor is cached. */
export function makeAdmit(gate: Gate): Admit {
  const { turnVersion, reads } = gate.database;
  return (policy, request) => {
    const version = turnVersion.of(request.connection);
    const question: Question = { gate, policy, request, now: Date.now(), version, reader: reads };
    const admit = (actor: Actor) => {
      const decision = decideReach(actor, policy.access, policy.reach);
      if (!decision.allowed) return new Refusal(refusalOf(decision), actor, permissionOf(policy));
      const lack = missingProofOf(question, actor);
      if (lack) return new Refusal(lack, actor, permissionOf(policy));
      gate.notePermissionUse?.(actor, policy.access, question.now);
      return new RequestAdmission(question, actor, decision.rows);
    };
    return whenKnown(actorOf(question), (actor) => {
      const noted = actor.key && gate.noteUse?.(actor.key, request, question.now);
      return noted ? whenKnown(noted, () => admit(actor)) : admit(actor);
    });
  };
}

/** Work that continues after its request was answered, such as an import. */
export interface Task {
  readonly userId: bigint;
  /** The API key by which the user's program asked. */
  readonly keyId?: bigint | undefined;
  /** The request's network, for log entries of anonymous callers. */
  readonly network: string;
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
}

/**
 * Admits a task that writes a record, with the current rights of its user, even if the session has ended; a task that a key
 * began ends with the key. Throws if they are not enough.
 */
export type AdmitTask = (access: AccessRule, record: string, task: Task) => Promise<Admission>;

export function makeAdmitTask({ database, findUser, findKey, switchedOff }: TaskGate): AdmitTask {
  return async (declared, record, { userId, keyId, network, ...head }) => {
    const find = async (reader: Reader) => {
      if (userId === anonymous.id) return anonymous;
      if (keyId !== undefined) return requireLiving(await findKey.byId(keyId, reader), Date.now());
      return requireActive(await findUser(userId, reader));
    };
    const identify: Gate['identify'] = async (_, { reader = database.reads }) => ({
      actor: await find(reader),
    });
    const access = withSettings(declared, switchedOff);
    const reach: RouteReach = { record, isWriting: true, isForAccounts: false, isAboutCaller: false };
    const question: Question = {
      gate: { database, switchedOff, identify },
      policy: { access, reach, describe: logMessage(), asksForCaller: true },
      request: { ...head, authorization: undefined, address: () => network, connection: {} },
      version: database.engine.version?.(),
      reader: database.reads,
      /** A task may run for hours; each write takes the current time. */
      get now() {
        return Date.now();
      },
    };
    const actor = await actorOf(question);
    return new RequestAdmission(question, actor, requireAllowed(decideReach(actor, access, reach)));
  };
}

interface TaskGate extends Pick<Gate, 'database' | 'switchedOff'> {
  readonly findUser: FindUser;
  readonly findKey: FindKey;
}

function requireActive(found: Found): Actor {
  if (!found) throw new AppError('userNotFound', { reason: 'the user of a task is gone' });
  if (found === 'inactive') throw new AppError('accountInactive', { reason: 'the user is deactivated' });
  return found;
}

/** A request, and the connection on which its admission is decided. */
interface Question {
  readonly gate: Gate;
  readonly policy: RoutePolicy;
  readonly request: RequestHead;
  readonly now: number;
  readonly version: Version | undefined;
  readonly reader: Reader;
  /** The actor, if authenticated by something other than a token. */
  readonly proved?: Actor;
}

function actorOf(question: Question): MaybePromise<Actor> {
  const { access, asksForCaller } = question.policy;
  // Where everybody may read, a token is not looked at, but an impersonation leaves a line of the log there as well.
  const isOpen = isForAll(access) && !asksForCaller;
  const isImpersonating = impersonationIn(question.request.authorization) !== undefined;
  return isOpen && !isImpersonating ? (question.proved ?? anonymous) : identify(question);
}

function identify(question: Question): MaybePromise<Actor> {
  const { gate, request, proved } = question;
  if (proved) return proved;
  const identified = gate.identify(request.authorization, question);
  return whenKnown(identified, (found) => {
    const { actor = anonymous } = found ?? {};
    const missing = missingFactor(actor, question.policy, gate.factorPolicy, question.now);
    if (missing) throw missing;
    return actor;
  });
}

function missingProofOf(
  { gate: { factorPolicy }, policy, now }: Question,
  actor: Actor,
  needsProof = policy.needsProof,
): AppError | undefined {
  return missingProof(actor, needsProof, factorPolicy, now);
}

function permissionOf({ access }: RoutePolicy): Text {
  return access.level === 'permission' ? access.permission.name : '';
}

class RequestAdmission implements Admission {
  readonly #question: Question;
  readonly actor: Actor;
  readonly rows: Rows;

  constructor(question: Question, actor: Actor, rows: Rows) {
    this.#question = question;
    this.actor = actor;
    this.rows = rows;
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

  identify(): MaybePromise<Actor> {
    return identify(this.#question);
  }

  async renew(reader: Reader): Promise<Admission> {
    const version = this.#question.gate.database.engine.version?.();
    const isOver = (this.actor.rightsEnd ?? Number.POSITIVE_INFINITY) <= Date.now();
    if (!isOver && version && this.version?.holdsAt(version, actorSource)) return this;
    const question = { ...this.#question, version, reader };
    const actor = await actorOf(question);
    const { access, reach } = question.policy;
    const rows = requireAllowed(decideReach(actor, access, reach));
    const lack = missingProofOf(question, actor);
    if (lack) throw lack;
    return new RequestAdmission(question, actor, rows);
  }

  requireProof(): void {
    const lack = missingProofOf(this.#question, this.actor, 'withSecondFactor');
    if (lack) throw lack;
  }

  async again(): Promise<Admission> {
    const { database } = this.#question.gate;
    const version = database.engine.version?.();
    const question = { ...this.#question, now: Date.now(), version, reader: database.reads };
    const actor = await actorOf(question);
    const { access, reach } = question.policy;
    return new RequestAdmission(question, actor, requireAllowed(decideReach(actor, access, reach)));
  }

  as(actor: Actor): Admission {
    return new RequestAdmission({ ...this.#question, proved: actor }, actor, this.rows);
  }

  rightsOf(actor: Actor): ActorRights {
    const { gate, now } = this.#question;
    const noteUse = (rule: AccessRule) => gate.notePermissionUse?.(actor, rule, now);
    return makeRights(actor, { switchedOff: this.switchedOff, admittedBy: this.access, noteUse });
  }
}
