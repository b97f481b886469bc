import { QueryClient } from '@tanstack/vue-query';
import { QuireError } from './connection.ts';

/** What was read is shown again at once and asked anew behind it. A refusal is final; a lost network is tried again. */
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
