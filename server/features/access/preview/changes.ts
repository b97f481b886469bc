export interface GrantChange {
  readonly group_id: bigint;
  readonly grant?: readonly bigint[];
  readonly revoke?: readonly bigint[];
}

interface MembershipChange {
  readonly user_id: bigint;
  readonly group_ids: readonly bigint[];
}

/** Changes that are previewed. */
export interface Changes {
  readonly grants?: readonly GrantChange[];
  readonly memberships?: readonly MembershipChange[];
}
