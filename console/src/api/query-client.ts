import { QueryClient } from '@tanstack/vue-query';
import { QuireError } from './connection.ts';

/** Shows cached data at once and refetches it. Refusals are final and stay in sight; network errors are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !isRefusal(error) && failures < 2,
      refetchOnWindowFocus: ({ state }) => !isRefusal(state.error),
      refetchOnReconnect: ({ state }) => !isRefusal(state.error),
    },
  },
});

/** For `refetchInterval`: what is refused is not asked for again and again. */
export function unlessRefused(everyMs: number) {
  return ({ state }: { readonly state: { readonly error: unknown } }): number | false =>
    !isRefusal(state.error) && everyMs;
}

function isRefusal(error: unknown): boolean {
  return error instanceof QuireError && error.status < 500;
}
