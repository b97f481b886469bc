/** What is known of a replica of the database. */
export interface ReplicaState {
  /** Its host and port. */
  readonly name: string;
  /** Why it is not read now; undefined while it is. */
  readonly problem: string | undefined;
  /** How many bytes of the primary's log it had not applied when it was asked last. */
  readonly behindBytes: number | undefined;
  /** How many reads it has answered for this process. */
  readonly reads: number;
  /** How many reads it could not answer, so that the primary did. */
  readonly fallbacks: number;
}
