import { type Definition, fromText, Problem } from '../../definitions/for-server.ts';
import { toJson } from '../../shared/exact-json.ts';
import { namesIn, recordKeys } from './named-targets.ts';
import type { SourceRecord } from './source-record.ts';

/** How records of a file name each other, if their collection refers to itself. */
export interface OwnNames {
  /** The field that holds the parent in a tree. */
  readonly tree: string | undefined;
  /** The names by which other records may mean this one. */
  of(record: SourceRecord): string[];
  /** The names of records that this one refers to: by all fields, or by one. */
  meantBy(record: SourceRecord, field?: string): string[];
  /** The fields by which records refer to records of their own collection, and those that must not be empty. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** Prefixes of names that the server derives from this record; the full names are known only once it is written. */
  madeOf(record: SourceRecord): string[];
}

/** Undefined for collections that do not refer to themselves. */
export function ownNamesOf(definition: Definition): OwnNames | undefined {
  const { name: collection, fields, tree, made } = definition;
  const own = Object.keys(fields).filter((field) => fields[field]?.target === collection);
  if (own.length === 0) return undefined;
  const keys = recordKeys(definition);
  const nameBy = (key: string, sent: unknown): string | undefined => {
    const field = fields[key];
    if (!field || !keys.includes(key) || sent === undefined || sent === null) return undefined;
    const value = field.clean(typeof sent === 'string' ? fromText(field, sent) : sent);
    return value instanceof Problem ? undefined : toJson([key, value]);
  };
  return {
    tree,
    fields: own,
    required: own.filter((field) => fields[field]?.required),
    of: ({ values }) => keys.flatMap((key) => nameBy(key, values[key]) ?? []),
    meantBy: ({ values }, field) =>
      (field === undefined ? own : [field]).flatMap((one) =>
        namesIn(values[one]).flatMap(({ key, value }) => nameBy(key, value) ?? []),
      ),
    madeOf: ({ values }) =>
      made.filter((key) => (values[key] ?? null) === null).map((key) => toJson([key]).slice(0, -1)),
  };
}

/** Splits records so that none names a record of its own part: a record may name those above it. */
export function* inParts(
  definition: Definition,
  records: readonly SourceRecord[],
): Generator<readonly SourceRecord[]> {
  const names = ownNamesOf(definition);
  let above = new Set<string>();
  let made = new Set<string>();
  let part: SourceRecord[] = [];
  const isAbove = (name: string) => above.has(name) || made.values().some((start) => name.startsWith(start));
  for (const record of records) {
    if (names?.meantBy(record).some(isAbove)) {
      yield part;
      part = [];
      above = new Set();
      made = new Set();
    }
    part.push(record);
    for (const name of names?.of(record) ?? []) above.add(name);
    for (const start of names?.madeOf(record) ?? []) made.add(start);
  }
  if (part.length > 0) yield part;
}
