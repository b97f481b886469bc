import { useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import { connection } from './connection.ts';
import { me } from './session.ts';

/** A way to look at a record's rows that somebody has kept. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly scope: 'mine' | 'group' | 'everybody';
  /** What the address of the list says. */
  readonly state: Readonly<Record<string, string>>;
  readonly mine: boolean;
  readonly editable: boolean;
}

/** The views of a record that the user may see, and how to change them. */
export function useViews(record: string) {
  const client = useQueryClient();
  const queryKey = ['views', me.value?.id, record];
  const views = useQuery({ queryKey, queryFn: () => readViews(record), staleTime: 60_000 });
  const onSuccess = () => client.invalidateQueries({ queryKey });
  const save = useMutation({
    mutationFn: (view: Pick<SavedView, 'name' | 'scope' | 'state'>) =>
      connection.request('POST', '/cms/view', { body: { ...view, record } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => connection.request('DELETE', `/cms/view/${id}`),
    onSuccess,
  });
  return { views, save, remove };
}

async function readViews(record: string): Promise<readonly SavedView[]> {
  const { items } = await connection.request('GET', '/cms/view', { query: [['record', record]] });
  return (items as readonly SavedView[]).map((view) => ({ ...view, id: String(view.id) })); // the documented form of this route
}
