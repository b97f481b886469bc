import { fromText } from '../../shared/exact-json.ts';
import type { Done } from './requests.ts';
import type { Id } from './shapes.ts';

/** The form of a collection: its path, its fields with ids and with 64-bit integers, and their targets. */
export interface Form {
  readonly path: string;
  /** Its one record is at the path itself. */
  readonly isSingleton?: boolean;
  /** It is read as drafts. */
  readonly isDraft?: boolean;
  /** The form of its drafts, by name. */
  readonly drafts?: string;
  readonly ids: readonly string[];
  readonly bigints: readonly string[];
  /** The places of ids and 64-bit integers inside groups and lists. */
  readonly nested?: Readonly<Record<string, Inner>>;
  readonly expand: Readonly<Record<string, string>>;
}

type Members = Readonly<Record<string, Inner>>;

type Inner =
  | null
  | { readonly id: boolean }
  | { readonly bigint: boolean }
  | { readonly group: Members }
  | { readonly list: Inner }
  | { readonly blocks: Readonly<Record<string, Members>> };

export type Forms = Readonly<Record<string, Form>>;

export type Answer = Readonly<Record<string, unknown>> & { readonly [Name in ReadHere]?: unknown };

export type Values = Record<string, unknown> & { expanded?: unknown };

/** What the client reads of answers: strict compilers take no other name behind a dot (`noPropertyAccessFromIndexSignature`). */
type ReadHere =
  | 'access_token'
  | 'along_with'
  | 'code'
  | 'deleted_by'
  | 'detail'
  | 'device'
  | 'error_code'
  | 'errors'
  | 'expanded'
  | 'fields'
  | 'folder_id'
  | 'group_id'
  | 'id'
  | 'items'
  | 'message'
  | 'msg'
  | 'parent_id'
  | 'previous'
  | 'reason'
  | 'refresh_token'
  | 'title'
  | 'type'
  | 'user';

export function formOf(forms: Forms, name: string): Form {
  const form = forms[name];
  if (!form) throw new Error(`there is no collection '${name}'`);
  return form;
}

/** The path of a record. */
export function recordPath({ path, isSingleton }: Form, id: Id): string {
  return isSingleton ? path : `${path}/${encodeURIComponent(id)}`;
}

export function decode(forms: Forms, form: Form, record: Answer): Answer {
  const values: Values = { ...record };
  for (const name of form.ids) if (name in values) values[name] = idsFrom(values[name]);
  for (const [name, inner] of Object.entries(form.nested ?? {}))
    if (name in values) values[name] = decodeInner(inner, values[name]);
  for (const name of form.bigints) {
    const value = values[name];
    if (typeof value === 'number') values[name] = BigInt(value);
  }
  if (typeof record.expanded === 'object' && record.expanded !== null) {
    const followed = Object.entries(record.expanded).map(([name, there]) => {
      const target = formOf(forms, form.expand[name] ?? '');
      if (Array.isArray(there)) return [name, there.map((one: Answer) => decode(forms, target, one))];
      return [name, there && decode(forms, target, there as Answer)];
    });
    values.expanded = Object.fromEntries(followed);
  }
  return values;
}

function decodeInner(form: Inner | undefined, value: unknown): unknown {
  if (form === null || form === undefined || value === null || value === undefined) return value;
  if ('id' in form) return idsFrom(value);
  if ('bigint' in form) return typeof value === 'number' ? BigInt(value) : value;
  if ('group' in form) return decodeMembers(form.group, value as Answer);
  const elements = Array.isArray(value) ? value : [];
  if ('list' in form) return elements.map((one) => decodeInner(form.list, one));
  return elements.map((one: Answer) => decodeMembers(form.blocks[String(one.type)] ?? {}, one));
}

function decodeMembers(members: Members, group: Answer): Answer {
  const decoded = Object.entries(members).map(([name, form]) => [name, decodeInner(form, group[name])]);
  return { ...group, ...Object.fromEntries(decoded) };
}

export function idsFrom(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** An answer as its route describes it. The server checked it when it was written, so nothing does here. */
export function described<Form>(answer: unknown): Form {
  return answer as Form;
}

export function idIn(answer: Answer): Id {
  return String(answer.id);
}

export function userIn(user: unknown): unknown {
  return user && { ...(user as Answer), id: idIn(user as Answer) };
}

export function doneIn({ headers }: Response): Done {
  return { request: headers.get('x-request-id') ?? '' };
}

/** The content of an answer; nothing where it has none, as after a deletion on `/api`. */
export async function read(answer: Response): Promise<Answer> {
  const text = await answer.text();
  return (text === '' ? {} : fromText(text)) as Answer;
}
