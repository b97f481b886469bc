import { adviceFor } from './error-advice.ts';
import { toast } from './toasts.ts';

/** Shows what went wrong in a toast. */
export function toastError(error: unknown): void {
  toast({ text: adviceFor(error).what });
}
