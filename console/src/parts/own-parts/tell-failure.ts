import type { ToldPart } from '../../api/own-parts.ts';
import { t } from '../../texts/records.ts';
import { toast } from '../toasts.ts';

const told = new Set<string>();

/** Names a part that has failed, once for each page that is loaded. Its author finds the reason in the browser's console. */
export function tellFailure(part: ToldPart, error: unknown): void {
  const name = `${part.kind} ${part.name}`;
  if (told.has(name)) return;
  told.add(name);
  console.error(t.ownParts.failed(part), error);
  toast({ text: t.ownParts.failed(part), isProblem: true });
}
