import { type Answer, idsFrom, read } from './answers.ts';
import type { Connection } from './connection.ts';

/** What routes ask for and answer, by method and path. */
export type RouteTypes<R> = {
  readonly [N in keyof R]: { readonly asks: object; readonly answer: unknown };
};

/** The types of a route: its input besides headers, and its answer. */
export interface PlainRoute<Asks, Answer> {
  readonly asks: Asks & { readonly headers?: Readonly<Record<string, string>> };
  readonly answer: Answer;
}

/** A route whose requests are done once if they are sent again under the same key. */
export interface RepeatableRoute<Asks, Answer> {
  readonly asks: PlainRoute<Asks, Answer>['asks'] & { readonly idempotencyKey?: string };
  readonly answer: Answer;
}

/** The form of a route: the type of a body that is not JSON, the kind of answer, and the places of ids in the answer. */
export interface RouteForm {
  readonly sends?: 'bytes' | 'form';
  readonly answers?: 'json' | 'response';
  readonly ids?: readonly string[];
}

type RequestArgs<T> = Record<never, never> extends T ? [asked?: T] : [asked: T];

/** Calls a route: `call('POST /v1/order/:id/pay', { params: { id } })`. Throws QuireError. */
export type RouteCaller<R extends RouteTypes<R>> = <N extends keyof R>(
  route: N,
  ...asked: RequestArgs<R[N]['asks']>
) => Promise<R[N]['answer']>;

/** All that a call may bring along. */
interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

export function routeCaller<R extends RouteTypes<R>>(
  connection: Connection,
  forms: Readonly<Record<string, RouteForm>>,
): RouteCaller<R> {
  return async (route, asked?: AnyRequest) => {
    const { sends, answers, ids = [] } = forms[String(route)] ?? {};
    const [method = '', path = ''] = String(route).split(' ');
    const { params = {}, query = {}, body, headers, idempotencyKey } = asked ?? {};
    const sent = {
      query: Object.entries(query).flatMap(([name, value]) => valuesOf(value).map((one) => pair(name, one))),
      headers: {
        ...(sends === 'bytes' && { 'content-type': 'application/octet-stream' }),
        ...headers,
        'idempotency-key': idempotencyKey,
      },
      ...(method !== 'GET' && { body: body ?? (sends === 'bytes' ? '' : {}) }),
    };
    const target = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const response = await connection.response(method, target, sent);
    return (await answerOf(response, { answers, ids })) as never; // as the route's type says, for the form is made with it
  };
}

async function answerOf(
  response: Response,
  { answers, ids }: { answers: RouteForm['answers']; ids: readonly string[] },
): Promise<unknown> {
  if (answers === 'response') return response;
  if (answers === undefined) return void (await response.text());
  const answer = await read(response);
  return ids.reduce<unknown>((value, place) => withIds(value, place.split('.')), answer);
}

function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function pair(name: string, value: unknown): readonly [string, string] {
  return [name, String(value)];
}

/** The value with the ids at a path as texts; `*` is each element of a list or a map. */
function withIds(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return idsFrom(value);
  if (typeof value !== 'object' || value === null) return value;
  if (step === '*' && Array.isArray(value)) return value.map((one) => withIds(one, rest));
  const steps = step === '*' ? Object.keys(value) : [step].filter((name) => name in value);
  const parts = steps.map((name) => [name, withIds((value as Answer)[name], rest)] as const);
  return { ...value, ...Object.fromEntries(parts) };
}
