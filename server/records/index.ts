// What records offer to the layers above. Files that use one file of them, or that quick commands load, import that file.

export { change, changeHead } from './changes/change.collection.ts';
export type { FeedPage, PlacedChange, Sought } from './changes/change-feed.ts';
export { ChangeOrder } from './changes/change-order.ts';
export { makeChangeHead } from './changes/first-head.ts';
export { type FeedPosition, newMark } from './changes/note-changes.ts';
export * from './changes/sight.ts';
export { changedTables, queryNotices, requireQueries } from './check-queries.ts';
export { file } from './file.collection.ts';
export { createFirstDrafts } from './first-drafts.ts';
export { formerPath } from './former-path.collection.ts';
export { searched } from './fulltext/searched.collection.ts';
export type { AggregateRequest, Groups } from './lists/aggregate.ts';
export type { ExportRequest, ShownRecords } from './lists/export.ts';
export type { Page } from './lists/list.ts';
export type { ListRequest } from './lists/list-plan.ts';
export { type FoundRecord, type RecordsSearch, searchCollections } from './lists/search-collections.ts';
export { log, logged, shownMessage } from './log.collection.ts';
export { makeLogChain, openKey } from './log-chain/chain-key.ts';
export { firstLost, readKnown, toKnown } from './log-chain/known-checkpoints.ts';
export { type Checkpoint, checkpoint, logChain } from './log-chain/log-chain.collection.ts';
export { LogChain } from './log-chain/log-chain.ts';
export * from './named-files.ts';
export { type AsOfPage, type AsOfRequest, listAsOf, recordAsOf, removedFrom } from './past/as-of.ts';
export { shownIn, usedAmong } from './past/file-uses.ts';
export { type HistoryRequest, historyOf, type Revision } from './past/history.ts';
export { historyStart } from './past/history-start.collection.ts';
export { moveHistoryStart, requireKeptSince } from './past/history-start.ts';
export { type Retention, retentionSchedule } from './past/retention.ts';
export { revisionsWithin } from './past/revisions-within.ts';
export { listTrash, purgeSet, restoreSets, type TrashRequest } from './past/trash.ts';
export { keptValues, MOST_CHANGES, undo } from './past/undo.ts';
export { Bindings } from './query/conditions/bindings.ts';
export { readFilter } from './query/conditions/filter.ts';
export { type FilterTree, toTree } from './query/conditions/filter-tree.ts';
export { MINE, MINE_OPERATORS, mine, offersIsMine } from './query/conditions/mine.ts';
export { type Narrowing, readNarrowing } from './query/conditions/narrowing.ts';
export { operatorsOf } from './query/conditions/operators.ts';
export { reportedUses } from './query/conditions/permitted.ts';
export { type Measure, measuresOf } from './query/measures.ts';
export { fieldNamed, filledIn, namesOf, nearestName } from './query/names.ts';
export { isCalendar } from './query/paths.ts';
export { PERIODS } from './query/periods.ts';
export { type LocaleQuery, localise, type RequestedLocales, readLocales } from './query/requested-locales.ts';
export { type Select, selectColumns } from './query/select.ts';
export type { Showing } from './query/selection.ts';
export { isSortable } from './query/sortable.ts';
export type { ReadContext } from './read-context.ts';
export { type AnyRecord, isSame } from './record.ts';
export { makeRecordStore, type RecordStore } from './record-store.ts';
export { allRights, authorsRights, noRights, READING, type Rights, type Use, usesOf } from './rights.ts';
export { placeIn, type RecordsPlace, TRANSACTION_MS } from './scope/collections-place.ts';
export { RecordsScope } from './scope/collections-scope.ts';
export { inTime } from './scope/in-time.ts';
export { checkInput, ownJob } from './scope/own-job.ts';
export { type KeptMail, mailJobs } from './scope/own-mail.ts';
export { renewalSchedule } from './sealed/renew-sealed.ts';
export { countSealed, type SealedCollection } from './sealed/sealed-values.ts';
export { beginEarlierWrites, earlierWritesSchedule } from './search/earlier-writes.ts';
export * from './search/search-index.ts';
export { type BatchOptions, keyOf, requireKey, updateRecord, writeBatch } from './sent-records/batch.ts';
export { type BatchOutcome, emptyOutcome, TAKEN } from './sent-records/batch-outcome.ts';
export { inEachColumn } from './sent-records/in-each-column.ts';
export { namesIn, targetKeys } from './sent-records/named-targets.ts';
export { ownNamesOf } from './sent-records/own-names.ts';
export { Seen } from './sent-records/seen.ts';
export { problemsOf, type SourceRecord } from './sent-records/source-record.ts';
export { serverMailKind } from './server-mail-kind.ts';
export { ensureSingletons, type SingletonIds } from './singletons.ts';
export { chunksOf } from './store/chunks.ts';
export { holdersOfFile } from './store/file-holders.ts';
export { filesReferredTo } from './store/files-referred-to.ts';
export { fromTheTop } from './store/from-the-top.ts';
export { type ColumnNames, TREE_PATH } from './store/kept-columns.ts';
export { matchingRecords, reachableRecords } from './store/reachable-records.ts';
export { Reads } from './store/reads.ts';
export { rightsOverEach, rightsOverRecord, shownOf } from './store/shown.ts';
export { requireSoundCondition, requireSoundRules } from './store/sound-rules.ts';
export { requireSoundViews } from './store/sound-views.ts';
export * from './store/write-context.ts';
export { MAX_STORED_TEXT, shownText, storedText } from './stored-text.ts';
export { inPresentWords, understood } from './stored-words.ts';
export { type OpenTakeFile, publicFile, type TakeFile } from './take-file.ts';
export { prepareTrigrams, renewTrigrams, trigramStates } from './trigrams/keep-index.ts';
export { countOutcomes, countUndone, UNDO_OUTCOMES, type UndoLine } from './undo/report.ts';
export { requestOfImport, type UndoBounds, type UndoScope, WIDEST } from './undo/scope.ts';
export { undoChanges } from './undo/undo-changes.ts';
export { upload } from './upload.collection.ts';
export { BULK_ACTIONS, type BulkAction, type Item, type ItemResult, writeItems } from './write/bulk.ts';
export { causedBy, runHook } from './write/hooks/write-hooks.ts';
export { planSubject } from './write/plans.ts';
export type { Preconditions } from './write/preconditions.ts';
export { Refusals } from './write/records-refused.ts';
export { type Cascade, cascadeOf } from './write/removal/cascade.ts';
export {
  columnsEvenDeleted,
  countEvenDeleted,
  deletedRecords,
  eraseDeleted,
  whereEvenDeleted,
} from './write/removal/deleted.ts';
export { deletion } from './write/removal/deletion.collection.ts';
export { PURGE_FILES } from './write/removal/used-files.ts';
export { eraseWhere, removeWhere } from './write/remove-where.ts';
export { revision } from './write/revision.collection.ts';
export { readChanges, type Side } from './write/revisions.ts';
export { seeded } from './write/seeded.collection.ts';
export { alreadySeeded, markSeeded, planSeed } from './write/seeded.ts';
export { groupNamed, keysOf, type Upsert, upsert } from './write/upsert.ts';
export {
  cleanGiven,
  cleanValue,
  cleanWhole,
  inColumns,
  isFilledByServer,
  type RemovedHtml,
  removedHtmlIn,
} from './write/values/clean.ts';
export { setAsideLegacy } from './write/values/kept-values.ts';
export { Writes } from './write/writes.ts';
