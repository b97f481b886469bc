import { isPlainObject, type OptionCheck } from '../checks/options.ts';
import type { Field, Fields } from '../field.ts';

/** The page of a site that shows a draft to holders of a preview link. */
export interface PreviewPage {
  /**
   * Its address, with what stands for each draft in braces: `{id}`, `{token}`, or a field. Without `{token}`, the address gets
   * a parameter `preview` with it.
   */
  readonly url: string;
}

const PLACE = /\{([^{}]*)\}/g;
/** Fields whose values can stand in an address. */
const KINDS: ReadonlySet<string> = new Set(['text', 'slug', 'choice', 'integer', 'bigint', 'date']);
const OWN = ['id', 'token'];

export const previewPage: OptionCheck = {
  allowed:
    "{ url } with an address such as 'https://site.example/{slug}', whose placeholders stand behind its host",
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).join() === 'url' &&
    typeof value.url === 'string' &&
    isAddress(value.url),
};

/** The host is the definition's alone: no value of a record may choose who gets a token. */
function isAddress(url: string): boolean {
  const [, host = ''] = /^https?:\/\/([^/?#]*)/.exec(url) ?? [];
  const filled = url.replace(PLACE, 'x');
  return host !== '' && !/[{}@]/.test(host) && URL.canParse(filled) && !/[{}]/.test(filled);
}

interface PreviewedSource {
  readonly preview?: PreviewPage;
  readonly drafts?: true;
  readonly fields: Fields;
}

/** What contradicts the page on which a collection's drafts are shown. */
export function problemsOfPreview({ preview, drafts, fields }: PreviewedSource): string[] {
  if (!preview) return [];
  const closed = placesIn(preview).filter((name) => !OWN.includes(name) && !mayStand(fields[name]));
  const allowed = [...OWN, ...namesOf(fields)].join(', ');
  return [
    ...(drafts ? [] : ["it has a preview page, and only a collection with 'drafts: true' has previews"]),
    ...closed.map((name) => `preview names '${name}' (allowed: ${allowed})`),
  ];
}

/** The page that shows a draft; null while the draft lacks a value of its address. */
export function addressOfPreview(
  preview: PreviewPage,
  record: Readonly<Record<string, unknown>>,
  token: string,
): string | null {
  const given = (name: string) => String((name === 'token' ? token : record[name]) ?? '');
  if (placesIn(preview).some((name) => given(name) === '')) return null;
  const url = new URL(preview.url.replace(PLACE, (_, name: string) => encodeURIComponent(given(name))));
  if (!placesIn(preview).includes('token')) url.searchParams.set('preview', token);
  return url.href;
}

function placesIn({ url }: PreviewPage): string[] {
  return [...url.matchAll(PLACE)].map(([, name = '']) => name);
}

function namesOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => mayStand(fields[name]));
}

function mayStand(field: Field | undefined): boolean {
  return field !== undefined && KINDS.has(field.kind) && !field.secret && !field.read;
}
