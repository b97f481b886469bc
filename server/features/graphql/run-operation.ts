import type { ExecutionResult } from 'graphql';
import { AppError } from '../../errors.ts';
import type { Prepared } from './prepare-operation.ts';

/** Executes a query or a mutation. */
export async function run(prepared: Prepared): Promise<ExecutionResult> {
  return shownResult(prepared, await prepared.lib.execute(prepared.execution));
}

/** A result with its errors as the caller reads them. */
export function shownResult({ shown }: Prepared, { errors, ...others }: ExecutionResult): ExecutionResult {
  return { ...(errors && { errors: errors.map(shown) }), ...others };
}

/** Throws unless the method is one by which this operation may be sent. */
export function requireMethod({ operation }: Prepared, method: string): void {
  if (method === 'POST' || operation.operation !== 'mutation') return;
  throw new AppError('methodNotAllowed', { headers: { allow: 'POST' } });
}
