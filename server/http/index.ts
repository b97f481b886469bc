// What the layer of HTTP offers to modules and to the server. Files that use one file of it, or that quick commands load, import
// that file.

// What routes are declared with.
export { Type, type TypeOf } from '../../contract/json-schema.ts';
export { type AccessRule, everyone, login, type Permission } from '../definitions/access-rule.ts';

export { ENCODINGS, type EncodedForm, encode, preferredEncoding } from './answers/encodings.ts';
export { etagOf, isKnown } from './answers/etag.ts';
export { type Cursors, makeCursors } from './answers/sealed-cursors.ts';
export { type CompileSerialiser, makeCompileSerialiser } from './answers/serialising.ts';
export { makeHashRequest } from './answers/write-headers.ts';
export { askOwnRoute, type OwnRequest } from './ask-own-route.ts';
export { Bytes } from './bytes.ts';
export { api } from './dialects/api.ts';
export { dialectOf } from './dialects/asked-dialect.ts';
export { statusIn } from './dialects/bodies.ts';
export { withProperties } from './dialects/forms.ts';
export { inDialect } from './dialects/in-dialect.ts';
export { specification } from './dialects/specification.ts';
export { readBody, readJson } from './edge/bodies.ts';
export { makeFailureHandler } from './edge/failures.ts';
export type { Gate } from './edge/gates.ts';
export { makeRefusalLog } from './edge/refusal-log.ts';
export { REQUEST_ID } from './edge/request-head.ts';
export { sentStatus } from './edge/request-log.ts';
export { fileUrl, makeAddress, toAvatarUrl } from './file-addresses.ts';
export { findRoute } from './find-route.ts';
export { INDEX, LOGO, openPageFiles, type PageFiles } from './page-files.ts';
export {
  afterId,
  bodyId,
  highlightsSchema,
  keysetPage,
  keysetParameters,
  keysetQuery,
  type LinPageQuery,
  linPage,
  linQuery,
  pageOf,
  readKeyset,
  readLinPage,
  toLinPage,
} from './paging.ts';
export { idInPath, idOrNobody, newRecord, parseId, recordPlaceOf } from './parse-id.ts';
export { answerRequests, makeFastify } from './pipeline.ts';
export { type FoundRoute, projectRoutes } from './project/all-project-routes.ts';
export type { FileStore } from './project/file-store.ts';
export { readBytes } from './project/raw-body.ts';
export { makeToUrl, publicPathOf, type ToUrl } from './public-url.ts';
export { aggregateRoute } from './records/aggregate-route.ts';
export { ancestorsRoute } from './records/ancestors-route.ts';
export { bulkRoute } from './records/bulk-route.ts';
export { type CollectionRouteParts, collectionRoutes, preconditionsOf } from './records/collection-routes.ts';
export { bodySchema, idParams, knownUser, sharedSchemas, shownSchema } from './records/collection-schemas.ts';
export { decisionTime, draftRoutes } from './records/draft-routes.ts';
export { makeExportRoute } from './records/export-route.ts';
export { makeFieldChangesExport } from './records/field-changes-export-route.ts';
export { makeFieldChangesRoute } from './records/field-changes-route.ts';
export { requireFreePaths } from './records/free-paths.ts';
export { historyRoutes } from './records/history-routes.ts';
export { localeQuery, narrowingQuery } from './records/list-query.ts';
export { longSearchRoute } from './records/long-search-route.ts';
export { moveRoute } from './records/move-route.ts';
export { presenceRoutes } from './records/presence-routes.ts';
export { previewRoutes } from './records/preview-routes.ts';
export { searchRoutes } from './records/search-routes.ts';
export { trashRoutes } from './records/trash-routes.ts';
export { shownUses, usageAnswer, usageOfManyRoute, usageRoute } from './records/usage-route.ts';
export { type RenewingParts, renewed, renewedTokens } from './renewed-tokens.ts';
export {
  asksForCaller,
  type FailureForm,
  type Input,
  isRepeatable,
  type Route,
  readsOnly,
  route,
} from './route.ts';
export { makeRouteReach } from './route-reach.ts';
export { makeSessionCookies, PAGE_HEADER, type SessionCookies } from './session-cookies.ts';
export { STREAM_KINDS, streamKindOf } from './stream-kind.ts';
export { SUBJECTS, type Subject } from './subject.ts';
export { timeBounds } from './time-bounds.ts';
export { triedCaptcha } from './users/captcha.collection.ts';
export { makeCaptchas } from './users/captchas.ts';
export { othersSessionRoutes } from './users/others-session-routes.ts';
export { pageSessionRoutes } from './users/page-session-routes.ts';
export { passkeySessionRoutes } from './users/passkey-session-routes.ts';
export { peopleRoutes } from './users/people-routes.ts';
export { registrationRoutes } from './users/registration-routes.ts';
export { selfRoutes } from './users/self-routes.ts';
export { sessionRoutes } from './users/session-routes.ts';
export { ofDrafts, ofPublished } from './versions.ts';
export { loadAfterListen } from './warm-up.ts';
