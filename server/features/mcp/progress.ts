import type { RequestContext } from './sdk.ts';

/** Tells a caller who asked for it how far their call is: first that it began, then after each step. */
export type ProgressStep = () => Promise<void>;

/** Reports the progress of a call of `total` steps under the caller's progress token; does nothing without a token. */
export async function stepsOf({ mcpReq }: RequestContext, total: number): Promise<ProgressStep> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  const tell = async () => {
    if (progressToken === undefined) return;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } });
  };
  await tell();
  return async () => {
    progress += 1;
    await tell();
  };
}
