import type { Database } from '../database/database.ts';
import type { Asker, Reader } from '../database/engine.ts';
import type { Version } from '../database/version.ts';
import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import type { Rows } from '../definitions/where.ts';
import { AppError } from '../errors.ts';
import type { Text } from '../messages/message.ts';
import { type MaybePromise, whenKnown } from '../shared/maybe-promise.ts';
import { type Actor, anonymous } from './actor.ts';
import { callerOf } from './caller.ts';
import { decide, requireAllowed, withSettings } from './decide.ts';
import { type LogMessage, logMessage } from './log-message.ts';
import { type ActorRights, makeRights } from './rights.ts';
import { actorSource, type FindUser, type Found } from './sign-in/actors.ts';
import type { Identify } from './sign-in/identify.ts';
import { networkOf } from './sign-in/network.ts';

/** What a transport has read of a request before its body. */
export interface RequestHead {
  readonly authorization: string | undefined;
  readonly method: string;
  /** Without the query, and without what comes before the API's own paths. */
  readonly path: string;
  readonly requestId: string;
  /** Where the request came from. */
  readonly address: () => string;
  /** The connection that the request came on. */
  readonly connection: object;
  /** Aborted when the client no longer waits for an answer. */
  readonly hangUp?: () => AbortSignal;
}

/** What a route says about its access, as the settings leave it. */
export interface RoutePolicy {
  readonly access: AccessRule;
  /** What the log says of a success. */
  readonly describe: LogMessage;
  /** Whether it matters who asks, also where everyone is admitted: who writes a row is kept with it. */
  readonly asksForCaller: boolean;
}

/** An admitted request: who acts, on which rows, and what the audit log says about it. */
export interface Admission {
  /** `anonymous` where the rule admits everyone and nothing is written: nobody is asked for a name without need. */
  readonly actor: Actor;
  /** The rule that admitted the request, and the rows that it left. */
  readonly access: AccessRule;
  readonly rows: Rows;
  readonly requestId: string;
  readonly now: number;
  /** The version of the database at admission: what was cached at it may be answered. */
  readonly version: Version | undefined;
  readonly method: string;
  readonly path: string;
  /** The sender's network, where the actor is nobody or has just signed in. */
  readonly network: string | null;
  /** In whose name many rows are read. */
  readonly asker: Asker;
  /** The name of the permission that the rule asks for, if any. */
  readonly permission: Text;
  readonly describe: LogMessage;
  /** Settings that make login rules public. */
  readonly switchedOff: ReadonlySet<string>;
  /** Who acts, even where the rule admits everyone. */
  identify(): MaybePromise<Actor>;
  /** Admits the request again by what the database holds now: a body may arrive long after its headers. Throws where it is refused by now. */
  renew(reader: Reader): Promise<Admission>;
  /** The same request, by an actor who has just proved who they are. */
  as(actor: Actor): Admission;
  /** What the definitions' rules leave to an actor. */
  rightsOf(actor: Actor): ActorRights;
}

/** A request that its route's rule refuses, with what the log says of it. */
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
  readonly identify: (...asked: Parameters<Identify>) => MaybePromise<{ readonly actor: Actor } | undefined>;
  readonly switchedOff: ReadonlySet<string>;
}

/** Finds out who asks, and decides by the route's rule. Throws where a token is sent that is not good. */
export type Admit = (policy: RoutePolicy, request: RequestHead) => MaybePromise<Admission | Refusal>;

/** Answers at once, without a promise, where the actor is cached. */
export function makeAdmit(gate: Gate): Admit {
  const { turnVersion, reads } = gate.database;
  return (policy, request) => {
    const version = turnVersion.of(request.connection);
    const question: Question = { gate, policy, request, now: Date.now(), version, reader: reads };
    return whenKnown(actorOf(question), (actor) => {
      const decision = decide(actor, policy.access);
      if (decision.allowed) return new RequestAdmission(question, actor, decision.rows);
      const error = new AppError(decision.failure, { reason: decision.reason });
      return new Refusal(error, actor, permissionOf(policy));
    });
  };
}

/** Work that goes on after its request was answered, such as an import. */
export interface Task {
  readonly userId: bigint;
  /** That of the request, for what the log says of callers without a name. */
  readonly network: string;
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
}

/** Admits a task by what its user may do now, whatever has become of the session. Throws if that is not enough. */
export type AdmitTask = (access: AccessRule, task: Task) => Promise<Admission>;

export function makeAdmitTask({ database, findUser, switchedOff }: TaskGate): AdmitTask {
  return async (access, { userId, network, ...head }) => {
    const identify: Gate['identify'] = async (_, __, { reader = database.reads }) => ({
      actor: userId === anonymous.id ? anonymous : requireActive(await findUser(userId, reader)),
    });
    const question: Question = {
      gate: { database, switchedOff, identify },
      policy: { access: withSettings(access, switchedOff), describe: logMessage(), asksForCaller: true },
      request: { ...head, authorization: undefined, address: () => network, connection: {} },
      version: database.engine.version?.(),
      reader: database.reads,
      /** A task may run for hours; each of its writes happens now. */
      get now() {
        return Date.now();
      },
    };
    const actor = await actorOf(question);
    return new RequestAdmission(question, actor, requireAllowed(decide(actor, question.policy.access)));
  };
}

interface TaskGate extends Omit<Gate, 'identify'> {
  readonly findUser: FindUser;
}

function requireActive(found: Found): Actor {
  if (!found) throw new AppError('userNotFound', { reason: 'the user of a task is gone' });
  if (found === 'inactive') throw new AppError('accountInactive', { reason: 'the user is deactivated' });
  return found;
}

/** A request at the door, and the moment at which the database is asked about it. */
interface Question {
  readonly gate: Gate;
  readonly policy: RoutePolicy;
  readonly request: RequestHead;
  readonly now: number;
  readonly version: Version | undefined;
  readonly reader: Reader;
  /** Who acts, where that was proved otherwise than by a token. */
  readonly proved?: Actor;
}

function actorOf(question: Question): MaybePromise<Actor> {
  const { access, asksForCaller } = question.policy;
  return isForAll(access) && !asksForCaller ? (question.proved ?? anonymous) : identify(question);
}

function identify(question: Question): MaybePromise<Actor> {
  const { gate, request, proved } = question;
  if (proved) return proved;
  const identified = gate.identify(request.authorization, 'access', question);
  return whenKnown(identified, (found) => found?.actor ?? anonymous);
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

  get asker(): Asker {
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

  identify(): MaybePromise<Actor> {
    return identify(this.#question);
  }

  async renew(reader: Reader): Promise<Admission> {
    const version = this.#question.gate.database.engine.version?.();
    if (version && this.version?.holdsAt(version, actorSource)) return this;
    const question = { ...this.#question, version, reader };
    const actor = await actorOf(question);
    return new RequestAdmission(question, actor, requireAllowed(decide(actor, this.access)));
  }

  as(actor: Actor): Admission {
    return new RequestAdmission({ ...this.#question, proved: actor }, actor, this.rows);
  }

  rightsOf(actor: Actor): ActorRights {
    return makeRights(actor, { switchedOff: this.switchedOff, admittedBy: this.access });
  }
}
