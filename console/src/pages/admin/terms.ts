import { reactive, ref } from 'vue';
import type { Terms } from '../../api/admin/memberships.ts';
import { needsApproval } from '../../api/admin/requests.ts';
import { QuireError } from '../../api/connection.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/admin.ts';

/** What `TermsFields` asks for, and how it is given: at once, or by a second person where the server wants one. */
export function useTerms(given: Terms = { until: null, reason: '' }) {
  const form = reactive({ until: toLocal(given.until), reason: given.reason });
  /** Whether a second person is known to be needed. */
  const waits = ref(false);

  /** Gives it; asks for it where that is refused for want of a second person, who must be told why. */
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

/** A time as an input of the reader's zone holds it, to the minute. */
function toLocal(time: number | null): string {
  if (time === null) return '';
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
