import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, provide, reactive, shallowRef } from 'vue';
import { type FieldDescription, isWorkedOn, type ServedDescription } from '../../../api/definitions.ts';
import { useOwnRoutes } from '../../../api/own-routes.ts';
import { type CommentPlace, listThreads } from '../../../api/records/comments.ts';
import { impersonation } from '../../../api/session.ts';
import { commentMarks } from '../../../fields/comment-marks.ts';

const EACH_MS = 30_000;

/** What a comment on a field of a form is about. */
export function placeOf({
  name,
  translates = name,
  locale,
}: Pick<FieldDescription, 'name' | 'translates' | 'locale'>): CommentPlace {
  return { field: translates, ...(locale !== undefined && { locale }) };
}

/** The comments on a record: marks its fields, and says which of them the user has asked for. */
export function useComments(collection: ServedDescription, id: () => string | undefined) {
  const { may } = useOwnRoutes();
  const queries = useQueryClient();
  const isOn = computed(() => id() !== undefined && isWorkedOn(collection) && may('GET /cms/comment'));
  const mayWrite = computed(
    () => isOn.value && impersonation.value === undefined && may('POST /cms/comment'),
  );
  const open = useQuery({
    queryKey: computed(() => ['comments', collection.name, id(), 'open']),
    queryFn: () => listThreads(collection, id() ?? '', { state: 'open' }),
    enabled: isOn,
    refetchInterval: EACH_MS,
    retry: false,
  });
  /** The place that the user wants to comment on; a new object each time. */
  const asked = shallowRef<CommentPlace>();
  const counts = computed(
    () =>
      new Map(open.data.value?.open.map(({ field, locale, count }) => [`${field} ${locale ?? ''}`, count])),
  );
  provide(
    commentMarks,
    reactive({
      isOn: mayWrite,
      countOf: (field: FieldDescription) => {
        const { field: name, locale } = placeOf(field);
        return counts.value.get(`${name} ${locale ?? ''}`) ?? 0;
      },
      open: (field: FieldDescription) => {
        asked.value = placeOf(field);
      },
    }),
  );
  const refresh = () => queries.invalidateQueries({ queryKey: ['comments', collection.name] });
  return { isOn, mayWrite, asked, refresh };
}
