/** How a user proves who they are. `provider` stands for a second factor that a trusted provider has asked for. */
export const PROOF_METHODS = ['password', 'totp', 'recovery_code', 'passkey', 'device', 'provider'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** How a session was proved when it began. */
export interface Proof {
  readonly methods: readonly ProofMethod[];
}

/** Whether a proof is good for an account with a second factor. */
export function hasSecondFactor({ methods }: Proof): boolean {
  return methods.some((method) => method !== 'password');
}

/** Whether the user proved it in person just now, not by a trusted device or a provider's session. */
export function isFresh({ methods }: Proof): boolean {
  return methods.length > 0 && !methods.includes('device') && !methods.includes('provider');
}

/** The methods as a session's record keeps them. */
export const toWords = (methods: readonly ProofMethod[]): string => methods.join(' ');
export const fromWords = (words: string): readonly string[] => words.split(' ').filter(Boolean);
