/** The API key of a program, and how it limits its user's rights. */
export interface ActorKey {
  readonly id: bigint;
  readonly name: string;
  /** The records that it reaches; undefined for all. */
  readonly records: ReadonlySet<string> | undefined;
  readonly isReadOnly: boolean;
  /** Whether it reaches routes that manage accounts, sessions and keys. */
  readonly managesAccounts: boolean;
  /** The last use that was stored. */
  readonly usedTime: number | null;
}

/** How the session that asks was proved, and what its user has of a second factor. */
export interface ActorProof {
  /** The last fresh proof; null if there was none, as in sessions of older versions. */
  readonly time: number | null;
  readonly hasSecondFactor: boolean;
  /** Whether a trusted provider asked for the second factor. */
  readonly isByProvider: boolean;
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
