import { shallowRef } from 'vue';
import { QuireError } from '../../api/connection.ts';
import { useAttempt } from '../../parts/attempt.ts';
import { adviceFor } from '../../parts/error-advice.ts';
import { namedProblems } from '../../parts/forms/named-problems.ts';
import { toast } from '../../parts/toasts.ts';

/** State of a small form that shows its problems by field. */
export function useSmallForm(fields: readonly string[]) {
  const problems = shallowRef<Readonly<Record<string, string>>>({});
  const { isBusy, attempt } = useAttempt((error) => {
    const { what } = adviceFor(error);
    problems.value = error instanceof QuireError ? namedProblems(what, fields) : { '': what };
  });
  const send = (work: () => Promise<void>, done: string): Promise<boolean> =>
    attempt(async () => {
      problems.value = {};
      await work();
      toast({ text: done });
    });
  return { problems, isBusy, send };
}
