import type { Reader, Requester } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import type { WhichRecords } from '../../definitions/types/where.ts';
import type { AppError } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Trace } from '../../shared/text/traceparent.ts';
import type { Actor } from '../actor.ts';
import type { StrangerShare } from '../bookkeeping/stranger-writes.ts';
import type { ProofDemand } from '../decide.ts';
import type { RouteReach } from '../key-reach.ts';
import type { LogMessage } from '../log-message.ts';
import type { ActorRights } from '../rights.ts';

/** The head of a request, as the transport has read it. */
export interface RequestHead {
  readonly authorization: string | undefined;
  readonly method: string;
  /** Without the query string and the base path. */
  readonly path: string;
  readonly requestId: string;
  /** The header of the trace that the request belongs to, as it was sent. */
  readonly traceparent?: string | undefined;
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
  /** Whether what is done may give access that outlives the right by which it is given: only rights that last count for it. */
  readonly outlives?: boolean | undefined;
  /** The reach of the route, which a key may limit. */
  readonly reach: RouteReach;
  /** The log's text for a success. */
  readonly describe: LogMessage;
  /** Whether the caller is identified even if everyone is admitted, because records collection their author. */
  readonly asksForCaller: boolean;
}

/** An admitted request: who acts, on which records, and what the audit log says about it. */
export interface Admission {
  /** `anonymous` if the rule admits everyone and nothing is written: identification is skipped if it is not needed. */
  readonly actor: Actor;
  /** The rule that admitted the request, and the records that it left. */
  readonly access: AccessRule;
  readonly records: WhichRecords;
  readonly requestId: string;
  /** The trace that the request belongs to, if it names one. */
  readonly trace: Trace | undefined;
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
  /** Whether only rights that last count. */
  readonly outlives: boolean;
  /** The actor, even if the rule admits everyone. */
  identify(): MaybePromise<Actor>;
  /** Admits the request again with the current state of the database, because a body may arrive long after its headers. Throws if it is refused now. */
  renew(reader: Reader): Promise<Admission>;
  /** Admits the same request again, for work that continues after its answer began. Throws if it is refused now. */
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

/** Identifies the caller and applies the route's rule. Throws if the token is invalid. */
export type Admit = (policy: RoutePolicy, request: RequestHead) => MaybePromise<Admission | Refusal>;

/** The name of the permission that a route requires; empty if it requires none. */
export function permissionOf({ access }: RoutePolicy): Text {
  return access.level === 'permission' ? access.permission.name : '';
}
