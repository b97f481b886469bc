import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useDefinitions } from '../../api/definitions.ts';
import { useOwnRoutes } from '../../api/own-routes.ts';
import { type Assigned, listOpen, type Person } from '../../api/records/assignments.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/records.ts';
import type { Waiting } from './waiting.ts';

/** Records that are assigned to the user, or by the user to others, by due time. */
export function useAssigned(side: 'to-me' | 'by-me') {
  const { find } = useDefinitions();
  const { may } = useOwnRoutes();
  const { data } = useQuery({
    queryKey: ['assignments', side],
    queryFn: () => listOpen(side),
    enabled: computed(() => may(`GET /cms/assignment/${side}`)),
    staleTime: 0,
  });
  return computed(() =>
    (data.value?.items ?? [])
      // What users assign to themselves stands among what is theirs to do.
      .filter(({ user, by }) => side === 'to-me' || user.id !== by.id)
      .flatMap((one): Waiting[] => {
        const collection = find(one.collection);
        return collection ? [waitingOf(one, collection, side)] : [];
      }),
  );
}

type One = Assigned['items'][number];
type Collection = NonNullable<ReturnType<ReturnType<typeof useDefinitions>['find']>>;

function waitingOf(one: One, collection: Collection, side: 'to-me' | 'by-me'): Waiting {
  const { id, record_id, title, user, by, note, due_time, create_time, overdue } = one;
  const who = side === 'to-me' ? t.home.assignedBy(nameOf(by)) : t.home.assignedTo(nameOf(user));
  const due = due_time === null ? [] : [overdue ? t.home.overdue : t.home.due];
  return {
    key: id,
    text: title || `${collection.label} ${record_id}`,
    detail: [collection.label, who, ...(note === '' ? [] : [note]), ...due].join(' · '),
    time: due_time ?? create_time,
    to: paths.record(collection, record_id),
    isLate: overdue,
  };
}

function nameOf({ id, nickname, username }: Person): string {
  return nickname ?? username ?? t.home.somebody(id);
}
