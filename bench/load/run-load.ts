import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { start, stop } from '../servers/process.ts';
import type { LoadPlan, LoadReport } from './load-plan.ts';

/** Runs one load in its own process. Throws if the server broke a connection or answered anything but 2xx. */
export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const child = start(new URL('./load.ts', import.meta.url), {
    core: 'load',
    input: JSON.stringify(plan),
  });
  try {
    const exit = once(child, 'exit');
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    if (child.exitCode !== 0) throw new Error(`the load broke off: ${errors}`);
    const report = JSON.parse(output) as LoadReport;
    if (report.refused > 0)
      throw new Error(`${report.refused} of ${report.answers} answers were not 2xx: ${plan.requests[0]}`);
    return report;
  } finally {
    await stop(child);
  }
}
