import type { ListedPreview } from '../../../../server/client/runtime/requests.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordClient } from './record-list.ts';

/** A link that opens a draft for people who have no right to it. */
export type PreviewLink = ListedPreview;

/** The links that open a draft, the newest first. */
export function listPreviews(collection: ServedDescription, id: string): Promise<readonly PreviewLink[]> {
  return recordClient(collection).previews(id);
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
  const { page, url, ...made } = await recordClient(collection).preview(id, terms);
  return { ...made, url: page ?? url, isPage: page !== null };
}

export async function endPreview(collection: ServedDescription, id: string, link: string): Promise<void> {
  await recordClient(collection).endPreview(id, link);
}
