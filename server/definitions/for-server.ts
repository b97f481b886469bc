// What definitions offer to the layers above; index.ts is what they offer to projects. Files that use one file of them, or that
// quick commands load, import that file.

export {
  type AccessRule,
  alternativesOf,
  everyone,
  isForAll,
  limitsRecords,
  login,
  ownRecords,
  type Permission,
  permission,
  permissionsIn,
  type RecordRule,
  superAdministrator,
  wordsFor,
} from './access-rule.ts';
export {
  type Catalogue,
  catalogueOf,
  fieldRulesOf,
  inOrderOfReference,
  makeCatalogue,
  permissionsOf,
  type Reference,
  versionsOf,
} from './catalogue.ts';
export { schemaCheck } from './check-schema.ts';
export { RESERVED_NAMES } from './checks/contradictions.ts';
export { aFunction, anObject, hyphenated, MAX_NAME, needed, oneOf } from './checks/option-checks.ts';
export {
  isPlainObject,
  type OptionCheck,
  type OptionTable,
  problemsOfOptions,
  shown,
} from './checks/options.ts';
export { soundDefinitions } from './checks/sound-references.ts';
export { COLLATION_DATA } from './collation/collator.ts';
export {
  fieldOfKey,
  fieldOfKeys,
  keyColumnOf,
  keyField,
  keyIndexes,
  keyOf,
  orderColumn,
  prepareSortKeys,
  type SortKey,
  sortKeyColumn,
  storedColumns,
  withoutKeys,
  withSortKeys,
} from './collation/sort-keys.ts';
export { type Compared, comparedText, toCompared, unitsOf } from './conversion/compared.ts';
export { fromText } from './conversion/from-text.ts';
export { Decimal } from './decimal-number.ts';
export {
  completeCollection,
  type Definition,
  defineCollection,
  type ServedDefinition,
} from './define-collection.ts';
export { DRAFT_FIELDS, draftName } from './derived/draft-fields.ts';
export { inLocales } from './derived/in-locales.ts';
export { linkName } from './derived/link-collection.ts';
export { USER } from './derived/users-as-targets.ts';
export type { Field, Fields, NestedFields, Policy } from './field.ts';
export { bigint, INT64, toBigint, toId } from './fields/bigint.ts';
export { removedFromHtml } from './fields/cleaning/clean-html.ts';
export { dateTime } from './fields/date-time.ts';
export { email } from './fields/email.ts';
export { FILE, holdsFiles, takesType } from './fields/file.ts';
export { integer } from './fields/integer.ts';
export { json } from './fields/json.ts';
export { longText } from './fields/long-text.ts';
export { MAX_POSITION } from './fields/position.ts';
export { reference } from './fields/reference.ts';
export { loadModule, moduleFiles, readDefinitions } from './find-definitions.ts';
export { type Hook, type HookEvent, hookName, nameOfHook, type OwnedHook } from './hooks.ts';
export { drawnIn, problemOfDrawable } from './isolated/drawable.ts';
export { Isolated, type IsolatedCall } from './isolated/isolated.ts';
export { freshIsolated } from './isolated/isolated-plugin.ts';
export type { Manifest } from './isolated/manifest.ts';
export { filledWords, type MailReaders, type NeededMail, valuesOfMail } from './isolated/needed-mails.ts';
export {
  type ActingPart,
  type NeededFormField,
  type NeededPart,
  partName,
  type ShowingPart,
} from './isolated/needed-parts.ts';
export {
  type Action,
  holdsField,
  type NeededFields,
  type Needs,
  type NeedsOfCollection,
  NO_NEEDS,
  problemsOfNeeds,
} from './isolated/needs.ts';
export { onOneLine, shownText } from './isolated/shown-text.ts';
export { isWithin, jointNeeds } from './isolated/within-needs.ts';
export type { LeftBehind } from './left-behind.ts';
export { chainOf, isLocaleName, type Locales, NO_LOCALES } from './locales.ts';
export { adapted } from './nested/adapted.ts';
export { type Leaf, leafValues, leavesOf, withLeaves } from './nested/leaves.ts';
export { nestedName } from './nested/nested-collection.ts';
export { asIndexed, indexColumn, indexedValues, MAX_PATH } from './nested/nested-index.ts';
export { mentionsNow, now } from './now.ts';
export type { HandOrder } from './options/hand-order.ts';
export { labelOf, titleOf } from './options/presentation.ts';
export { addressOfPreview } from './options/preview-page.ts';
export type { Way } from './options/referred-by.ts';
export type { SearchLevels } from './options/search-levels.ts';
export { inFile } from './origin.ts';
export { hooksFor, withPluginHooks } from './plugin-hooks.ts';
export { Problem } from './problem.ts';
export type { DeclaredGroup, ServiceUser } from './project/define-access.ts';
export type { Fixture } from './project/define-fixture.ts';
export type { AnyJob, JobEvent } from './project/define-job.ts';
export { type AnyMail, textIn } from './project/define-mail.ts';
export type { RecordMigration } from './project/define-migration.ts';
export type { RuledPanel } from './project/define-panel.ts';
export type { Plugin } from './project/define-plugin.ts';
export { paramsOf, type RouteDefinition, type RouteEvent } from './project/define-route.ts';
export { settingsTableOf, UnusableSettings } from './project/define-settings.ts';
export { isDefinedBy } from './project/defined.ts';
export {
  type Enqueueable,
  type EnqueueOptions,
  OWN_JOB,
  OWN_MAIL,
  type Sendable,
  type SendOptions,
} from './project/enqueued.ts';
export { Html } from './project/html.ts';
export { readSettingsTable, type SettingsTable } from './project/read-settings.ts';
export { Reply } from './project/reply.ts';
export type { RouteRule } from './project/route-rule.ts';
export { defineServerMail, MAIL_JOB } from './project/server-mail.ts';
export { booleans, isBoolean } from './project/setting-kinds.ts';
export type { StoredFile } from './project/stored-file.ts';
export { refusalOf, refuse } from './refuse.ts';
export { hasTextIds, idOfSeveral, readTextId, textId, textIdInPath, valuesOfId } from './text-ids.ts';
export type { Records } from './types/collections-api.ts';
export type { Destination } from './types/destination.ts';
export { RECORD_TIMES, type RecordTime, type SqlDialect, type WrittenTable } from './types/query-source.ts';
export type { NewRecord, RecordChanges, RecordOf } from './types/record-types.ts';
export { bothOf, eitherOf, type Where, type WhichRecords } from './types/where.ts';
export { Unheld } from './unheld.ts';
export { isWithinRule, ruleOf, targetsIn } from './value-rule.ts';
export { canTellChanges, isWritten, takes } from './written.ts';
