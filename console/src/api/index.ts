// What pages ask the server.

export { getSignInOptions } from './account.ts';
export { explainAccess, isSuperAdministrator, type Question, readMatrix } from './admin/access.ts';
export {
  changeGrants,
  deleteGroup,
  deleteUser,
  type Group,
  getUser,
  listGrants,
  listGroups,
  listPermissions,
  listUsers,
  setActive,
  USERS_A_PAGE,
  type User,
} from './admin/administration.ts';
export { beginImpersonation } from './admin/impersonation.ts';
export {
  KEYS_A_PAGE,
  type Key,
  listKeys,
  listServiceUsers,
  listSomeKeys,
  revokeKey,
  rotateKey,
} from './admin/keys.ts';
export { exportLog, LINES_A_PAGE, type LogFilter, type LogLine, listLog, readActivity } from './admin/log.ts';
export { endMembership, giveMembership, listMemberships, type Membership } from './admin/memberships.ts';
export { listSignUps } from './admin/pending-users.ts';
export {
  type AccessRequest,
  approve,
  createRequest,
  dismiss,
  listRequests,
  needsApproval,
} from './admin/requests.ts';
export {
  changeWebhook,
  createWebhook,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  redeliver,
  replaceSecret,
  sendTest,
  WEBHOOKS_A_PAGE,
  type WebhookValues,
} from './admin/webhooks.ts';
export { hasNewerBuild, reloadAt } from './build.ts';
export { connection, isMissing, QuireError, refusesValues } from './connection.ts';
export {
  type Description,
  definitionsQuery,
  type FieldDescription,
  inVersion,
  isWorkedOn,
  makesRecords,
  type ServedDescription,
  treeFieldOf,
  useDefinitions,
} from './definitions.ts';
export { forgetFiles } from './files/file-infos.ts';
export { useImageSizes } from './files/image-sizes.ts';
export { changeFile, type FileChanges, type LibraryFile, readFileUsage } from './files/library.ts';
export { previewReplacement, replaceFile } from './files/replacement.ts';
export { refreshLibrary, useLibrary } from './files/use-library.ts';
export { beginLink, finishLink, listIdentities, unlink } from './identities.ts';
export { useNotifications } from './notifications.ts';
export { useOwnParts } from './own-parts.ts';
export { ownRoutesQuery, useOwnRoutes } from './own-routes.ts';
export { readProfile } from './profile.ts';
export { queryClient, unlessRefused } from './query-client.ts';
export type { TreeRecord } from './records/branches.ts';
export { countRoughly } from './records/counts.ts';
export { exportFieldChanges, readFieldChanges } from './records/field-changes.ts';
export { type Revision, readHistory, readUnpublished, restoreRevision } from './records/history.ts';
export { readBeginning, readPastRecords } from './records/past-records.ts';
export { type Plan, replan } from './records/plans.ts';
export type { Present } from './records/presence.ts';
export { endPreview, listPreviews, makePreview } from './records/preview-links.ts';
export { type Decision, decide } from './records/publishing.ts';
export type { ListedRecord } from './records/record-list.ts';
export {
  deleteRecord,
  type RecordMeta,
  readMeta,
  readUsageOf,
  restoreRecord,
} from './records/record-meta.ts';
export { recordPath, versionQuery } from './records/record-path.ts';
export { failureOf, recordWriterOf } from './records/record-writer.ts';
export { readReferring } from './records/referring.ts';
export { forgetTitle, forgetTitles, listTitles, type RecordTitle, titleOf } from './records/titles.ts';
export { type DeletedRecord, purgeRecord, readTrash } from './records/trash.ts';
export { writeCells } from './records/write-cells.ts';
export {
  beginApp,
  beginPasskey,
  forgetDevices,
  makeCodes,
  readFactors,
  removeApp,
  removePasskey,
} from './second-factor.ts';
export { hasEnded, IMPERSONATED, impersonation, me, onUserChange } from './session.ts';
export {
  approveSet,
  deleteSet,
  listSets,
  moveSet,
  readSet,
  rejectSet,
  removeItem,
  renameSet,
  type SetItem,
} from './sets/change-sets.ts';
export { isRequested } from './step-up.ts';
export { type BulkChange, beginBulk } from './tasks/bulk.ts';
export {
  deleteJob,
  JOBS_A_PAGE,
  type Job,
  type JobState,
  listJobs,
  listSchedules,
  readServerState,
  retryJob,
  runJob,
} from './tasks/jobs.ts';
export { importAddress, readProblems, readReport, readTask, type Task, undoTask } from './tasks/task.ts';
export { previewUndo } from './tasks/undo.ts';
