/** What a model of the protocol keeps, by the names of the library. */
export interface Payload {
  readonly [name: string]: unknown;
  readonly kind?: string;
  readonly grantId?: string;
  readonly scope?: string;
  readonly userCode?: string;
}

/** A pending authorization, for which a person's consent is asked. */
export interface Interaction {
  readonly params: Readonly<Record<string, string | undefined>>;
  /** When it began and ends, in seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly returnTo: string;
  result?: object;
  save(seconds: number): Promise<string>;
}

/** A program without a browser that waits for a person's consent. */
export interface DeviceCode {
  readonly clientId: string;
  /** When the device asked, in seconds since 1970. */
  readonly iat: number;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly isExpired: boolean;
  readonly accountId?: string;
  readonly error?: string;
}

export interface Client {
  readonly clientId: string;
  readonly clientName?: string;
  readonly clientSecret?: string;
  readonly redirectUris?: readonly string[];
  metadata(): Record<string, unknown>;
  grantTypeAllowed(type: string): boolean;
}

/** The consent as the library reads it. */
export interface Grant {
  readonly jti: string;
  getOIDCScope(): string;
  rejectOIDCScope(scope: string): void;
  rejectResourceScope(resource: string, scope: string): void;
}

/** What the library knows of a request. */
export interface Context {
  readonly oidc: {
    readonly client?: Client;
    readonly result?: { readonly consent?: { readonly grantId?: string } };
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly resourceServers: Readonly<Record<string, unknown>>;
    readonly requestParamScopes: ReadonlySet<string>;
  };
  type: string;
  body: unknown;
}

/** The parts of the library that this feature uses. */
export interface OidcProvider {
  proxy: boolean;
  readonly Interaction: { find(uid: string): Promise<Interaction | undefined> };
  readonly DeviceCode: { findByUserCode(code: string): Promise<DeviceCode | undefined> };
  readonly Grant: { find(id: string): Promise<Grant | undefined> };
  readonly Client: {
    new (metadata: object): Client;
    find(id: string): Promise<Client | undefined>;
    readonly prototype: object;
  };
  callback(): (request: object, response: object) => Promise<void>;
  on(event: string, listener: (...given: never[]) => void): void;
}

export interface Library {
  readonly Provider: new (issuer: string, configuration: object) => OidcProvider;
  readonly errors: Readonly<
    Record<'InvalidGrant' | 'InvalidTarget' | 'InvalidClientMetadata', new (reason?: string) => Error>
  >;
}

let loading: Promise<Library> | undefined;

/** The certified implementation of the protocol, loaded by the first request: an optional package without types. */
export function loadLibrary(): Promise<Library> {
  loading ??= import('oidc-provider' as string) as Promise<Library>; // as its documentation says
  return loading;
}
