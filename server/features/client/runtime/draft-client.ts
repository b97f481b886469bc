import { type Forms, rowPath } from './answers.ts';
import type { Connection, Sent } from './connection.ts';
import { KeptRecordClient } from './kept-record-client.ts';
import { queryOf } from './query.ts';
import type { Condition, Repeatable } from './requests.ts';
import type { Id, Shape } from './shapes.ts';
import { ITS_ROW, KeptSingletonClient } from './singleton-client.ts';

/** When something is decided about a draft: at once, or at this time in milliseconds since 1970; null takes a plan back. */
export type Decision = Condition & Repeatable & { readonly at?: number | null };

/** A link that shows a draft, until a time in milliseconds since 1970. */
export interface PreviewLink {
  readonly token: string;
  readonly url: string;
  readonly expire_time: number;
}

/** What can be done with the drafts of a record, and what readers see of them. */
export class DraftClient<S extends Shape> extends KeptRecordClient<S> {
  /** Shows readers what a draft holds. */
  publish(id: Id, decision: Decision = {}): Promise<void> {
    return this.#decide(id, 'publish', decision);
  }

  /** Takes what readers see of a row away; the draft stays. */
  unpublish(id: Id, decision: Decision = {}): Promise<void> {
    return this.#decide(id, 'unpublish', decision);
  }

  /** Gives a draft the values back that readers see. */
  discard(id: Id, terms: Condition & Repeatable = {}): Promise<void> {
    return this.#decide(id, 'discard', terms);
  }

  /** Makes a link that shows a draft to people who may not see drafts: for a day, or for these hours. */
  async preview(id: Id, { hours }: { readonly hours?: number } = {}): Promise<PreviewLink> {
    const made = await this.connection.request('POST', this.#preview(id), { body: { hours } });
    const { token, url, expire_time } = made;
    return { token, url, expire_time } as PreviewLink;
  }

  /** The draft that a preview link shows. */
  async getPreview(id: Id, token: string): Promise<S['row']> {
    return this.shown(await this.connection.request('GET', this.#preview(id), { query: queryOf({ token }) }));
  }

  #preview(id: Id): string {
    return `${rowPath(this.form, id)}/preview`;
  }

  async #decide(id: Id, does: string, { at, ifMatch, idempotencyKey }: Decision): Promise<void> {
    const headers: Sent['headers'] = { 'if-match': ifMatch, 'idempotency-key': idempotencyKey };
    const sent = { headers, ...(at !== undefined && { body: { at } }) };
    await this.connection.request('POST', `${rowPath(this.form, id)}/${does}`, sent);
  }
}

/** The same for the one draft of a singleton. */
export class SingletonDraftClient<S extends Shape> extends KeptSingletonClient<S> {
  readonly #drafts: DraftClient<S>;

  constructor(connection: Connection, forms: Forms, name: string) {
    super(connection, forms, name);
    this.#drafts = new DraftClient<S>(connection, forms, name);
  }

  publish(decision: Decision = {}): Promise<void> {
    return this.#drafts.publish(ITS_ROW, decision);
  }

  unpublish(decision: Decision = {}): Promise<void> {
    return this.#drafts.unpublish(ITS_ROW, decision);
  }

  discard(terms: Condition & Repeatable = {}): Promise<void> {
    return this.#drafts.discard(ITS_ROW, terms);
  }

  preview(request: { readonly hours?: number } = {}): Promise<PreviewLink> {
    return this.#drafts.preview(ITS_ROW, request);
  }

  getPreview(token: string): Promise<S['row']> {
    return this.#drafts.getPreview(ITS_ROW, token);
  }
}

type Reads =
  | 'list'
  | 'each'
  | 'listTranslated'
  | 'get'
  | 'getTranslated'
  | 'getTagged'
  | 'usage'
  | 'ancestors'
  | 'exportFile';
type PastReads = 'history' | 'difference' | 'getAsOf';

/** What readers see of a record with drafts: it is read, and its drafts are written. */
export type Published<C, D> = Pick<C, (Reads | PastReads) & keyof C> & { readonly drafts: D };

/** The two faces of a record with drafts. */
export function published<C extends object, D>(client: C, drafts: D): Published<C, D> {
  return Object.assign(client, { drafts });
}
