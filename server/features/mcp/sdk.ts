/** The parameters of the requests that are answered here. Nothing of them is checked. */
export interface CallParams {
  readonly name?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}
interface ReadParams {
  readonly uri?: string;
}
interface CompleteParams {
  readonly argument?: { readonly name?: string; readonly value?: string };
}

interface Requests {
  readonly 'tools/list': object;
  readonly 'tools/call': CallParams;
  readonly 'resources/list': object;
  readonly 'resources/templates/list': object;
  readonly 'resources/read': ReadParams;
  readonly 'prompts/list': object;
  readonly 'prompts/get': CallParams;
  readonly 'completion/complete': CompleteParams;
}

/** What the SDK tells of a request beside its parameters, and how it tells its caller something before the answer. */
export interface RequestContext {
  readonly mcpReq: {
    readonly _meta?: { readonly progressToken?: string | number };
    readonly signal: AbortSignal;
    notify(notification: { readonly method: string; readonly params: object }): Promise<void>;
  };
}

/** The used part of the SDK's server: it answers requests of one method. */
export interface ProtocolServer {
  setRequestHandler<M extends keyof Requests>(
    method: M,
    handle: (request: { readonly params?: Requests[M] }, context: RequestContext) => Promise<object>,
  ): void;
}

interface Sdk {
  readonly Server: new (
    info: { readonly name: string; readonly version: string },
    options: object,
  ) => ProtocolServer;
  readonly createMcpHandler: (
    make: () => ProtocolServer,
    options: object,
  ) => { fetch(request: Request, more: { readonly parsedBody: unknown }): Promise<Response> };
  readonly ProtocolError: new (code: number, text: string) => Error;
  readonly ProtocolErrorCode: { readonly InvalidParams: number };
  readonly ResourceNotFoundError: new (uri: string) => Error;
}

let loading: Promise<Sdk> | undefined;

/** The SDK, loaded on first use. Nothing of it is needed to build or check a server: it is an optional package. */
export function loadSdk(): Promise<Sdk> {
  loading ??= import('@modelcontextprotocol/server' as string) as Promise<Sdk>; // as its documentation says
  return loading;
}
