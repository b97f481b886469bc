import { shallowReactive } from 'vue';
import { QuireError } from '../../../server/features/client/runtime/quire-error.ts';

/** What the server may want of a user before it does something: a fresh proof, or a second factor in the first place. */
export type Demand = 'proof' | 'factor';

const DEMANDS: Readonly<Record<number, Demand>> = { 10302: 'proof', 10303: 'factor' };
const asked = shallowReactive(new Map<Demand, PromiseWithResolvers<boolean>>());
/** How often each was met. */
const met: Record<Demand, number> = { proof: 0, factor: 0 };
/** What the user did not want to meet; what pages read by themselves does not ask for it again. */
const declined = new Set<Demand>();

/** Whether the user is asked for this at present. */
export function isAskedFor(demand: Demand): boolean {
  return asked.has(demand);
}

/** Tells all requests that wait whether what they need was given. */
export function answerDemand(demand: Demand, isMet: boolean): void {
  const waiting = asked.get(demand);
  if (!waiting) return;
  asked.delete(demand);
  if (isMet) met[demand] += 1;
  else declined.add(demand);
  waiting.resolve(isMet);
}

/** Sends a request; if the server wants something of the user first, asks for it once and sends the request again. */
export async function meetingDemands(method: string, send: () => Promise<Response>): Promise<Response> {
  const before = { ...met };
  const answer = await send();
  const demand = await demandOf(answer);
  if (demand === undefined) return answer;
  const isMet = met[demand] > before[demand] || (await ask(demand, method));
  return isMet ? meetingDemands(method, send) : answer;
}

async function demandOf(answer: Response): Promise<Demand | undefined> {
  if (answer.status !== 403) return undefined;
  const said = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return DEMANDS[new QuireError(answer.status, said).code];
}

async function ask(demand: Demand, method: string): Promise<boolean> {
  if (method === 'GET' && declined.has(demand)) return false;
  const waiting = asked.get(demand) ?? Promise.withResolvers<boolean>();
  asked.set(demand, waiting);
  return waiting.promise;
}
