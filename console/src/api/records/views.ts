import { useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import type { NewView } from '../../../../server/client/runtime/descriptions.ts';
import { connection } from '../connection.ts';
import { me } from '../session.ts';

/** A saved view; its state is what the address of the list says. */
export type SavedView = Awaited<ReturnType<typeof readViews>>['items'][number];

/** The views of a collection that the user may see, and how to change them. */
export function useViews(collection: string) {
  const client = useQueryClient();
  const queryKey = ['views', me.value?.id, collection];
  const views = useQuery({ queryKey, queryFn: () => readViews(collection), staleTime: 60_000 });
  const onSuccess = () => client.invalidateQueries({ queryKey });
  const save = useMutation({
    mutationFn: (view: Omit<NewView, 'collection'>) => connection.createView({ ...view, collection }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => connection.removeView(id),
    onSuccess,
  });
  return { views, save, remove };
}

async function readViews(collection: string) {
  const { items, scopes } = await connection.views(collection);
  // What this console keeps in a view.
  const views = items.map(({ state, ...view }) => ({
    ...view,
    state: state as Readonly<Record<string, string>>,
  }));
  return { items: views, scopes };
}
