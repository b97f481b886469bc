declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  /** The parts of a certified OpenID provider that the tests use. */
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Grant: new (about: {
      readonly accountId: string;
      readonly clientId: string;
    }) => Grant;
    readonly Client: {
      readonly prototype: {
        redirectUriAllowed(uri: string): boolean;
        postLogoutRedirectUriAllowed(uri: string): boolean;
      };
    };
    callback(): RequestListener;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
  }
}
