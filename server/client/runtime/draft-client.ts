import { type Forms, recordPath } from './answers.ts';
import { sentWith } from './collection-client.ts';
import type { Connection } from './connection.ts';
import { KeptCollectionClient } from './kept-collection-client.ts';
import { queryOf } from './query.ts';
import type { Condition, Done, InLocale, Repeatable } from './requests.ts';
import type { Id, Shape } from './shapes.ts';
import { ITS_RECORD, KeptSingletonClient } from './singleton-client.ts';

/** When something is decided about a draft: at once, or at this time in milliseconds since 1970; null takes a plan back. */
export type Decision<S extends Shape> = Decided<S> & { readonly at?: number | null };

type Decided<S extends Shape> = Condition & Repeatable & InLocale<S>;

/** A link that shows a draft, until a time in milliseconds since 1970. */
export interface PreviewLink {
  readonly id: Id;
  readonly token: string;
  readonly url: string;
  /** The page of a site that shows it; null if the collection names none, or the draft lacks a value of its address. */
  readonly page: string | null;
  readonly expire_time: number;
}

/** A link that opens a draft; `own` is true if the caller made it. */
export interface ListedPreview {
  readonly id: Id;
  readonly own: boolean;
  readonly create_time: number;
  readonly expire_time: number;
}

/** The operations on the drafts of a collection. */
export class DraftClient<S extends Shape> extends KeptCollectionClient<S> {
  /** Publishes a draft. */
  publish(id: Id, decision: Decision<S> = {}): Promise<Done> {
    return this.#decide(id, 'publish', decision);
  }

  /** Unpublishes a record; the draft stays. */
  unpublish(id: Id, decision: Decision<S> = {}): Promise<Done> {
    return this.#decide(id, 'unpublish', decision);
  }

  /** Gives a draft the values back that readers see. */
  discard(id: Id, options: Decided<S> = {}): Promise<Done> {
    return this.#decide(id, 'discard', options);
  }

  /** Makes a link that shows a draft to people who may not see drafts: for a day, or for these hours. */
  async preview(id: Id, { hours }: { readonly hours?: number } = {}): Promise<PreviewLink> {
    const made = await this.connection.request('POST', this.#preview(id), { body: { hours } });
    const { id: link, token, url, expire_time, page } = made;
    return { id: String(link), token, url, expire_time, page } as PreviewLink;
  }

  /** The links that open a draft. */
  async previews(id: Id): Promise<readonly ListedPreview[]> {
    const { items } = await this.connection.request('GET', `${this.#preview(id)}s`);
    return (items as readonly ListedPreview[]).map((link) => ({ ...link, id: String(link.id) }));
  }

  /** Ends a link, no matter who made it. */
  endPreview(id: Id, link: Id): Promise<Done> {
    return this.connection.done('DELETE', `${this.#preview(id)}s/${encodeURIComponent(link)}`);
  }

  /** The draft that a preview link shows. */
  async getPreview(id: Id, token: string, request: InLocale<S> = {}): Promise<S['record']> {
    const query = queryOf({ token, ...request });
    return this.shown(await this.connection.request('GET', this.#preview(id), { query }));
  }

  #preview(id: Id): string {
    return `${recordPath(this.form, id)}/preview`;
  }

  #decide(id: Id, does: string, { at, ...options }: Decision<S>): Promise<Done> {
    const sent = { ...sentWith(options), ...(at !== undefined && { body: { at } }) };
    return this.connection.done('POST', `${recordPath(this.form, id)}/${does}`, sent);
  }
}

/** The same for the one draft of a singleton. */
export class SingletonDraftClient<S extends Shape> extends KeptSingletonClient<S> {
  readonly #drafts: DraftClient<S>;

  constructor(connection: Connection, forms: Forms, name: string) {
    super(connection, forms, name);
    this.#drafts = new DraftClient<S>(connection, forms, name);
  }

  publish(decision: Decision<S> = {}): Promise<Done> {
    return this.#drafts.publish(ITS_RECORD, decision);
  }

  unpublish(decision: Decision<S> = {}): Promise<Done> {
    return this.#drafts.unpublish(ITS_RECORD, decision);
  }

  discard(options: Decided<S> = {}): Promise<Done> {
    return this.#drafts.discard(ITS_RECORD, options);
  }

  previews(): Promise<readonly ListedPreview[]> {
    return this.#drafts.previews(ITS_RECORD);
  }

  endPreview(link: Id): Promise<Done> {
    return this.#drafts.endPreview(ITS_RECORD, link);
  }

  preview(request: { readonly hours?: number } = {}): Promise<PreviewLink> {
    return this.#drafts.preview(ITS_RECORD, request);
  }

  getPreview(token: string, request: InLocale<S> = {}): Promise<S['record']> {
    return this.#drafts.getPreview(ITS_RECORD, token, request);
  }
}

type Reads =
  | 'list'
  | 'each'
  | 'listTranslated'
  | 'get'
  | 'getTranslated'
  | 'getTagged'
  | 'aggregate'
  | 'usage'
  | 'ancestors'
  | 'exportFile';
type PastReads = 'history' | 'difference' | 'getAsOf';

/** The client of a collection with drafts: published records are read, drafts are written. */
export type Published<C, D> = Pick<C, (Reads | PastReads) & keyof C> & { readonly drafts: D };

/** The two faces of a collection with drafts. */
export function published<C extends object, D>(client: C, drafts: D): Published<C, D> {
  return Object.assign(client, { drafts });
}
