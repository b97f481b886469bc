import type { FieldDescription } from '../../../api/definitions.ts';
import { namesLocalFile } from '../../../edits/unsaved-edit.ts';
import type { Inner } from '../../../fields/nested/inner-field.ts';
import { digitsOf } from '../../../form/digits.ts';
import type { Entry } from '../../../form/entries.ts';
import { type FieldValue, UNREADABLE, writeValue } from '../../../form/field-values.ts';
import { fallbackChain, isBlank, translationsOf } from '../../../form/localised.ts';

type FieldEntry = Entry<FieldDescription>;
type Locales = Parameters<typeof fallbackChain>[1];

/** Kinds whose values are ids, which the typed client holds as text. */
const IDS: ReadonlySet<string> = new Set(['reference', 'references', 'file', 'files']);

/** The values of a form that a page gets, in one language: readable and complete ones, in the types of the typed client. */
export function toldValues(
  entries: readonly FieldEntry[],
  language: string,
  locales: Locales,
): Record<string, unknown> {
  const told = inLanguage(entries, language, locales).flatMap(([name, { field, value }]) => {
    const written = toldOf(field, value.value);
    return field.readable && written !== UNREADABLE ? [[name, written] as const] : [];
  });
  return Object.fromEntries(told);
}

/** The entries by field: of a localised one, that of the language, or of the first one after it that has a text. */
export function inLanguage(
  entries: readonly FieldEntry[],
  language: string,
  locales: Locales,
  isEmpty: (entry: FieldEntry) => boolean = isBlank,
): [string, FieldEntry][] {
  const chain = fallbackChain(language, locales);
  const localised = [...translationsOf(entries)].flatMap(([name, byLanguage]) => {
    const inTurn = chain.flatMap((one) => byLanguage.get(one) ?? []);
    const found = inTurn.find((entry) => !isEmpty(entry)) ?? inTurn[0];
    return found ? [[name, found] as [string, FieldEntry]] : [];
  });
  const others = entries.filter(({ field }) => field.locale === undefined);
  return [...others.map((entry): [string, FieldEntry] => [entry.field.name, entry]), ...localised];
}

function toldOf(field: FieldDescription, value: FieldValue): unknown {
  if (namesLocalFile(value)) return UNREADABLE; // the site could not show it either
  const written = writeValue(field, value);
  if (field.kind === 'point' && typeof written === 'string') return placeOf(written);
  if (field.kind === 'bigint' && written !== null) return wholeNumber(String(written));
  return written === UNREADABLE ? written : plain(field, written);
}

function placeOf(text: string): unknown {
  const [lat = Number.NaN, lon = Number.NaN] = text.split(',').map(Number);
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat, lon } : UNREADABLE;
}

function wholeNumber(digits: string): unknown {
  return /^-?\d+$/.test(digits) ? BigInt(digits) : UNREADABLE;
}

/** A value that can be posted, with its ids as text and 64-bit integers as bigints. */
function plain(field: Inner, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(elementOf(field, one), one));
  const digits = digitsOf(value);
  if (digits !== undefined) return IDS.has(field.kind) ? digits : numberOf(field, digits);
  if (typeof value !== 'object' || value === null) return value;
  const members = field.members ?? [];
  const parts = Object.entries(value).map(([name, one]) => {
    const member = members.find((other) => other.name === name);
    return [name, plain(member ?? ANY, one)];
  });
  return Object.fromEntries(parts);
}

function numberOf({ kind }: Inner, digits: string): number | bigint {
  return kind === 'bigint' ? BigInt(digits) : Number(digits);
}

/** What a list or blocks say of an element. */
function elementOf(field: Inner, element: unknown): Inner {
  const type = (element as { type?: unknown } | null)?.type;
  const block = field.blocks?.find((one) => one.type === type);
  if (block) return { ...ANY, kind: 'group', members: block.members };
  return field.items ?? { ...field, members: [] };
}

/** Of values that no field describes, such as those inside JSON. */
const ANY: Inner = { name: '', kind: 'json', label: '', required: false, allows_null: true, unique: false };
