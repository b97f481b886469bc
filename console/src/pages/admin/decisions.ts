import { useQueryClient } from '@tanstack/vue-query';
import { adviceFor } from '../../parts/error-advice.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/index.ts';

/** Decides on something that waits: tells the outcome, and reads all of the administration again. */
export function useDecisions(): (work: () => Promise<void>, done: string) => Promise<void> {
  const queries = useQueryClient();
  return async (work, done) => {
    try {
      await work();
      toast({ text: done });
    } catch (error) {
      toast({ text: adviceFor(error, t.errors).what });
    }
    await queries.invalidateQueries({ queryKey: ['admin'] });
  };
}
