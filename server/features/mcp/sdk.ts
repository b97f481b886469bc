/** The used part of the SDK's server: it answers requests of one method. */
export interface ProtocolServer {
  setRequestHandler(
    method: 'tools/list' | 'tools/call',
    handle: (request: { readonly params?: CallParams }) => Promise<object>,
  ): void;
}

export interface CallParams {
  readonly name?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
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
}

let loading: Promise<Sdk> | undefined;

/** The SDK, loaded on first use. Nothing of it is needed to build or check a server: it is an optional package. */
export function loadSdk(): Promise<Sdk> {
  loading ??= import('@modelcontextprotocol/server' as string) as Promise<Sdk>; // as its documentation says
  return loading;
}
