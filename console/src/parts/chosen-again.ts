import { onScopeDispose } from 'vue';
import { isNavigationFailure, NavigationFailureType, useRouter } from 'vue-router';

/** Calls back when a link leads to the address that is shown already: the user wants to see it anew. */
export function useChosenAgain(reload: () => void): void {
  const stop = useRouter().afterEach((_to, _from, failure) => {
    if (isNavigationFailure(failure, NavigationFailureType.duplicated)) reload();
  });
  onScopeDispose(stop);
}
