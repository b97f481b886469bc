import type { AuditForm } from '../../../contract/audit.ts';
import type { Text } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import { auditColumns } from '../audit-columns.ts';
import { anObject, fieldNames, flag, name as NAME, needed, text } from '../checks/option-checks.ts';
import { type AnyOptionTable, type OptionCheck, problemsOfOptions } from '../checks/options.ts';
import type { Field, Fields } from '../field.ts';
import { type Looks, looksChecks } from './looks.ts';
import { type PreviewPage, previewPage, problemsOfPreview } from './preview-page.ts';
import { type DeclaredView, problemsOfViews } from './views.ts';

/** How programs may show a collection to people. It changes nothing that the API accepts or returns. */
export interface Presentation<Name extends string = string> extends Looks {
  /** A text that explains the collection. */
  readonly help?: Text;
  /** The field that names a record for people; by default the first short text. */
  readonly titleField?: Name;
  /** Parts of a form, in their order. Fields of no group come first. */
  readonly groups?: readonly FieldGroup<Name>[];
  /** The columns of a table, in their order; by default the title and the first short fields. */
  readonly columns?: readonly (Name | ServerField)[];
  /** The page of a site that shows a record, or its draft, such as `{ url: 'https://site.example/{slug}' }`. */
  readonly preview?: PreviewPage;
  /** Ways to look at its records, by names: `{ planned: { label: 'Planned', kind: 'calendar', by: 'starts_at' } }`. */
  readonly views?: Readonly<Record<string, DeclaredView<Name>>>;
}

export interface FieldGroup<Name extends string = string> {
  readonly name: string;
  readonly label: Text;
  readonly fields: readonly Name[];
  /** Whether it stands in the side column of a form, where there is room for one. */
  readonly aside?: true;
}

/** The fields that the server fills in and returns. */
const SERVER_FIELDS = ['id', 'create_time', 'update_time'] as const;
type ServerField = (typeof SERVER_FIELDS)[number];

interface PresentedSource extends Presentation {
  readonly fields: Fields;
  readonly audit: AuditForm;
  readonly drafts?: true;
}

/** The longest text, in characters, that is a title or a column by default. */
const SHORT = 300;

const GROUP: AnyOptionTable = {
  owner: 'a group of fields',
  checks: { name: needed(NAME), label: needed(text), fields: needed(fieldNames), aside: flag },
};

/** The checks of these options of a collection. */
export const presentationChecks = {
  ...looksChecks,
  help: text,
  titleField: NAME,
  groups: { allowed: 'a list of groups such as { name, label, fields }', accepts: Array.isArray },
  columns: fieldNames,
  preview: previewPage,
  views: anObject,
} satisfies Readonly<Record<keyof Presentation, OptionCheck>>;

/** The options among those of a collection that say how it is shown. */
export function presentationOf(source: Presentation): Presentation {
  const entries = Object.entries(source).filter(([option]) => Object.hasOwn(presentationChecks, option));
  return Object.fromEntries(entries);
}

/** All problems of a collection's presentation, as sentences. */
export function problemsOfPresentation(source: PresentedSource): string[] {
  const { titleField, groups = [], columns = [], fields } = source;
  const malformed = groups.flatMap((group) => problemsOfOptions(GROUP, group));
  if (malformed.length > 0) return malformed;
  const grouped = groups.flatMap((group) => group.fields);
  return [
    ...unknown('titleField', titleField === undefined ? [] : [titleField], Object.keys(fields)),
    ...unknown('groups', grouped, Object.keys(fields)),
    ...unknown('columns', columns, [...Object.keys(fields), ...serverFields(source.audit)]),
    ...repeated(
      'two groups have the name',
      groups.map((group) => group.name),
    ),
    ...repeated('groups name twice the field', grouped),
    ...repeated('columns name twice', columns),
    ...problemsOfPreview(source),
    ...problemsOfViews(source, serverFields(source.audit)),
    ...(titleField !== undefined && fields[titleField] && !isTitle(fields[titleField])
      ? [`titleField names '${titleField}', which is no short text`]
      : []),
  ];
}

/** The fields that the server fills in and returns for collections of this audit form. */
export function serverFields(audit: AuditForm): readonly ServerField[] {
  return SERVER_FIELDS.filter((name) => name === 'id' || name in auditColumns[audit]);
}

function unknown(option: string, names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((one) => !known.includes(one))
    .map((one) => `${option} names '${one}', which is no field${suggestion(one, known)}`);
}

function repeated(problem: string, names: readonly string[]): string[] {
  const twice = names.filter((one, index) => names.indexOf(one) !== index);
  return [...new Set(twice)].map((one) => `${problem} '${one}'`);
}

/** Whether a field can name a record for people. */
export function isTitle({ column, secret }: Field): boolean {
  return column.type === 'string' && !secret;
}

/** Whether a field fits a column of a table. */
export function isShort({ column, secret }: Field): boolean {
  if (secret || ['text', 'json', 'ids'].includes(column.type)) return false;
  return column.type !== 'string' || column.length <= SHORT;
}

/** The field kinds that may name a record by default. */
const TITLES = ['text', 'slug', 'email', 'url'];

/** The field that names a record for readers of these fields; the id if none of them can. */
export function titleOf({ fields, presentation }: Presented, shown: readonly string[]): string {
  const { titleField } = presentation;
  if (titleField !== undefined && shown.includes(titleField)) return titleField;
  const isName = (name: string) =>
    fields[name] && isTitle(fields[name]) && TITLES.includes(fields[name].kind);
  return shown.find(isName) ?? 'id';
}

interface Presented {
  readonly fields: Fields;
  readonly presentation: Presentation;
}

/** A field's label; without one, `reading_minutes` becomes `Reading minutes`. */
export function labelOf(name: string, { label }: Pick<Field, 'label'>): Text {
  return label ?? wordsOf(name);
}

/** The words of a name: `Reading minutes`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
