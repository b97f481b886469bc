import type { Component } from 'vue';
import type { CollectionDescription, FieldDescription } from '../client/runtime/descriptions.ts';

/** A value as forms hold it: text as it is typed, numbers and ids as their digits, JSON as text, `null` for none. */
export type FormValue = string | boolean | null | readonly string[];

/** Further parts of a request. */
export interface RequestOptions {
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** Requests in the session of the user: what they may not do, a part may not do either. */
export interface ConsoleClient {
  /** Sends a request such as `('POST', '/v1/product', { body })` and returns the answer. Throws the server's refusal. */
  request(method: string, path: string, options?: RequestOptions): Promise<Readonly<Record<string, unknown>>>;
}

/** What every part has of the console. */
export interface ConsoleTools {
  readonly client: ConsoleClient;
  /** The user's language. */
  readonly language: 'en' | 'zh';
  readonly user: { readonly id: string; readonly username: string };
  /** The collections and fields that the user may see, with what they may do. */
  collections(): Promise<readonly CollectionDescription[]>;
  /** Whether the user may ask for a route, such as `GET /v1/report`. */
  may(route: string): Promise<boolean>;
  /** A text by language, in that of the user. */
  text(byLanguage: string | { readonly en: string; readonly zh: string }): string;
  /** Shows a short message. */
  notify(text: string): void;
  /** Shows why something failed: the server's refusal, or the message of the error. */
  fail(error: unknown): void;
  /** Opens a page of the console, such as `/collections/product/7`. */
  open(path: string): Promise<void>;
  /** Reads lists and records again. */
  refresh(): Promise<void>;
}

/** A control and the field that it changes. */
export interface ControlState {
  readonly field: FieldDescription;
  /** Reactive; setting it changes the form. */
  value: FormValue;
  readonly isInvalid: boolean;
  /** Attributes for the element that takes the focus: `v-bind="control.attributes"`. */
  readonly attributes: Readonly<Record<string, string | boolean | undefined>>;
  /** The id of the label, for `aria-labelledby` of a group of elements. */
  readonly labelId: string;
  readonly collection: string;
  /** The id of the record; undefined for a new one. */
  readonly record: string | undefined;
}

/** A cell and the value that it shows. */
export interface CellState {
  readonly field: FieldDescription;
  readonly value: unknown;
  /** The value as lists show it without this part. */
  readonly text: string;
}

/** A record on its page. */
export interface RecordState {
  readonly collection: CollectionDescription;
  readonly id: string;
  /** The fields that the user may read, as they are stored. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly rights: { readonly update: boolean; readonly delete: boolean };
}

/** What an action runs with. */
export interface ActionEvent extends ConsoleTools {
  readonly collection: string;
  /** The ids of the records. */
  readonly ids: readonly string[];
}

/** What the running console gives to parts. */
export interface PartsApi {
  useConsole(): ConsoleTools;
  useControl(): ControlState;
  useCell(): CellState;
  useRecord(): RecordState;
  readonly UiButton: Component;
  readonly ErrorNote: Component;
  readonly EmptyState: Component;
}
