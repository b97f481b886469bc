import { ref } from 'vue';
import { t } from '../../texts/index.ts';
import { adviceFor } from '../error-advice.ts';

/** The one attempt of a form at a time, and why the last one failed. */
export function useAttempt() {
  const problem = ref('');
  const isBusy = ref(false);
  async function attempt(work: () => Promise<void>): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = '';
    try {
      await work();
    } catch (error) {
      problem.value = adviceFor(error, t.errors).what;
    } finally {
      isBusy.value = false;
    }
  }
  return { problem, isBusy, attempt };
}
