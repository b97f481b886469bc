import type { Database } from '../../database/database.ts';
import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { isForAll } from '../../definitions/access-rule.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import { type Actor, anonymous, asProposing, lastingOf } from '../actor.ts';
import { APP_TOKEN, type Circumstances, type IdentifyKey } from '../api-keys/identify-key.ts';
import { KEY_PREFIX } from '../api-keys/key-text.ts';
import type { NoteKeyUse } from '../api-keys/note-use.ts';
import type { StrangerShare } from '../bookkeeping/stranger-writes.ts';
import { type IdentifyImpersonation, impersonationIn } from '../impersonation/identify-impersonation.ts';
import type { FactorPolicy } from '../sign-in/factor-policy.ts';
import type { Identify } from '../sign-in/tokens.ts';
import type { NotePermissionUse } from '../uses/permission-uses.ts';
import type { RequestHead, RoutePolicy } from './admission.ts';

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
  const isImpersonating = impersonationIn(request.authorization) !== undefined;
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

const APP_HEADER = new RegExp(`^bearer\\s+(${APP_TOKEN.source.slice(1, -1)})\\s*$`, 'i');
const KEY_HEADER = new RegExp(`^(?:bearer\\s+)?(${KEY_PREFIX}.*)$`, 'i');

interface Ways {
  readonly identify: Identify;
  readonly identifyKey: IdentifyKey;
  readonly identifyApp: IdentifyKey;
  readonly identifyImpersonation: IdentifyImpersonation;
}

/** Keys have a prefix, so a request with a token never looks one up. */
export function makeIdentifyCaller({
  identify,
  identifyKey,
  identifyApp,
  identifyImpersonation,
}: Ways): IdentifyCaller {
  return (header, at) => {
    const impersonating = impersonationIn(header);
    if (impersonating !== undefined) return identifyImpersonation(impersonating, at);
    const key = header === undefined ? undefined : KEY_HEADER.exec(header)?.[1]?.trim();
    if (key !== undefined) return identifyKey(key, at);
    const token = header === undefined ? undefined : APP_HEADER.exec(header)?.[1];
    return token === undefined ? identify(header, 'access', at) : identifyApp(token, at);
  };
}
