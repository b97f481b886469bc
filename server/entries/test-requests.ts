/** What a request may carry in addition to its body. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** The JSON of the answer; an empty object if it is something else. */
  readonly body: Body;
  readonly text: string;
  readonly bytes: Uint8Array;
}

type Plain = Record<string, unknown>;
type WithoutBody = <Body = Plain>(path: string, request?: TestRequest) => Promise<TestAnswer<Body>>;
type WithBody = <Body = Plain>(
  path: string,
  body?: unknown,
  request?: TestRequest,
) => Promise<TestAnswer<Body>>;

/** Sends the requests of one caller. Bodies are sent as JSON; texts and bytes as they are, with a content type of your own. */
export interface TestClient {
  readonly get: WithoutBody;
  readonly delete: WithoutBody;
  readonly post: WithBody;
  readonly put: WithBody;
  readonly patch: WithBody;
}
