// What access offers to the layers above. Files that use one file of it, or that quick commands load, import that file.

export * from './accounts/accounts.ts';
export * from './accounts/addresses.ts';
export { erasedName, isErased } from './accounts/erased-user.ts';
export { expirySchedule } from './accounts/expiry.ts';
export { createFirstAccounts, type FirstAccounts } from './accounts/first-accounts.ts';
export { fillFoldedKeys, foldedKey } from './accounts/folded-keys.ts';
export { freeName } from './accounts/free-name.ts';
export { grant } from './accounts/grant.collection.ts';
export { group, LEVEL } from './accounts/group.collection.ts';
export * from './accounts/group-membership.ts';
export { groupNamed } from './accounts/group-names.ts';
export { membership } from './accounts/membership.collection.ts';
export { missingInSettings } from './accounts/named-groups.ts';
export { named, nickname, requireFreeName, requireOrdinaryGroupName } from './accounts/names.ts';
export { permission } from './accounts/permission.collection.ts';
export { syncPermissions } from './accounts/permission-sync.ts';
export type { InWordsOf } from './accounts/permission-words.ts';
export { missingGroups, ownGroup } from './accounts/seed-access.ts';
export { createServiceUser } from './accounts/service-users.ts';
export { ROOT_USERNAME, user } from './accounts/user.collection.ts';
export * from './accounts/validity.ts';
export {
  type Actor,
  type ActorProof,
  anonymous,
  asProposing,
  callerOf,
  nameOfKey,
  networkOf,
  withoutRights,
} from './actor.ts';
export * from './admission/admission.ts';
export * from './admission/admit-task.ts';
export { makeAdmit } from './admission/request-admission.ts';
export { admits } from './admits.ts';
export { type ApiKey, apiKey } from './api-keys/api-key.collection.ts';
export { type App, app } from './api-keys/app.collection.ts';
export { ACCESS_TOKEN, appToken } from './api-keys/app-token.collection.ts';
export { deactivate } from './api-keys/end-access.ts';
export { type FindKey, makeFindKey } from './api-keys/find-key.ts';
export { makeIdentifyApp, makeIdentifyKey } from './api-keys/identify-key.ts';
export * from './api-keys/key-limits.ts';
export { digestKey, makeKeyText } from './api-keys/key-text.ts';
export { type MadeKey, makeKey, revokeKeys, revokeWhere, rotateKey } from './api-keys/keys.ts';
export { makeNoteUse } from './api-keys/note-use.ts';
export { reachOfScope } from './app-scope.ts';
export { answer } from './bookkeeping/answer.collection.ts';
export type { Repeatable, RequestMark } from './bookkeeping/only-once.ts';
export { type LogLine, RefusalTally } from './bookkeeping/refusal-tally.ts';
export { stranger } from './bookkeeping/stranger.collection.ts';
export { makeStrangerShares } from './bookkeeping/stranger-writes.ts';
export * from './decide.ts';
export * from './delegation/bounds.ts';
export { BREAK_GLASS } from './delegation/break-glass-permission.ts';
export { type Giver, lockGiver, lockGiverById } from './delegation/giver.ts';
export * from './delegation/permissions.ts';
export { permanentSuperAdministrators } from './delegation/super-administrators.ts';
export { Door } from './door.ts';
export { eraseAccount } from './erasure/erase-account.ts';
export { eraseTraces, erasureJobKind, type PersonalRecords, type Traces } from './erasure/erase-traces.ts';
export { removeUser } from './erasure/remove-user.ts';
export { type Explanation, explain, type RuleAlternative } from './explain.ts';
export { type ChallengeUse, makeChallenges } from './factors/challenges.ts';
export { passkey } from './factors/passkey.collection.ts';
export { assertion } from './factors/passkey-shapes.ts';
export * from './factors/passkeys.ts';
export { recoveryCode } from './factors/recovery-code.collection.ts';
export { createRecoveryCodes, readCode } from './factors/recovery-codes.ts';
export { makeFindRelyingParty, requireRelyingParty } from './factors/relying-party.ts';
export { totp } from './factors/totp.collection.ts';
export { beginTotp, confirmTotp } from './factors/totp.ts';
export { trustedDevice } from './factors/trusted-device.collection.ts';
export { forgetDevices } from './factors/trusted-devices.ts';
export { usedChallenge } from './factors/used-challenge.collection.ts';
export { getAsOf, pageAsOf } from './guarded/as-of.ts';
export { writeUpsert } from './guarded/bulk.ts';
export { CHANGE_EVENTS, type VisibleChange, visibleChanges } from './guarded/changes.ts';
export { choosesUsers } from './guarded/choosable-users.ts';
export { readDifference } from './guarded/difference.ts';
export { findFailedPlans } from './guarded/failed-plans.ts';
export { type FieldChangesRequest, readFieldChanges } from './guarded/field-changes.ts';
export { readHistory } from './guarded/history.ts';
export { planDecision, publishingKind } from './guarded/planned-publishing.ts';
export { previewLink } from './guarded/preview-link.collection.ts';
export { makePreviews, type Previews } from './guarded/previews.ts';
export * from './guarded/run-now.ts';
export { purge, readTrash, restore } from './guarded/trash.ts';
export { type TrialBounds, trialBounds } from './guarded/trial-bounds.ts';
export { mayUndoOthers, undoWithin, visibleLines } from './guarded/undo.ts';
export { findUses } from './guarded/usage.ts';
export { type Aim, attempt } from './identities/attempt.collection.ts';
export { endByProvider } from './identities/end-by-provider.ts';
export { groupsNamed, keepGroupsInStep } from './identities/groups-in-step.ts';
export * from './identities/identities.ts';
export { identity } from './identities/identity.collection.ts';
export { logoutToken } from './identities/logout-token.collection.ts';
export { makeIdentifyImpersonation } from './impersonation/identify-impersonation.ts';
export { impersonation } from './impersonation/impersonation.collection.ts';
export { beginImpersonation, endImpersonations } from './impersonation/impersonations.ts';
export { lackOfKey, MODULE_REACHES, type ModuleReach, type RouteReach, reachOf } from './key-reach.ts';
export { knownUsers, knowsUsers } from './known-users.ts';
export { authorName, type LogTemplate, logImpersonated, logMessage } from './log-lines.ts';
export { mailToken, PURPOSES, type Purpose } from './mail-tokens/mail-token.collection.ts';
export * from './mail-tokens/mail-tokens.ts';
export { operatorDoor } from './operator.ts';
export * from './ownership/owner-proved.ts';
export { setByOther } from './ownership/set-by-other.collection.ts';
export { noteSetByOther, requireOwnHand } from './ownership/set-by-others.ts';
export { takeover } from './ownership/takeover.collection.ts';
export { ACCOUNT_MAIL, noticeOf, tellOwner } from './ownership/tell-owner.ts';
export { readLegacyHash } from './passwords/legacy-passwords.ts';
export { newPassword, requireStrongPassword } from './passwords/new-passwords.ts';
export { adoptHash, hashPassword, noPassword, passwordFits } from './passwords/passwords.ts';
export type { Bounds } from './place-of.ts';
export { presence } from './presence/presence.collection.ts';
export { fieldsOfPresent, othersPresent, Presences } from './presence/presences.ts';
export { type Audience, Reading } from './reading.ts';
export { afterRefusalKind, refusalJobs } from './refusals/after-refusal.ts';
export { refusal } from './refusals/refusal.collection.ts';
export { type RefusalTrace, readTrace, traceOf } from './refusals/trace.ts';
export { jointRights, makeRights } from './rights.ts';
export { lockOwner, markProved, removeFactors, settleFactors } from './second-factor/factor-changes.ts';
export { type FactorParts, type GivenFactor, proveByOwner } from './second-factor/factor-checks.ts';
export { howProved, signedInText } from './second-factor/how-proved.ts';
export { signInByPasskey } from './second-factor/passkey-sign-in.ts';
export { newDevice, proveBeside, type SignInParts, signingInWith } from './second-factor/signing-in.ts';
export { type FindUsers, makeFindActor, makeFindUser, makeFindUsers } from './sign-in/actors.ts';
export { type FactorPolicy, requiresFactor } from './sign-in/factor-policy.ts';
export { keepStamps } from './sign-in/keep-stamps.ts';
export { KNOWN_DAYS, knownNetwork } from './sign-in/known-network.collection.ts';
export { languageOf } from './sign-in/known-networks.ts';
export { fromWords, type Proof, type ProofMethod } from './sign-in/proof.ts';
export { session } from './sign-in/session.collection.ts';
export * from './sign-in/sessions.ts';
export { inactive, requireOwnPassword, signIn } from './sign-in/sign-in.ts';
export { type NewNetwork, SIGN_IN_MAIL } from './sign-in/sign-in-mail-job.ts';
export { sessionSweep } from './sign-in/sweep-sessions.ts';
export { throttle } from './sign-in/throttle.collection.ts';
export * from './sign-in/throttle.ts';
export { type Identified, type Identify, makeIdentify, makeTokens, type Tokens } from './sign-in/tokens.ts';
export { fromKeptTask, type KeptTask, taskOf, toKeptTask } from './task-of.ts';
export { permissionUse } from './uses/permission-use.collection.ts';
export { type NotePermissionUse, PermissionUses } from './uses/permission-uses.ts';
export {
  created,
  done,
  recordPath,
  repeated,
  success,
  tellingRemoved,
  WriteResult,
} from './write-result.ts';
