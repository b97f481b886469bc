import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import {
  listJobs,
  listRequests,
  listSets,
  listSignUps,
  me,
  type Plan,
  readServerState,
  useDefinitions,
  useNotifications,
  useOwnRoutes,
} from '../../api/index.ts';
import { serverBase } from '../../base.ts';
import { browserEdits } from '../../edits/edit-store.ts';
import { usePlans } from '../../parts/plans/use-plans.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/records.ts';

/** Something that waits for the user. */
export interface Waiting {
  readonly key: string;
  readonly text: string;
  readonly detail: string;
  /** Absent for what lasts. */
  readonly time?: number;
  readonly to: string;
  /** Whether its time should not have passed. */
  readonly isLate?: boolean;
}

/** The most shown of each kind. */
const MOST_DECISIONS = 5;
const MOST_PLANS = 5;
const RECENT_MS = 14 * 86_400_000;
const FAILED_IMPORT = /^import\/\d+\/(undo_)?failed$/;

/** What waits for the user: unsaved edits, failed jobs and imports, what is wrong with the server, overdue plans, and approvals. */
export function useWaiting() {
  const { overdue, coming } = usePlans(MOST_PLANS);
  const troubles = useTroubles();
  return {
    drafts: useDrafts(),
    troubles: computed(() => [
      ...overdue.value.slice(0, MOST_PLANS).map((plan) => waitingOf(plan, t.plans.late)),
      ...troubles.value,
    ]),
    plans: computed(() => coming.value.slice(0, MOST_PLANS).map((plan) => waitingOf(plan, t.plans.waits))),
    decisions: useDecisions(),
  };
}

function waitingOf({ collection, id, title, does, time }: Plan, words: typeof t.plans.waits): Waiting {
  const to = paths.record(collection, id);
  return { key: `${does}/${to}`, text: title || t.fields.untitled, detail: words[does], time, to };
}

function useDecisions() {
  const { may } = useOwnRoutes();
  const requests = useQuery({
    queryKey: ['admin', 'requests'],
    queryFn: listRequests,
    enabled: computed(() => may('GET /cms/admin/request')),
  });
  const signUps = useQuery({
    queryKey: ['admin', 'sign-ups'],
    queryFn: listSignUps,
    enabled: computed(() => may('GET /cms/admin/sign-up')),
  });
  const sets = useQuery({
    queryKey: ['change-sets', 'waiting'],
    queryFn: async () => (await listSets({ state: 'submitted' })).items.filter(({ own }) => !own),
    enabled: computed(() => may('GET /v1/change-set')),
    staleTime: 0,
  });
  return computed((): readonly Waiting[] => [
    ...(sets.data.value ?? []).slice(0, MOST_DECISIONS).map(({ id, title, author, size, change_time }) => ({
      ...{ key: `set/${id}`, time: change_time, to: paths.changeSet(id), text: title },
      detail: `${t.sets.by(author.username)} · ${t.sets.changes(size)}`,
    })),
    ...(signUps.data.value ?? []).slice(0, MOST_DECISIONS).map(({ id, username, create_time }) => ({
      ...{ key: `sign-up/${id}`, time: create_time, to: '/admin/users' },
      ...{ text: username, detail: t.home.signUp },
    })),
    ...(requests.data.value ?? []).slice(0, MOST_DECISIONS).map((one) => ({
      ...{ key: `request/${one.id}`, time: one.create_time, to: '/admin/requests' },
      text: one.user ? `${one.user.username} → ${one.group.name}` : one.group.name,
      detail: one.own ? t.home.ownRequest : t.home.askedBy(one.asked_by.username),
    })),
  ]);
}

function useDrafts() {
  const { find } = useDefinitions();
  const { data } = useQuery({
    queryKey: computed(() => ['drafts', me.value?.id]),
    queryFn: () => browserEdits.list({ server: `${location.origin}${serverBase}`, user: me.value?.id ?? '' }),
    staleTime: 0,
  });
  return computed(() =>
    (data.value ?? []).flatMap(({ collection: name, record, title, time }): Waiting[] => {
      const collection = find(name);
      if (!collection) return [];
      const isNew = record === 'new';
      if (!isNew && !/^\d+$/.test(record)) return []; // records created in the form of another one
      const to = isNew ? paths.fresh(collection) : paths.record(collection, record);
      return [
        { key: `${name}/${record}`, text: title || t.fields.untitled, detail: collection.label, time, to },
      ];
    }),
  );
}

/** Jobs are told with the reason of the latest. */
const FAILED_JOBS = '/admin/jobs?state=failed';

function useTroubles() {
  const { may } = useOwnRoutes();
  const notifications = useNotifications();
  const seesServer = computed(() => may('GET /health/state'));
  const server = useQuery({ queryKey: ['server-state'], queryFn: readServerState, enabled: seesServer });
  const jobs = useQuery({
    queryKey: ['jobs', 'given-up'],
    queryFn: () => listJobs(0, { state: 'failed' }),
    enabled: computed(() => may('GET /cms/job')),
  });
  /** What needs attention names imports of anybody, so one's own are told of where it is not known. */
  const concerns = computed(() =>
    server.data.value?.concerns
      .filter(({ page }) => page !== FAILED_JOBS)
      .map(({ text, page }): Waiting => ({ key: text, text, detail: '', to: page ?? '/admin/health' })),
  );
  const ownImports = computed(() =>
    (notifications.data.value?.items ?? [])
      .filter(({ key, time }) => FAILED_IMPORT.test(key) && Date.now() - time < RECENT_MS)
      .map(({ key, text, detail, time, page }): Waiting => ({ key, text, detail, time, to: page })),
  );
  return computed((): readonly Waiting[] => {
    const found = concerns.value ?? (seesServer.value && server.isPending.value ? [] : ownImports.value);
    const newest = jobs.data.value?.items[0];
    if (!newest) return found;
    const time = newest.end_time ?? newest.create_time;
    const text = t.home.givenUp(jobs.data.value?.total ?? 0);
    return [...found, { key: 'jobs', text, detail: newest.problem ?? '', time, to: FAILED_JOBS }];
  });
}
