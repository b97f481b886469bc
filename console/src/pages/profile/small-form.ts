import { ref, shallowRef } from 'vue';
import { QuireError } from '../../api/connection.ts';
import { adviceFor } from '../../parts/error-advice.ts';
import { namedProblems } from '../../parts/forms/named-problems.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/index.ts';

/** State of a small form that shows its problems by field. */
export function useSmallForm(fields: readonly string[]) {
  const problems = shallowRef<Readonly<Record<string, string>>>({});
  const isBusy = ref(false);
  async function send(work: () => Promise<void>, done: string): Promise<boolean> {
    if (isBusy.value) return false;
    isBusy.value = true;
    problems.value = {};
    try {
      await work();
      toast({ text: done });
      return true;
    } catch (error) {
      const { what } = adviceFor(error, t.errors);
      problems.value = error instanceof QuireError ? namedProblems(what, fields) : { '': what };
      return false;
    } finally {
      isBusy.value = false;
    }
  }
  return { problems, isBusy, send };
}
