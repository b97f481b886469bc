import { type Collections, holds } from './app-scope.ts';

/** What an app may in a person's name. */
interface ActorApp {
  readonly id: bigint;
  readonly writes: Collections;
  readonly proposes: Collections;
  /** The scope, where a token leaves less than the person consented to. */
  readonly narrowedTo: string | undefined;
  /** The rights of the person, by which rules of collections decide; elsewhere only permissions count that they consented to. */
  readonly person: Pick<Actor, 'isSuper' | 'permissions'>;
}

/** The API key of a program, or the grant of an app, and how it limits its user's rights. */
export interface ActorKey {
  readonly id: bigint;
  readonly name: string;
  /** The collections that it reaches; undefined for all. */
  readonly collections: ReadonlySet<string> | undefined;
  readonly isReadOnly: boolean;
  /** Whether it reaches routes that manage accounts, sessions and keys. */
  readonly managesAccounts: boolean;
  /** The last use that was stored. */
  readonly usedTime: number | null;
  /** Absent for keys of service users. */
  readonly app?: ActorApp;
}

/** How the session that asks was proved, and what its user has of a second factor. */
export interface ActorProof {
  /** The last fresh proof; null if there was none, as in sessions of older versions. */
  readonly time: number | null;
  readonly hasSecondFactor: boolean;
  /** Whether a trusted provider asked for the second factor. */
  readonly isByProvider: boolean;
  /** Whether the account was made by somebody with a second factor, and has to have one for what asks others for theirs. */
  readonly owesFactor: boolean;
  /** When the time to set up a required factor ends; null if it has not begun. */
  readonly factorDue: number | null;
  /** Names of the user's groups. */
  readonly groups: ReadonlySet<string>;
}

/** The actor of a request. */
export interface Actor {
  readonly id: bigint;
  readonly username: string;
  readonly sessionId: bigint;
  readonly isSuper: boolean;
  readonly groupIds: readonly bigint[];
  /** Keys of the permissions that the actor's groups hold. */
  readonly permissions: ReadonlySet<string>;
  /** When the next of these rights ends: beyond it, the actor must be found again. Absent if none does. */
  readonly rightsEnd?: number;
  /** What is left once all rights that end have ended. Absent if none does. */
  readonly lasting?: Pick<Actor, 'isSuper' | 'groupIds' | 'permissions'>;
  /** Absent for people. */
  readonly key?: ActorKey;
  /** The super administrator who sees the server as this user; absent if the user asks. */
  readonly impersonator?: Pick<Actor, 'id' | 'username'> & { readonly proof?: ActorProof | undefined };
  /** Absent where no session asks: for programs with keys, tasks and callers without a token. */
  readonly proof?: ActorProof;
}

/** The actor, whose rights end at these times as well; null and undefined stand for never. */
export function endingAt(actor: Actor, ...ends: readonly (number | null | undefined)[]): Actor {
  const all = [actor.rightsEnd, ...ends].filter((end) => end !== undefined && end !== null);
  return all.length > 0 ? { ...actor, rightsEnd: Math.min(...all) } : actor;
}

/** The actor without the rights that end; a key leaves no more of them than before. */
export function lastingOf(actor: Actor): Actor {
  const { lasting, isSuper, permissions } = actor;
  if (!lasting) return actor;
  return {
    ...actor,
    isSuper: isSuper && lasting.isSuper,
    groupIds: lasting.groupIds,
    permissions: permissions.intersection(lasting.permissions),
  };
}

/** A caller without a token. */
export const anonymous: Actor = {
  id: 0n,
  username: '',
  sessionId: 0n,
  isSuper: false,
  groupIds: [],
  permissions: new Set(),
};

/** A user who has just proved who they are, as an actor without rights. */
export function withoutRights({ id, username }: Pick<Actor, 'id' | 'username'>): Actor {
  return { ...anonymous, id, username };
}

/** The actor by whose rights rules of collections decide: for an app its person, within what they consented to. */
export function onCollections(actor: Actor): Actor {
  return actor.key?.app ? { ...actor, ...actor.key.app.person } : actor;
}

/** Whether a key may write this collection. */
export function keyWrites({ isReadOnly, app }: ActorKey, collection: string): boolean {
  return !isReadOnly && (app === undefined || holds(app.writes, collection));
}

/** The actor of a proposal: an app may propose more than it may write at once. */
export function asProposing(actor: Actor): Actor {
  const { key } = actor;
  if (!key?.app) return actor;
  const { app } = key;
  const isReadOnly = app.proposes !== 'all' && app.proposes.size === 0;
  return { ...actor, key: { ...key, isReadOnly, app: { ...app, writes: app.proposes } } };
}

/** What keeps answers to a key apart from those to others: tokens of one grant may leave less than the grant. */
export function nameOfKey({ id, app }: ActorKey): string {
  return app?.narrowedTo === undefined ? String(id) : `${id} ${app.narrowedTo}`;
}

/** The key by which a caller's share of a resource is counted: the account, or the network of an anonymous caller. */
export function callerOf({ id }: Pick<Actor, 'id'>, address: string): string {
  return id === 0n ? networkOf(address) : String(id);
}

/** The network that counts as one sender. An IPv6 customer usually holds a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
