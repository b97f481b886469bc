import { shallowReactive } from 'vue';
import { QuireError } from '../../../server/client/runtime/quire-error.ts';

/** What the server may require first: a fresh proof, or that the user sets up a second factor. */
export type StepUp = 'proof' | 'factor';

const STEP_UPS: Readonly<Record<number, StepUp>> = { 10302: 'proof', 10303: 'factor' };
const pending = shallowReactive(new Map<StepUp, PromiseWithResolvers<boolean>>());
/** How often the user has done each. */
const met: Record<StepUp, number> = { proof: 0, factor: 0 };
/** What the user declined. Reads do not ask for it again. */
const declined = new Set<StepUp>();

/** Whether requests wait for this. */
export function isRequested(stepUp: StepUp): boolean {
  return pending.has(stepUp);
}

/** Lets the waiting requests go on, or fail. */
export function finishStepUp(stepUp: StepUp, isMet: boolean): void {
  const waiting = pending.get(stepUp);
  if (!waiting) return;
  pending.delete(stepUp);
  if (isMet) met[stepUp] += 1;
  else declined.add(stepUp);
  waiting.resolve(isMet);
}

/** Sends a request. If the server requires a step-up, waits for the user and sends it again. */
export async function withStepUp(method: string, send: () => Promise<Response>): Promise<Response> {
  const before = { ...met };
  const answer = await send();
  const stepUp = await stepUpIn(answer);
  if (stepUp === undefined) return answer;
  const isMet = met[stepUp] > before[stepUp] || (await request(stepUp, method));
  return isMet ? withStepUp(method, send) : answer;
}

async function stepUpIn(answer: Response): Promise<StepUp | undefined> {
  if (answer.ok) return undefined;
  const body = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return STEP_UPS[new QuireError(answer.status, body).code];
}

async function request(stepUp: StepUp, method: string): Promise<boolean> {
  if (method === 'GET' && declined.has(stepUp)) return false;
  const waiting = pending.get(stepUp) ?? Promise.withResolvers<boolean>();
  pending.set(stepUp, waiting);
  return waiting.promise;
}
