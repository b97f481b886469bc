import { QueryClient } from '@tanstack/vue-query';
import { QuireError } from './connection.ts';

/** Shows cached data at once and refetches it. Refusals are final; network errors are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !isRefusal(error) && failures < 2,
      refetchOnWindowFocus: true,
    },
  },
});

function isRefusal(error: unknown): boolean {
  return error instanceof QuireError && error.status < 500;
}
