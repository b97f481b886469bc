import { digitsOf } from '../../form/digits.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordPath } from './record-path.ts';

/** A link that opens a draft for people who have no right to it. */
export interface PreviewLink {
  readonly id: string;
  /** Whether the caller made it. */
  readonly own: boolean;
  readonly create_time: number;
  readonly expire_time: number;
}

/** The links that open a draft, the newest first. */
export async function listPreviews(
  collection: ServedDescription,
  id: string,
): Promise<readonly PreviewLink[]> {
  const { items } = (await connection.request('GET', `${recordPath(collection, id)}/previews`)) as {
    items: readonly (Omit<PreviewLink, 'id'> & { id: unknown })[];
  }; // the documented form of this route
  return items.map((link) => ({ ...link, id: digitsOf(link.id) ?? '' }));
}

/** How long a link opens a draft, and in which language its page is. */
interface LinkTerms {
  readonly hours: number;
  readonly locale?: string;
}

/**
 * Creates a preview link that expires after some hours. Returns its id, its token and its address, which are never shown again:
 * the address of the page of the site, or of the draft's data.
 */
export async function makePreview(collection: ServedDescription, id: string, terms: LinkTerms) {
  const made = await connection.request('POST', `${recordPath(collection, id)}/preview`, { body: terms });
  const isPage = typeof made.page === 'string';
  return {
    id: digitsOf(made.id) ?? '',
    token: String(made.token),
    url: String(made.page ?? made.url),
    isPage,
    expire_time: Number(made.expire_time),
  };
}

export async function endPreview(collection: ServedDescription, id: string, link: string): Promise<void> {
  await connection.request('DELETE', `${recordPath(collection, id)}/previews/${link}`);
}
