import { QuireError } from '../api/connection.ts';
import { adviceFor } from './error-advice.ts';
import { toast } from './toasts.ts';

type LabelOf = (name: string) => string | undefined;

/** Shows what went wrong in a toast. */
export function toastError(error: unknown, labelOf?: LabelOf): void {
  toast({ text: errorText(error, labelOf), isProblem: true });
}

/** What went wrong. Problems of fields are named as `labelOf` calls these, if it knows all of them. */
export function errorText(error: unknown, labelOf: LabelOf = () => undefined): string {
  const problems = error instanceof QuireError ? Object.entries(error.fields) : [];
  const named = problems.flatMap(([path, { message }]) => {
    const label = labelOf(path.split('.', 1)[0] ?? path);
    return label === undefined ? [] : `${label}: ${message}`;
  });
  const areAllNamed = named.length > 0 && named.length === problems.length;
  return areAllNamed ? named.join(' · ') : adviceFor(error).what;
}
