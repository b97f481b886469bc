import { dialects } from '../../server/http/dialects/all.ts';
import type { Dialect } from '../../server/http/dialects/dialect.ts';
import type { Client } from './client.ts';
import type { OpenApi } from './open-api.ts';

/** The bases of the specification and of clients of Lin CMS: answers there differ in words alone. */
export const BASES = dialects.flatMap(({ base, isForLin }: Dialect) => (base === '' || isForLin ? base : []));

/** Whether a route is on `/` alone, because clients of the family know nothing of it. */
export function isOnFirstBaseAlone(path: string): boolean {
  return /^\/cms\/(console|account|admin\/(invitation|sign-up)|user\/(second-factor|reauthentication|passkey)|admin\/user\/[^/]+\/second-factor)(\/|$)/.test(
    path,
  );
}

/** Method and path of each described route that is served on every base. */
export async function routesOnAllBases(reader: Client): Promise<(readonly [method: string, path: string])[]> {
  const { paths } = await reader.read<OpenApi>('/openapi.json');
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
    )
    .filter(([, path]) => path.startsWith('/cms') || path.startsWith('/v1'))
    .filter(([, path]) => !isOnFirstBaseAlone(path));
}
