import { ref } from 'vue';
import { adviceFor } from './error-advice.ts';

/** Runs one attempt at a time. An error goes to `fail`. */
export function useAttempt(fail: (error: unknown) => unknown) {
  const isBusy = ref(false);
  /** Returns whether it succeeded. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.value) return false;
    isBusy.value = true;
    try {
      await work();
      return true;
    } catch (error) {
      await fail(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  }
  return { isBusy, attempt };
}

/** The attempts of a form that shows why the last one failed. */
export function useFormAttempt() {
  const problem = ref('');
  const { isBusy, attempt } = useAttempt((error) => {
    problem.value = adviceFor(error).what;
  });
  const attemptAnew = (work: () => Promise<unknown>) => {
    if (!isBusy.value) problem.value = '';
    return attempt(work);
  };
  return { problem, isBusy, attempt: attemptAnew };
}
