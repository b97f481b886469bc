import { QuireError } from '../../api/connection.ts';
import { toastError } from '../toast-error.ts';
import { toast } from '../toasts.ts';

/** Shows what the server refused, or else what a part threw. With `name`, the latter begins with it. */
export function tellError(error: unknown, name = ''): void {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof QuireError) toastError(error);
  else toast({ text: `${name} ${text}`.trim(), isProblem: true });
}
