import { useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { foldersInOrder, pathTo } from '../../form/folders.ts';
import { call } from '../call.ts';
import { connection } from '../connection.ts';
import { useOwnRoutes } from '../own-routes.ts';
import type { ItemOf } from '../route-types.ts';
import { me } from '../session.ts';

/** A folder of the library; its parent is null at the top. `files` counts those in the folder itself. */
export type FileFolder = Awaited<ReturnType<typeof readFolders>>[number];
export type FileTag = ItemOf<'GET /cms/file/tag'>;

/** The folders and tags of the library, for those who see them, and how those who may change them do so. */
export function useLibrary() {
  const client = useQueryClient();
  const { may } = useOwnRoutes();
  const enabled = computed(() => may('GET /cms/file/folder'));
  const mayOrganise = computed(() => may('POST /cms/file/folder'));
  const keyOf = (part: string) => ['library', part, me.value?.id];
  const folders = useQuery({ queryKey: keyOf('folders'), queryFn: readFolders, enabled, staleTime: 10_000 });
  const tags = useQuery({ queryKey: keyOf('tags'), queryFn: readTags, enabled, staleTime: 10_000 });
  const all = computed(() => folders.data.value ?? []);
  const onSettled = () => refreshLibrary(client);
  const writing = useMutation({
    mutationFn: ({ method, path, body }: Write) => connection.request(method, path, body && { body }),
    onSettled,
  });
  const write = (method: Write['method'], path: string, body?: object) =>
    writing.mutateAsync({ method, path, ...(body && { body }) });
  return {
    ...{ seesFolders: enabled, mayOrganise, folders: all, tags: computed(() => tags.data.value ?? []) },
    inOrder: computed(() => foldersInOrder(all.value)),
    pathTo: (id: string | undefined) => pathTo(all.value, id),
    createFolder: async (name: string, parent: string | null) =>
      String((await write('POST', '/cms/file/folder', { name, parent_id: parent })).id),
    changeFolder: (id: string, change: { name?: string; parent_id?: string | null }) =>
      write('PATCH', `/cms/file/folder/${id}`, change),
    removeFolder: (id: string) => write('DELETE', `/cms/file/folder/${id}`),
    renameTag: (id: string, name: string) => write('PATCH', `/cms/file/tag/${id}`, { name }),
    removeTag: (id: string) => write('DELETE', `/cms/file/tag/${id}`),
  };
}

export type Library = ReturnType<typeof useLibrary>;

/** Reads anew what shows files, folders or tags. */
export async function refreshLibrary(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(['files', 'library'].map((part) => client.invalidateQueries({ queryKey: [part] })));
}

interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

async function readFolders() {
  const { items } = await call('GET /cms/file/folder');
  return items.map(({ parent_id: parent, ...folder }) => ({ ...folder, parent }));
}

async function readTags(): Promise<readonly FileTag[]> {
  return (await call('GET /cms/file/tag')).items;
}
