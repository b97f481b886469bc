import { useQueryClient } from '@tanstack/vue-query';
import { toastError } from '../../parts/toast-error.ts';
import { toast } from '../../parts/toasts.ts';

/** Decides on something that waits: tells the outcome, and reads all of the administration again. */
export function useDecisions(): (work: () => Promise<void>, done: string) => Promise<void> {
  const queries = useQueryClient();
  return async (work, done) => {
    try {
      await work();
      toast({ text: done });
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey: ['admin'] });
  };
}
