import type { Router } from 'vue-router';
import { beginImpersonation, endLostImpersonation } from '../../api/admin/impersonation.ts';
import { t } from '../../texts/admin.ts';
import { toast } from '../toasts.ts';

/** Says that a page loaded again shows one's own account, and offers to go on as the other user. */
export function tellEndedImpersonation(router: Router): void {
  const ended = endLostImpersonation();
  if (!ended) return;
  const run = () => beginImpersonation(ended.id, () => router.push('/'));
  toast({
    text: t.impersonation.ended(ended.username),
    action: { label: t.impersonation.again, run },
  });
}
