import { reactive, ref } from 'vue';
import type { Validity } from '../../api/admin/memberships.ts';
import { needsApproval } from '../../api/admin/requests.ts';
import { QuireError } from '../../api/connection.ts';
import { localText } from '../../parts/dates/local-moment.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/admin.ts';

/** State for `ValidityFields`: gives something at once, or requests the approval of a second person. */
export function useValidity(given: Validity = { until: null, reason: '' }) {
  const form = reactive({ until: localText(given.until ?? undefined, 'minute'), reason: given.reason });
  /** Whether a second person must approve. */
  const waits = ref(false);

  /** Gives it, or requests it with a reason if the server requires a second person. */
  async function giveOrAsk(
    give: (validity: Validity) => Promise<unknown>,
    ask: (validity: Validity) => Promise<unknown>,
  ) {
    const validity = {
      until: form.until === '' ? null : new Date(form.until).getTime(),
      reason: form.reason,
    };
    try {
      await give(validity);
    } catch (error) {
      if (!needsApproval(error)) throw error;
      waits.value = true;
      if (validity.reason === '') throw new QuireError(400, { message: t.validity.sayWhy });
      await ask(validity);
      toast({ text: t.validity.waits });
    }
  }
  return { form, waits, giveOrAsk };
}
