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

/** What runs behind a write gets: hooks after the commit, and jobs. */
export interface IsolatedWork {
  readonly records: IsolatedRecords;
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

/** The code of an isolated plug-in. What it may do stands in its `package.json`. */
export interface IsolatedPluginSource {
  /** By the name of a collection. */
  readonly hooks?: Readonly<Record<string, IsolatedHooks>>;
  /** By the names in `package.json`. */
  readonly jobs?: Readonly<
    Record<string, (event: IsolatedWork & { readonly due?: number; readonly tries: number }) => unknown>
  >;
}

/** The default export of an isolated plug-in's main module. In its process, `quire-cms` offers this and `refuse` alone. */
export function defineIsolatedPlugin(source: IsolatedPluginSource): IsolatedPluginSource {
  return source;
}
