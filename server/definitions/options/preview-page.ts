import { filledAddress, originOf, placesIn, withToken } from '../../../contract/preview-address.ts';
import { isPlainObject, type OptionCheck } from '../checks/options.ts';
import type { Field, Fields } from '../field.ts';

/** The page of a site that shows a record of a collection. */
export interface PreviewPage {
  /**
   * Its address, with what stands for each record in braces: a field, `{id}`, `{locale}` for the language, or `{token}` for what
   * opens a draft. Without `{token}`, the address of a draft gets it as the parameter `preview`.
   */
  readonly url: string;
}

/** Fields whose values can stand in an address. */
const KINDS: ReadonlySet<string> = new Set(['text', 'slug', 'choice', 'integer', 'bigint', 'date']);

export const previewPage: OptionCheck = {
  allowed:
    "{ url } with an address such as 'https://site.example/{slug}', whose placeholders stand behind its host",
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).join() === 'url' &&
    typeof value.url === 'string' &&
    isAddress(value.url),
};

/** An origin whose host is a name or a number: other signs would mean something in the policy of the console. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The host is the definition's alone: no value of a record may choose who gets a token. */
function isAddress(url: string): boolean {
  const [, host = ''] = /^https?:\/\/([^/?#]*)/.exec(url) ?? [];
  const filled = filledAddress(url, () => 'x') ?? '';
  if (host === '' || /[{}@]/.test(host) || !URL.canParse(filled)) return false;
  return ORIGIN.test(originOf(url)) && !/[{}]/.test(filled);
}

interface PreviewedSource {
  readonly preview?: PreviewPage;
  readonly drafts?: true;
  readonly fields: Fields;
}

/** What contradicts the page on which the records of a collection are shown. */
export function problemsOfPreview({ preview, drafts, fields }: PreviewedSource): string[] {
  if (!preview) return [];
  const isLocalised = Object.values(fields).some(({ localised }) => localised);
  const own = ['id', ...(isLocalised ? ['locale'] : []), ...(drafts ? ['token'] : [])];
  const allowed = [...own, ...Object.keys(fields).filter((name) => mayStand(fields[name]))];
  return placesIn(preview.url)
    .filter((name) => !allowed.includes(name))
    .map((name) => `preview names '${name}' (allowed: ${allowed.join(', ')})`);
}

/** The record that an address leads to. */
interface Shown {
  readonly record: Readonly<Record<string, unknown>>;
  /** The language of the page; undefined if content has one language. */
  readonly locale: string | undefined;
  readonly token: string;
}

/** The page that shows a draft; null while the draft lacks a value of its address. */
export function addressOfPreview({ url }: PreviewPage, { record, locale, token }: Shown): string | null {
  const given: Readonly<Record<string, unknown>> = { locale, ...record, token };
  const address = filledAddress(url, (place) => String(given[place] ?? ''));
  if (address === undefined) return null;
  return placesIn(url).includes('token') ? new URL(address).href : withToken(address, token);
}

function mayStand(field: Field | undefined): boolean {
  return field !== undefined && KINDS.has(field.kind) && !field.secret && !field.read;
}
