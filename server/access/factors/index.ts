// What factors offer to the rooms above them.

export type { Challenges, ChallengeUse } from './challenges.ts';
export { passkey } from './passkey.collection.ts';
export type { Assertion } from './passkey-shapes.ts';
export { findPasskey, notePasskeyUse, type Passkey, verifyAssertion } from './passkeys.ts';
export { isRecoveryCode, readCode, useRecoveryCode } from './recovery-codes.ts';
export { type FindRelyingParty, requireRelyingParty } from './relying-party.ts';
export { totp } from './totp.collection.ts';
export { useTotp } from './totp.ts';
export { useDevice } from './trusted-devices.ts';
