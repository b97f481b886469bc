import type { Translations } from '../../messages/languages.ts';

type Values = Readonly<Record<string, unknown>>;
type MaybePromise<T> = T | Promise<T>;

/** What a hook of an isolated plug-in gets: of records and values, `id` and the fields that the plug-in was granted to read. */
export interface IsolatedHookEvent {
  readonly collection: string;
  /** When, in milliseconds since 1970. */
  readonly time: number;
  readonly settings: IsolatedSettings;
  readonly record?: Values;
  readonly before?: Values;
  /** Of a new record. */
  readonly values?: Values;
  /** Of a change. */
  readonly changes?: Values;
}

/** The texts that came with the grant, by their names. */
export type IsolatedSettings = Readonly<Record<string, string>>;

/** What a list of records may be asked for. */
export interface IsolatedQuery {
  /** Fields and the values that they have. */
  readonly where?: Values;
  /** A field, with `-` before it for the reverse order. */
  readonly sort?: string;
  /** At most 100; 20 if left out. */
  readonly count?: number;
  /** From 0. */
  readonly page?: number;
}

/** Records as the grant's service user may read and write them, by the server's own door. */
export interface IsolatedRecords {
  find(collection: string, id: bigint | number): Promise<Values | undefined>;
  list(collection: string, query?: IsolatedQuery): Promise<readonly Values[]>;
  /** Answers the id. */
  create(collection: string, values: Values): Promise<bigint | number>;
  update(collection: string, id: bigint | number, changes: Values): Promise<void>;
  remove(collection: string, id: bigint | number): Promise<void>;
}

/** What a mail is sent with. */
export interface IsolatedMail {
  /** The record whose field names the reader, of a mail that goes to a field. */
  readonly id?: bigint | number;
  /** What its words show, by name: text on one line, or numbers. */
  readonly values?: Values;
  /** Of the reader, such as `de`; what the server knows of them if left out. */
  readonly language?: string;
}

/** Sends a mail that the plug-in was granted. */
export type SendIsolatedMail = (name: string, mail?: IsolatedMail) => Promise<void>;

/** What runs behind a write gets: hooks after the commit, and jobs. */
export interface IsolatedWork {
  readonly records: IsolatedRecords;
  readonly send: SendIsolatedMail;
  /** A UUID, the same at each try. */
  readonly delivery: string;
  readonly settings: IsolatedSettings;
}

type AfterCommit = IsolatedHookEvent & IsolatedWork & { readonly action: string };
type Answer = MaybePromise<Values | undefined>;

/** The hooks of a collection. Those before and after a write hold up its transaction, so they have neither records nor hosts. */
export interface IsolatedHooks {
  /** What it answers is set as well, if the plug-in was granted to create these fields. */
  readonly beforeCreate?: (event: IsolatedHookEvent & { readonly values: Values }) => Answer;
  /** What it answers is set as well, if the plug-in was granted to update these fields. */
  readonly beforeUpdate?: (
    event: IsolatedHookEvent & { readonly record: Values; readonly changes: Values },
  ) => Answer;
  readonly beforeDelete?: (event: IsolatedHookEvent & { readonly record: Values }) => unknown;
  readonly afterCreate?: (event: IsolatedHookEvent & { readonly record: Values }) => unknown;
  readonly afterUpdate?: (
    event: IsolatedHookEvent & { readonly record: Values; readonly before: Values },
  ) => unknown;
  readonly afterDelete?: (event: IsolatedHookEvent & { readonly record: Values }) => unknown;
  /** Runs as a job; it is repeated after an error. */
  readonly afterCommit?: (event: AfterCommit & { readonly record: Values }) => unknown;
}

/** What a part of the console gets. Records are those that both the plug-in and the user may read. */
export interface IsolatedPartEvent {
  /** Of the user. */
  readonly language: 'en' | 'zh';
  readonly settings: IsolatedSettings;
  readonly records: IsolatedRecords;
  /** Of a tab. */
  readonly collection?: string;
  readonly id?: bigint | number;
}

/** What an action gets. It writes what both the plug-in and the user may write. */
export interface IsolatedActionEvent extends Omit<IsolatedPartEvent, 'id'> {
  /** Those that the user chose; none for a button without records. */
  readonly ids: readonly (bigint | number)[];
  /** What the user filled into the form, by field; null where nothing. */
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
  readonly send: SendIsolatedMail;
}

/** What an action tells the user, if anything. */
export interface IsolatedTold {
  readonly message?: string | Translations;
}

/** The code of an isolated plug-in. What it may do stands in its `package.json`. */
export interface IsolatedPluginSource {
  /** By the name of a collection. */
  readonly hooks?: Readonly<Record<string, IsolatedHooks>>;
  /** By the names in `package.json`. */
  readonly jobs?: Readonly<
    Record<string, (event: IsolatedWork & { readonly due?: number; readonly tries: number }) => unknown>
  >;
  /** By the names in `package.json`, what panels, tabs and pages show: things such as `{ kind: 'text', text: 'Hello' }`. */
  readonly parts?: Readonly<Record<string, (event: IsolatedPartEvent) => MaybePromise<readonly Values[]>>>;
  /** By the names in `package.json`. */
  readonly actions?: Readonly<
    // biome-ignore lint/suspicious/noConfusingVoidType: an action need not answer anything
    Record<string, (event: IsolatedActionEvent) => MaybePromise<IsolatedTold | undefined | void>>
  >;
}

/** The default export of an isolated plug-in's main module. In its process, `quire-cms` offers this and `refuse` alone. */
export function defineIsolatedPlugin(source: IsolatedPluginSource): IsolatedPluginSource {
  return source;
}
