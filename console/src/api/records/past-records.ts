import { digitsOf } from '../../form/digits.ts';
import type { Description, ServedDescription } from '../definitions.ts';
import { fileInfo, learnFiles } from '../files/file-infos.ts';
import { type ListedRecord, type RecordPage, readRecords, recordClient } from './record-list.ts';
import { learnTitles, titleOf } from './titles.ts';

/** The most requests for one page: pages of the past can be empty although more follow. */
const MOST_REQUESTS = 10;

interface PastQuery {
  readonly time: number;
  readonly count: number;
  readonly after?: string | undefined;
  /** The references whose titles are shown, with what they refer to. */
  readonly followed: ReadonlyMap<string, ServedDescription>;
  /** The fields whose files are shown. */
  readonly files: readonly string[];
}

/** Records as of a time, the newest first. Titles of references are current ones, and so are files. */
export async function readPastRecords(
  collection: ServedDescription,
  all: readonly Description[],
  { time, count, after, followed, files }: PastQuery,
): Promise<RecordPage> {
  const client = recordClient(collection, all);
  const items: ListedRecord[] = [];
  let next: string | null | undefined = after;
  for (let requests = 0; requests < MOST_REQUESTS && items.length < count && next !== null; requests += 1) {
    const place = next === undefined ? {} : { after: next };
    const page: RecordPage = await readRecords(client, { ...place, as_of: time, sort: '-id', count });
    items.push(...page.items);
    next = page.next;
  }
  await Promise.all([
    ...[...followed].map(([field, target]) => learnTitles(target, items.flatMap(idsIn(field)))),
    learnFiles(files.flatMap((field) => items.flatMap(idsIn(field)))),
  ]);
  return {
    items: items.map((record) => withTitles(record, followed, files)),
    next: next ?? null,
    previous: null,
    total: null,
  };
}

/** The creation time of the oldest record. */
export async function readBeginning(
  collection: ServedDescription,
  all: readonly Description[],
): Promise<number> {
  const { items } = await readRecords(recordClient(collection, all), {
    sort: 'id',
    count: 1,
    fields: ['create_time'],
  });
  return Number(items[0]?.create_time ?? Date.now());
}

function withTitles(
  record: ListedRecord,
  followed: PastQuery['followed'],
  files: readonly string[],
): ListedRecord {
  const expanded = [...followed].map(([field, target]) => {
    const shown = idsIn(field)(record).map((id) => ({ [target.title_field]: titleOf(target, id)?.title }));
    return [field, shown];
  });
  const held = files.map((field) => [field, idsIn(field)(record).flatMap((id) => fileInfo(id) ?? [])]);
  return { ...record, expanded: Object.fromEntries([...expanded, ...held]) };
}

function idsIn(field: string): (record: ListedRecord) => string[] {
  return (record) => [record[field] ?? []].flat().flatMap((id) => digitsOf(id) ?? String(id));
}
