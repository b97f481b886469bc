import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Cost, Measured } from './sweep.ts';

const file = fileURLToPath(new URL('../../docs/images/growth.svg', import.meta.url));
const CELL = { width: 220, height: 150 };
const PLOT = { left: 36, top: 34, width: 172, height: 90 };
const COLUMNS = 4;
/** Every plot shows as many powers of ten, so that equal slopes look equal. */
const DECADES = 4;

/** Draws one plot an operation: the logarithm of the time over that of the size, with the statements by hand dashed. */
export async function writePicture(measured: readonly Measured[]): Promise<void> {
  const rows = Math.ceil(measured.length / COLUMNS);
  const [width, height] = [CELL.width * COLUMNS, CELL.height * rows + 24];
  const plots = measured.map((one, at) => {
    const [x, y] = [(at % COLUMNS) * CELL.width, Math.floor(at / COLUMNS) * CELL.height];
    return `<g transform="translate(${x} ${y})">${plot(one)}</g>`;
  });
  const style = `text{font:10px sans-serif;fill:#334}.h{font-weight:600}path{fill:none;stroke:#2563eb;stroke-width:2}
.b{stroke:#9a3412;stroke-dasharray:4 3}.a{stroke:#cbd5e1;stroke-width:1}`;
  const legend = `<text x="12" y="${height - 8}">Milliseconds over the size, both logarithmic. Blue: Quire. Dashed: statements by hand.</text>`;
  await writeFile(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="How costs grow">
<style>${style}</style><rect width="${width}" height="${height}" fill="#fff"/>
${plots.join('\n')}
${legend}</svg>\n`,
  );
  console.log(`The picture is in ${file}`);
}

function plot({ sweep, what, costs }: Measured): string {
  const times = costs.flatMap(({ quire, byHand }) => [quire, ...(byHand === undefined ? [] : [byHand])]);
  const lowest = Math.floor(Math.log10(Math.min(...times)));
  const sizes = costs.map(({ size }) => Math.log10(size));
  const [first, last] = [Math.min(...sizes), Math.max(...sizes)];
  const x = (size: number) => PLOT.left + (PLOT.width * (Math.log10(size) - first)) / (last - first);
  const y = (ms: number) => PLOT.top + PLOT.height * (1 - (Math.log10(ms) - lowest) / DECADES);
  const line = (points: readonly Cost[], value: (cost: Cost) => number, name: string) =>
    points.length === 0
      ? ''
      : `<path class="${name}" d="M${points.map((cost) => `${x(cost.size).toFixed(1)} ${y(value(cost)).toFixed(1)}`).join('L')}"/>`;
  const marks = Array.from({ length: DECADES + 1 }, (_, at) => {
    const ms = 10 ** (lowest + at);
    return `<path class="a" d="M${PLOT.left} ${y(ms)}h${PLOT.width}"/><text x="2" y="${y(ms) + 3}">${ms}</text>`;
  });
  const ends = [costs[0]?.size ?? 1, costs.at(-1)?.size ?? 1].map(
    (size, at) =>
      `<text x="${x(size)}" y="${PLOT.top + PLOT.height + 14}" text-anchor="${at === 0 ? 'start' : 'end'}">${size.toLocaleString('en')}</text>`,
  );
  return [
    `<text class="h" x="4" y="14">${escaped(what)}</text><text x="4" y="26">${escaped(sweep)}</text>`,
    ...marks,
    line(
      costs.filter(({ byHand }) => byHand !== undefined),
      ({ byHand = 1 }) => byHand,
      'b',
    ),
    line(costs, ({ quire }) => quire, 'q'),
    ...ends,
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
