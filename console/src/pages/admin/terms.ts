import { reactive, ref } from 'vue';
import type { Terms } from '../../api/admin/memberships.ts';
import { needsApproval } from '../../api/admin/requests.ts';
import { QuireError } from '../../api/connection.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/admin.ts';

/** State for `TermsFields`: gives something at once, or requests the approval of a second person. */
export function useTerms(given: Terms = { until: null, reason: '' }) {
  const form = reactive({ until: toLocal(given.until), reason: given.reason });
  /** Whether a second person must approve. */
  const waits = ref(false);

  /** Gives it, or requests it with a reason if the server requires a second person. */
  async function giveOrAsk(
    give: (terms: Terms) => Promise<unknown>,
    ask: (terms: Terms) => Promise<unknown>,
  ) {
    const terms = { until: form.until === '' ? null : new Date(form.until).getTime(), reason: form.reason };
    try {
      await give(terms);
    } catch (error) {
      if (!needsApproval(error)) throw error;
      waits.value = true;
      if (terms.reason === '') throw new QuireError(400, { message: t.terms.sayWhy });
      await ask(terms);
      toast({ text: t.terms.waits });
    }
  }
  return { form, waits, giveOrAsk };
}

/** A time as the value of a `datetime-local` input. */
function toLocal(time: number | null): string {
  if (time === null) return '';
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
