/** The description of a server at `/openapi.json`, as far as tests read it. */
export interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Operation {
  readonly summary?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: Readonly<Record<string, object>>;
        readonly content?: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
