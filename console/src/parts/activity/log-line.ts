import type { LogLine } from '../../api/admin/log.ts';
import type { ServedDescription } from '../../api/definitions.ts';
import { titleOf } from '../../api/records/titles.ts';
import { me } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/** A line of the log, made ready to be shown. */
export interface LogEntry {
  readonly key: string;
  readonly who: string;
  readonly what: string;
  readonly time: number;
  /** The written record, if the user may list its collection. It may be deleted. */
  readonly record: WrittenRecord | undefined;
  /** The address of the bulk change. */
  readonly bulk: string | undefined;
}

interface WrittenRecord {
  readonly collection: ServedDescription;
  readonly id: string;
  readonly change: 'made' | 'changed' | 'deleted';
  /** The message without the id, to be followed by the title. */
  readonly what: string;
}

/** The id of a new record, as the server's languages write it: `新建图书成功 3`, `Book created (id 3)`. */
const AT_END = / (?:\(id )?(\d{1,19})(?:(?<=\(id \d+)\))?$/;
const OF_RECORD = /^\/(\d{1,19})(\/history\/\d+\/restore)?$/;
const CREATED = 201;

/** Reads who did what to which record from a line of the log. */
export function toLogEntry(
  { id, message, username, time, ...line }: LogLine,
  collections: readonly ServedDescription[],
): LogEntry {
  const author = [`${username} `, `${username}: `].find((begin) => message.startsWith(begin)) ?? '';
  const what = message.slice(author.length);
  const entry = {
    key: String(id),
    who: username,
    what: numbered(what),
    time,
    record: undefined,
    bulk: undefined,
  };
  const collection = collections.find(
    (one) => line.path === one.path || line.path.startsWith(`${one.path}/`),
  );
  if (!collection || line.status_code >= 400) return entry;
  const rest = line.path.slice(collection.path.length);
  const last = AT_END.exec(what)?.[1];
  if (rest === '/bulk-by-filter' && line.status_code === CREATED && last)
    return { ...entry, bulk: paths.bulk(collection, last) };
  const record = rest === '' ? last : OF_RECORD.exec(rest)?.[1];
  if (record === undefined) return entry;
  const words = what.replace(rest === '' ? AT_END : new RegExp(` ${record}(?!\\d)`), '');
  const change = line.method === 'DELETE' ? 'deleted' : rest === '' ? 'made' : 'changed';
  return { ...entry, record: { collection, id: record, change, what: words } };
}

/** What follows a collection's path in requests whose changes a history keeps. Jobs, links, purges and pings are not among them. */
const CHANGES_RECORDS =
  /^(\/\d+)?(\/(move|publish|unpublish|discard|history\/\d+\/restore))?$|^\/trash\/\d+\/restore$|^\/bulk$/;

/** Whether a line is about changes to records of these collections, which can be undone. */
export function writesRecords(
  { method, path, status_code }: LogLine,
  collections: readonly ServedDescription[],
): boolean {
  if (status_code >= 400 || method === 'GET') return false;
  const isApplied = /^\/v1\/change-set\/\d+\/(apply|approve)$/.test(path);
  const isChanged = (one: ServedDescription) =>
    one.audit === 'full' && path.startsWith(one.path) && CHANGES_RECORDS.test(path.slice(one.path.length));
  return isApplied || collections.some(isChanged);
}

/** The title of the record of a line; undefined if it is deleted or not known. */
export function titleOfLine({ record }: LogEntry): string | undefined {
  if (!record || record.change === 'deleted') return undefined;
  return titleOf(record.collection, record.id)?.title ?? undefined;
}

/** A trailing number is the id of the record. */
function numbered(what: string): string {
  return what.replace(AT_END, ' #$1');
}

/** The address where the user can view or undo the change; undefined if they cannot. */
export function wayBack({ who, record, bulk, time }: LogEntry, isThere: boolean): string | undefined {
  if (!record) return me.value?.admin || who === me.value?.username ? bulk : undefined;
  const { collection, id, change } = record;
  const seesDeleted = collection.audit === 'full' && collection.actions.list === true;
  const isShown = change === 'deleted' ? seesDeleted : change === 'changed' && isThere;
  return isShown && collection.actions.history === true ? paths.change(collection, id, time) : undefined;
}
