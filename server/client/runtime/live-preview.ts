import type { Id } from './shapes.ts';

/** What a page of a site shows while somebody edits it in the console. */
export interface PreviewPlace {
  /** Where the console is, such as `https://cms.example`: all that others send is ignored, and nobody else is sent anything. */
  readonly origin: string;
  /** The collection of the record. */
  readonly collection: string;
  /** The record; null for one that is not saved yet. If it is left out, any record of the collection is followed. */
  readonly id?: Id | null;
}

/** What the form holds at a moment, in one language. */
export interface PreviewedForm<R> {
  readonly id: Id | null;
  /** Null where content has one language. */
  readonly locale: string | null;
  /** By field, unchecked, as an answer would have them. A field that the editor may not read, or that is half typed, is absent. */
  readonly values: Partial<R>;
}

/**
 * Follows what somebody types in the console beside this page, and leads a click on an element with
 * `data-quire-field="path"` to the field there. Returns what ends it. Outside the console's frame, it does nothing.
 */
export function subscribeToPreview<R extends object>(
  { origin, collection, id }: PreviewPlace,
  onChange: (form: PreviewedForm<R>) => void,
): () => void {
  const page = globalThis as unknown as PreviewWindow;
  const { parent } = page;
  if (parent === undefined || parent === page) return () => {};
  const from = new URL(origin).origin;
  let isFollowed = false;
  const hear = ({ source, origin: sender, data }: PreviewMessage) => {
    if (source !== parent || sender !== from || data?.quire !== 'values') return;
    if (data.collection !== collection || (id !== undefined && data.id !== id)) return;
    isFollowed = true;
    onChange({ id: data.id, locale: data.locale, values: data.values as Partial<R> });
  };
  const lead = (click: PreviewClick) => {
    const marked = isFollowed ? click.target?.closest?.('[data-quire-field]') : undefined;
    if (!marked) return;
    click.preventDefault();
    click.stopPropagation();
    parent.postMessage({ quire: 'field', path: marked.getAttribute('data-quire-field') }, from);
  };
  page.addEventListener('message', hear);
  page.addEventListener('click', lead, true);
  parent.postMessage({ quire: 'ready' }, from);
  return () => {
    page.removeEventListener('message', hear);
    page.removeEventListener('click', lead, true);
  };
}

/** Of a browser's window, what is used here: the client has no need of a browser's types. */
interface PreviewWindow {
  readonly parent?: PreviewWindow;
  postMessage(message: object, origin: string): void;
  addEventListener(type: 'message', listener: (event: PreviewMessage) => void): void;
  addEventListener(type: 'click', listener: (event: PreviewClick) => void, isFirst: true): void;
  removeEventListener(type: 'message', listener: (event: PreviewMessage) => void): void;
  removeEventListener(type: 'click', listener: (event: PreviewClick) => void, isFirst: true): void;
}
interface PreviewMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: (PreviewedForm<object> & { readonly quire?: unknown; readonly collection?: unknown }) | null;
}
interface PreviewClick {
  readonly target: {
    closest?(selector: string): { getAttribute(name: string): string | null } | null;
  } | null;
  preventDefault(): void;
  stopPropagation(): void;
}
