/** Who is asking. */
export interface Actor {
  readonly id: bigint;
  readonly username: string;
  readonly sessionId: bigint;
  readonly isSuper: boolean;
  readonly groupIds: readonly bigint[];
  /** Keys of the permissions that the actor's groups hold. */
  readonly permissions: ReadonlySet<string>;
}

/** Somebody without a token. */
export const anonymous: Actor = {
  id: 0n,
  username: '',
  sessionId: 0n,
  isSuper: false,
  groupIds: [],
  permissions: new Set(),
};
