// An import would load the whole module, WebSocket included.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** What the library calls every answer without a description of its own. */
const UNNAMED = 'Default Response';

export interface DescribedAnswer {
  description?: string;
  headers?: Record<string, { readonly schema: { readonly type: string } }>;
}

export interface DescribedOperation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses?: Readonly<Record<string, DescribedAnswer>>;
}

/** Names the answers of an operation and the headers that they may have, which follow from their statuses and its parameters. */
export function describeAnswers(
  method: string,
  { parameters = [], responses = {} }: DescribedOperation,
): void {
  const takes = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  for (const [status, answer] of Object.entries(responses)) {
    if (answer.description === UNNAMED) answer.description = STATUS_CODES[status] ?? 'Failure';
    const isSuccess = /^2|^304$/.test(status);
    const isTagged = isSuccess && (takes('prefer') || (method === 'get' && takes('if-none-match')));
    const names = [
      ...(isTagged ? ['ETag'] : []),
      ...(status === '201' ? ['Location'] : []),
      ...(isSuccess && takes('prefer') ? ['Preference-Applied'] : []),
      ...(isSuccess && takes('idempotency-key') ? ['Idempotency-Replayed'] : []),
      ...(status === '429' || status === 'default' ? ['Retry-After'] : []),
      'X-Request-Id',
    ];
    answer.headers = Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
  }
}
