import type { Description, FieldDescription } from '../../api/definitions.ts';
import type { Entry } from '../../form/entries.ts';
import { readValue } from '../../form/field-values.ts';
import type { Values } from '../../form/record-merge.ts';

type FieldEntry = Entry<FieldDescription>;

export interface EntryGroup {
  readonly name: string;
  /** Empty for the fields of no group. */
  readonly label: string;
  readonly entries: readonly FieldEntry[];
  /** The number of fields in earlier groups. */
  readonly first: number;
}

interface FormLayout {
  readonly content: readonly EntryGroup[];
  /** What stands in the side column. */
  readonly aside: readonly EntryGroup[];
}

/** Kinds that say something about a record rather than being its content. */
const ABOUT: ReadonlySet<string> = new Set(['boolean', 'choice', 'date', 'date-time']);
/** Kinds that need room. A form without any of them needs no side column of its own. */
const LARGE: ReadonlySet<string> = new Set([
  ...['long-text', 'rich-text', 'json', 'group', 'list', 'blocks', 'file', 'files', 'references'],
]);
/** More of them would make the side column longer than the content. */
const MOST_ASIDE = 8;

/**
 * The parts of a form, in order; fields without a group come first. The side column holds the groups that the definition
 * puts there, and if there are none, the ungrouped fields that say something about a record with much content.
 */
export function layoutOf(collection: Description, entries: readonly FieldEntry[]): FormLayout {
  const { groups } = collection;
  const grouped = new Set(groups.flatMap(({ fields }) => fields));
  const others = entries.filter(({ field }) => !grouped.has(field.name));
  const isAside = groups.some(({ aside }) => aside) ? new Set<FieldEntry>() : sideOf(others, entries);
  const part = (wanted: boolean) =>
    groups.filter(({ aside }) => (aside ?? false) === wanted).map((group) => groupOf(group, entries));
  const content = counted([loose(others.filter((one) => !isAside.has(one))), ...part(false)], 0);
  const drawn = content.reduce((count, group) => count + group.entries.length, 0);
  return { content, aside: counted([loose([...isAside]), ...part(true)], drawn) };
}

function sideOf(others: readonly FieldEntry[], all: readonly FieldEntry[]): ReadonlySet<FieldEntry> {
  const about = others.filter(({ field }) => ABOUT.has(field.kind) && field.locale === undefined);
  const isRich = all.some(({ field }) => LARGE.has(field.kind));
  return new Set(isRich && about.length <= MOST_ASIDE && about.length < all.length ? about : []);
}

function groupOf({ name, label, fields }: Description['groups'][number], entries: readonly FieldEntry[]) {
  return { name, label, entries: fields.flatMap((one) => entries.filter(({ field }) => field.name === one)) };
}

function loose(entries: readonly FieldEntry[]) {
  return { name: '', label: '', entries };
}

function counted(groups: readonly Omit<EntryGroup, 'first'>[], before: number): EntryGroup[] {
  const filled = groups.filter(({ entries }) => entries.length > 0);
  return filled.map((group, index) => ({
    ...group,
    first: filled.slice(0, index).reduce((count, one) => count + one.entries.length, before),
  }));
}

const THIRDS: ReadonlySet<string> = new Set(['boolean', 'date', 'integer', 'bigint', 'decimal']);
const HALVES: ReadonlySet<string> = new Set(['choice', 'date-time', 'slug', 'email']);
/** A text that fits half a line. */
const SHORT_TEXT = 60;

/** How much of a line a field takes: what its definition says, or what its kind needs. */
export function widthOf(field: FieldDescription, title: string): NonNullable<FieldDescription['width']> {
  if (field.width !== undefined) return field.width;
  if (field.name === title) return 'full';
  if (THIRDS.has(field.kind)) return 'third';
  const isShort = field.kind === 'text' && (field.max_length ?? SHORT_TEXT + 1) <= SHORT_TEXT;
  return isShort || HALVES.has(field.kind) ? 'half' : 'full';
}

/** The default values of a new record. */
export function defaultsOf(fields: readonly FieldDescription[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, readValue(field, field.default)]));
}
