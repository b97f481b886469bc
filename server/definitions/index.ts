/**
 * What files of a project may import: everything here is public, everything else is the server's own.
 *
 * @module quire-cms
 */
export { Type, type TypeOf } from '../../contract/json-schema.ts';
export type { Json } from '../shared/json.ts';
export {
  type Actor,
  type Actor as Asker,
  anyOf,
  everyone,
  login,
  loginUnlessOff,
  ownRecords,
  /** @deprecated Its name before 0.3; use `ownRecords`. */
  ownRecords as ownRows,
  permission,
  recordsWhere,
  /** @deprecated Its name before 0.3; use `recordsWhere`. */
  recordsWhere as rowsWhere,
  superAdministrator,
} from './access-rule.ts';
export { Decimal, type DecimalValue, type Rounding, toDecimal } from './decimal-number.ts';
export {
  type Definition,
  defineCollection,
  /** @deprecated Its name before 0.3; use `defineCollection`. */
  defineCollection as defineRecord,
} from './define-collection.ts';
export { defineQuery } from './define-query.ts';
export { defineSingleton } from './define-singleton.ts';
export { bigint } from './fields/bigint.ts';
export { boolean } from './fields/boolean.ts';
export { choice } from './fields/choice.ts';
export { date } from './fields/date.ts';
export { dateTime } from './fields/date-time.ts';
export { decimal } from './fields/decimal.ts';
export { email } from './fields/email.ts';
export { file } from './fields/file.ts';
export { files } from './fields/files.ts';
export { integer } from './fields/integer.ts';
export { json } from './fields/json.ts';
export { longText } from './fields/long-text.ts';
export { point } from './fields/point.ts';
export { position } from './fields/position.ts';
export { reference } from './fields/reference.ts';
export { references } from './fields/references.ts';
export { richText } from './fields/rich-text.ts';
export { slug } from './fields/slug.ts';
export { text } from './fields/text.ts';
export { url } from './fields/url.ts';
export type { HookEvent, Hooks } from './hooks.ts';
export {
  defineIsolatedPlugin,
  type IsolatedActionEvent,
  type IsolatedHookEvent,
  type IsolatedHooks,
  type IsolatedMail,
  type IsolatedPartEvent,
  type IsolatedPluginSource,
  type IsolatedQuery,
  type IsolatedRecords,
  type IsolatedWork,
  type SendIsolatedMail,
} from './isolated/define-isolated-plugin.ts';
export { isolatedPlugin } from './isolated/isolated-plugin.ts';
export { blocks } from './nested/blocks.ts';
export { group } from './nested/group.ts';
export { list } from './nested/list.ts';
export { now } from './now.ts';
export { referredBy } from './options/referred-by.ts';
export type { PluginHookEvent, PluginHooks } from './plugin-hooks.ts';
export { defineGroup, defineServiceUser } from './project/define-access.ts';
export { defineAccessTest } from './project/define-access-test.ts';
export { type CommandDefinition, type CommandEvent, defineCommand } from './project/define-command.ts';
export { defineFailures, type OwnFailure } from './project/define-failures.ts';
export { defineFigure, type FigureDefinition } from './project/define-figure.ts';
export { defineFixture } from './project/define-fixture.ts';
export { defineJob, type JobDefinition, type JobEvent } from './project/define-job.ts';
export { defineMail, type MailDefinition, type MailText } from './project/define-mail.ts';
export { defineMessages, type Messages } from './project/define-messages.ts';
export { defineMigration } from './project/define-migration.ts';
export { definePanel, type PanelDefinition } from './project/define-panel.ts';
export { definePlugin, type Plugin } from './project/define-plugin.ts';
export { defineRoute, type RouteDefinition, type RouteEvent } from './project/define-route.ts';
export { defineSettings } from './project/define-settings.ts';
export { html, trusted } from './project/html.ts';
export { asFile, reply } from './project/reply.ts';
export { setting } from './project/setting-options.ts';
export type { StoredFile } from './project/stored-file.ts';
export { fail, notFound, refuse } from './refuse.ts';
export type * from './types/collections-api.ts';
/** @deprecated Its name before 0.3; use `StoredRecordOf`. */
export type { StoredRecordOf as StoredRowOf } from './types/collections-api.ts';
// All of it, because a declaration can only add to what is exported this way.
export type * from './types/permission-keys.ts';
export type {
  NewRecord,
  /** @deprecated Its name before 0.3; use `NewRecord`. */
  NewRecord as NewRow,
  RecordChanges,
  /** @deprecated Its name before 0.3; use `RecordChanges`. */
  RecordChanges as RowChanges,
  RecordOf,
  /** @deprecated Its name before 0.3; use `RecordOf`. */
  RecordOf as RowOf,
} from './types/record-types.ts';
