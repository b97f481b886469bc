import type { Database, Reader, Requester } from '../../database/index.ts';
import type { Version } from '../../database/versions/version.ts';
import { type AccessRule, isForAll, type WhichRecords } from '../../definitions/for-server.ts';
import type { AppError } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import { type MaybePromise, type Trace, whenKnown } from '../../shared/index.ts';
import { type Actor, anonymous, asProposing, lastingOf } from '../actor.ts';
import { APP_TOKEN, type Circumstances, type IdentifyKey } from '../api-keys/identify-key.ts';
import { KEY_PREFIX } from '../api-keys/key-text.ts';
import type { NoteKeyUse } from '../api-keys/note-use.ts';
import type { StrangerShare } from '../bookkeeping/stranger-writes.ts';
import type { ProofDemand } from '../decide.ts';
import { type IdentifyImpersonation, IMPERSONATION_PREFIX } from '../impersonation/identify-impersonation.ts';
import type { RouteReach } from '../key-reach.ts';
import type { LogMessage } from '../log-lines.ts';
import type { ActorRights } from '../rights.ts';
import type { FactorPolicy } from '../sign-in/factor-policy.ts';
import { bearerToken, type Identify } from '../sign-in/tokens.ts';
import type { NotePermissionUse } from '../uses/permission-uses.ts';

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

/** What admission needs to know of the server. */
export interface Gate {
  readonly database: Database;
  readonly identify: IdentifyCaller;
  /** Records that a key was used, if the last record is old enough. */
  readonly noteUse?: NoteKeyUse;
  /** Records which permissions admitted an actor. */
  readonly notePermissionUse?: NotePermissionUse;
  readonly switchedOff: ReadonlySet<string>;
  /** Whether a second person must approve memberships and grants. */
  readonly needsApproval?: boolean;
  /** Absent for tasks, which outlive sessions. */
  readonly factorPolicy?: FactorPolicy;
  /** Absent for tasks, which only signed-in callers can start. */
  readonly strangerShareOf?: (network: string) => StrangerShare;
}

/** A request, and the connection on which its admission is decided. */
export interface Question {
  readonly gate: Gate;
  readonly policy: RoutePolicy;
  readonly request: RequestHead;
  readonly now: number;
  readonly version: Version | undefined;
  readonly reader: Reader;
  /** The actor, if authenticated by something other than a token. */
  readonly proved?: Actor;
}

/** The actor, or `anonymous` if the rule admits everyone and nothing depends on the caller. */
export function actorOf(question: Question): MaybePromise<Actor> {
  const { policy, request, proved } = question;
  const isOpen = isForAll(policy.access) && !policy.asksForCaller;
  // An impersonation leaves a line of the log on open routes as well.
  const isImpersonating = bearerToken(request.authorization).startsWith(IMPERSONATION_PREFIX);
  return isOpen && !isImpersonating ? (proved ?? anonymous) : identify(question);
}

/** The actor with the rights that count for the route. */
export function actingAs({ policy }: Question, actor: Actor): Actor {
  const acting = policy.reach.isProposal ? asProposing(actor) : actor;
  return policy.outlives ? lastingOf(acting) : acting;
}

/** The actor, even if the rule admits everyone. Throws if the token is invalid. */
export function identify(question: Question): MaybePromise<Actor> {
  const { gate, request, proved } = question;
  if (proved) return proved;
  return whenKnown(gate.identify(request.authorization, question), (found) => found?.actor ?? anonymous);
}

/** The caller that an Authorization header identifies, by a token of a session or an app, a key or an impersonation; undefined without either. Throws if it is not valid. */
type IdentifyCaller = (
  header: string | undefined,
  at: Circumstances,
) => MaybePromise<{ readonly actor: Actor } | undefined>;

interface Ways {
  readonly identify: Identify;
  readonly identifyKey: IdentifyKey;
  readonly identifyApp: IdentifyKey;
  readonly identifyImpersonation: IdentifyImpersonation;
}

/** What a token looks like tells where it is looked up, once for each request. */
export function makeIdentifyCaller({
  identify,
  identifyKey,
  identifyApp,
  identifyImpersonation,
}: Ways): IdentifyCaller {
  return (header, at) => {
    const token = bearerToken(header);
    if (token.startsWith(IMPERSONATION_PREFIX)) return identifyImpersonation(token, at);
    if (token.startsWith(KEY_PREFIX)) return identifyKey(token, at);
    return APP_TOKEN.test(token) ? identifyApp(token, at) : identify(header, 'access', at);
  };
}
