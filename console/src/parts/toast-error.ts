import { QuireError } from '../api/connection.ts';
import { adviceFor } from './error-advice.ts';
import { toast } from './toasts.ts';

/** Shows what went wrong in a toast. Problems of fields are named as `labelOf` calls these, if it knows all of them. */
export function toastError(
  error: unknown,
  labelOf: (name: string) => string | undefined = () => undefined,
): void {
  const problems = error instanceof QuireError ? Object.entries(error.fields) : [];
  const named = problems.flatMap(([path, { message }]) => {
    const label = labelOf(path.split('.', 1)[0] ?? path);
    return label === undefined ? [] : `${label}: ${message}`;
  });
  const areAllNamed = named.length > 0 && named.length === problems.length;
  toast({ text: areAllNamed ? named.join(' · ') : adviceFor(error).what, isProblem: true });
}
